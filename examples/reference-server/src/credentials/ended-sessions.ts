import { hashToken } from './token.js';
import type { Queryable } from '../database/database.js';

/** A dashboard session. */
interface EndedSession {
  readonly id: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** The maximum number of expired rows to delete per sign-out. */
const MAX_CLEARED = 100;

/** Records that a session has ended early, and deletes expired sessions. */
export async function endSession(database: Queryable, { id, expiresAt }: EndedSession): Promise<void> {
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
export async function hasEnded(database: Queryable, { id }: Pick<EndedSession, 'id'>): Promise<boolean> {
  const rows = await database.query('SELECT 1 AS ended FROM ended_sessions WHERE id_hash = $1', [hashToken(id)]);
  return rows.length > 0;
}
