import { hashToken, newToken, PERSONAL_KEY_PREFIX } from './token.js';
import type { Queryable, Row } from '../database/database.js';

/** A personal key, identified by a fingerprint, because no page shows its hash. */
export interface PersonalKeyRow extends Row {
  readonly fingerprint: string;
  /** Null if the key is valid for all the owner's businesses. */
  readonly business_id: string | null;
  readonly revoked_at: Date | null;
}

const FINGERPRINT = `left(encode(sha256(convert_to(key_hash, 'UTF8')), 'hex'), 16)`;

/** The owner's keys for this business and keys for all businesses, up to a limit; valid keys first. */
export function listPersonalKeys(
  database: Queryable,
  ownerId: string,
  businessId: string,
  limit: number,
): Promise<PersonalKeyRow[]> {
  return database.query<PersonalKeyRow>(
    `SELECT ${FINGERPRINT} AS fingerprint, business_id, revoked_at FROM personal_keys
     WHERE owner_id = $1 AND (business_id IS NULL OR business_id = $2)
     ORDER BY revoked_at IS NOT NULL, key_hash LIMIT $3`,
    [ownerId, businessId, limit],
  );
}

/** Creates a key. This is the only time the key is shown. */
export async function createPersonalKey(
  database: Queryable,
  ownerId: string,
  businessId: string | null,
): Promise<string> {
  const key = newToken(PERSONAL_KEY_PREFIX);
  await database.query('INSERT INTO personal_keys (key_hash, owner_id, business_id) VALUES ($1, $2, $3)', [
    hashToken(key),
    ownerId,
    businessId,
  ]);
  return key;
}

/** Revokes an owner's key; returns false if the key does not exist or has already been revoked. */
export async function revokePersonalKey(database: Queryable, ownerId: string, fingerprint: string): Promise<boolean> {
  const rows = await database.query(
    `WITH found AS MATERIALIZED (
       SELECT key_hash FROM personal_keys WHERE owner_id = $1 AND ${FINGERPRINT} = $2
     )
     UPDATE personal_keys k SET revoked_at = now() FROM found
     WHERE k.key_hash = found.key_hash AND k.revoked_at IS NULL RETURNING 1 AS revoked`,
    [ownerId, fingerprint],
  );
  return rows.length === 1;
}
