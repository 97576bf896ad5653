import type { Queryable, Row } from '../database/database.js';
import { hashToken, newToken } from './token.js';

/** The prefix of management tokens, which distinguishes them from API credentials. */
export const MANAGEMENT_TOKEN_PREFIX = 'svcm_';

/** A management token, identified by a fingerprint, because no page shows its hash. */
export interface AppTokenRow extends Row {
  readonly fingerprint: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

const FINGERPRINT = `left(encode(sha256(convert_to(token_hash, 'UTF8')), 'hex'), 16)`;

/** Creates a management token for an app. This is the only time the token is shown. */
export async function createAppToken(database: Queryable, appId: string): Promise<string> {
  const token = newToken(MANAGEMENT_TOKEN_PREFIX);
  await database.query('INSERT INTO app_tokens (token_hash, app_id) VALUES ($1, $2)', [hashToken(token), appId]);
  return token;
}

/** An app's tokens, up to a limit: valid tokens first, then revoked tokens, newest first within each group. */
export function listAppTokens(database: Queryable, appId: string, limit: number): Promise<AppTokenRow[]> {
  return database.query<AppTokenRow>(
    `SELECT ${FINGERPRINT} AS fingerprint, created_at, revoked_at FROM app_tokens WHERE app_id = $1
     ORDER BY revoked_at IS NOT NULL, created_at DESC LIMIT $2`,
    [appId, limit],
  );
}

/** Revokes an app's token; returns false if the token does not exist or has already been revoked. */
export async function revokeAppToken(database: Queryable, appId: string, fingerprint: string): Promise<boolean> {
  const rows = await database.query(
    `UPDATE app_tokens SET revoked_at = now() WHERE app_id = $1 AND ${FINGERPRINT} = $2 AND revoked_at IS NULL
     RETURNING 1 AS revoked`,
    [appId, fingerprint],
  );
  return rows.length === 1;
}
