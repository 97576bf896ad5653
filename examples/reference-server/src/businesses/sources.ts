import { v7 } from 'uuid';
import type { Transactor } from '../database/database.js';
import { emit } from '../events/emit.js';
import { envelope } from '../events/envelope.js';

/** Connects a payment platform to a business, and emits `source.connected`. Returns the connection's id. */
export async function connectSource(
  database: Pick<Transactor, 'transaction'>,
  { businessId, platform, backfillComplete }: { businessId: string; platform: string; backfillComplete: boolean },
  firstDelayMs: number,
): Promise<string> {
  const at = new Date();
  const sourceId = `src_${v7()}`;
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO sources (business_id, id, platform, connected_at, backfill_complete) VALUES ($1, $2, $3, $4, $5)`,
      [businessId, sourceId, platform, at, backfillComplete],
    );
    const data = { sourceId, businessId, platform, connectedAt: at.toISOString(), backfillComplete };
    await emit(tx, envelope('source.connected', businessId, JSON.stringify(data), at), firstDelayMs);
  });
  return sourceId;
}

/**
 * Removes a connection, and emits `source.disconnected`. Returns false if the connection does not exist or has already
 * been removed.
 */
export async function disconnectSource(
  database: Pick<Transactor, 'transaction'>,
  { businessId, sourceId }: { businessId: string; sourceId: string },
  firstDelayMs: number,
): Promise<boolean> {
  const at = new Date();
  return database.transaction(async (tx) => {
    const [source] = await tx.query<{ platform: string; backfill_complete: boolean }>(
      `UPDATE sources SET disconnected_at = $3 WHERE business_id = $1 AND id = $2 AND disconnected_at IS NULL
       RETURNING platform, backfill_complete`,
      [businessId, sourceId, at],
    );
    if (!source) return false;
    const { platform, backfill_complete: backfillComplete } = source;
    const data = { sourceId, businessId, platform, disconnectedAt: at.toISOString(), backfillComplete };
    await emit(tx, envelope('source.disconnected', businessId, JSON.stringify(data), at), firstDelayMs);
    return true;
  });
}
