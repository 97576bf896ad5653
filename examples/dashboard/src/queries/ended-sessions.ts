import { hashToken } from 'receipt-reference-server/credentials/token.js';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import type { Session } from '../session.js';

/** The most rows to delete per sign-out. */
const MAX_CLEARED = 100;

/** Records that a session has ended early, and deletes expired sessions. */
export async function endSession(database: Queryable, { id, expiresAt }: Session): Promise<void> {
  await database.query('INSERT INTO ended_sessions (id_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hashToken(id),
    new Date(expiresAt * 1000),
  ]);
  await database.query(
    `DELETE FROM ended_sessions WHERE id_hash IN (
       SELECT id_hash FROM ended_sessions WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_CLEARED})`,
  );
}

/** Whether the user has signed out of a session. */
export async function hasEnded(database: Queryable, { id }: Session): Promise<boolean> {
  const rows = await database.query('SELECT 1 AS ended FROM ended_sessions WHERE id_hash = $1', [hashToken(id)]);
  return rows.length > 0;
}
