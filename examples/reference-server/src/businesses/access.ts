import { v7 } from 'uuid';
import { APP_TOKEN_PREFIX, hashToken, newToken } from '../credentials/token.js';
import type { Database, Row } from '../database/database.js';
import { emit } from '../events/emit.js';
import { envelope } from '../events/envelope.js';

/** A merchant's actions on apps. Each change is stored together with its event, or not at all. */

/** A new authorization. Its token is shown only here. */
export interface Grant {
  readonly authorizationId: string;
  readonly token: string;
}

/** Approves an app's access request: `authorization.granted`. */
export async function grantAccess(
  database: Database,
  { businessId, appId, scopes }: { businessId: string; appId: string; scopes: readonly string[] },
  firstDelayMs: number,
): Promise<Grant> {
  const at = new Date();
  const authorizationId = `auth_${v7()}`;
  const token = newToken(APP_TOKEN_PREFIX);
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO authorizations (business_id, id, app_id, scopes, token_hash, granted_at)
       VALUES ($1, $2, $3, $4::text[], $5, $6)`,
      [businessId, authorizationId, appId, scopes, hashToken(token), at],
    );
    const data = { authorizationId, appId, businessId, scopes, grantedAt: at.toISOString() };
    const event = envelope('authorization.granted', businessId, JSON.stringify(data), at);
    await emit(tx, event, firstDelayMs, { apps: [appId] });
  });
  return { authorizationId, token };
}

/**
 * Revokes an app's access: `authorization.revoked`. From then on the service refuses its token and attempts no other event
 * of this business at its endpoints: workers cancel waiting deliveries when they are due. False if the authorization does
 * not exist or has already been revoked.
 */
export async function revokeAccess(
  database: Database,
  { businessId, authorizationId }: { businessId: string; authorizationId: string },
  firstDelayMs: number,
): Promise<boolean> {
  const at = new Date();
  return database.transaction(async (tx) => {
    const [revoked] = await tx.query<Row & { app_id: string; scopes: string[] }>(
      `UPDATE authorizations SET revoked_at = $3 WHERE business_id = $1 AND id = $2 AND revoked_at IS NULL
       RETURNING app_id, scopes`,
      [businessId, authorizationId, at],
    );
    if (!revoked) return false;
    const { app_id: appId, scopes } = revoked;
    const data = { authorizationId, appId, businessId, scopes, revokedAt: at.toISOString() };
    const event = envelope('authorization.revoked', businessId, JSON.stringify(data), at);
    await emit(tx, event, firstDelayMs, { apps: [appId] });
    return true;
  });
}
