import { v7 } from 'uuid';
import { APP_TOKEN_PREFIX, hashToken, newToken } from '../credentials/token.js';
import type { Database, Row } from '../database/database.js';
import { emit } from '../events/emit.js';
import { envelope } from '../events/envelope.js';

/** The actions of a merchant on apps. A change and its event are stored together, or neither is. */

/** A new authorization. This is the only time that its token is shown. */
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
 * Revokes an app's access: `authorization.revoked`. After that its token is refused, and no attempt of any other event
 * of this business is begun to its endpoints: their waiting deliveries are cancelled when they are due. False if there
 * is no such authorization, or if it was revoked before.
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
