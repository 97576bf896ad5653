import { hashToken, newToken, PERSONAL_KEY_PREFIX } from 'receipt-reference-server/credentials/token.js';
import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** A personal key, identified by a fingerprint, because its hash is never shown. */
export interface PersonalKeyRow extends Row {
  readonly fingerprint: string;
  /** Null for a key for all businesses of the owner. */
  readonly business_id: string | null;
  readonly revoked_at: Date | null;
}

const FINGERPRINT = `left(encode(sha256(convert_to(key_hash, 'UTF8')), 'hex'), 16)`;

/** An owner's keys for all businesses or for one of them, up to a limit; valid ones first. */
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

/** Creates a key, which is shown only now. */
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

/** Revokes a key of an owner; false if it does not exist or has already been revoked. */
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
