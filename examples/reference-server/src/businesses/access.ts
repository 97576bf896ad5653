import { v7 } from 'uuid';
import { APP_TOKEN_PREFIX, hashToken, newToken } from '../credentials/token.js';
import type { Row, Transactor } from '../database/database.js';
import { emit } from '../events/emit.js';
import { envelope } from '../events/envelope.js';

/**
 * Actions with which a merchant grants or revokes an app's access. Each change and its event are stored in one
 * transaction.
 */

/** A new authorization. The token cannot be read again later. */
export interface Grant {
  readonly authorizationId: string;
  readonly token: string;
}

/** Approves an app's access request, and emits `authorization.granted`. */
export async function grantAccess(
  database: Pick<Transactor, 'transaction'>,
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
 * Revokes an app's access, and emits `authorization.revoked`. From then on the service refuses the app's token and
 * sends its endpoints no more events from this business; workers cancel pending deliveries when they are due. Returns
 * false if the authorization does not exist or has already been revoked.
 */
export async function revokeAccess(
  database: Pick<Transactor, 'transaction'>,
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
