import { setTimeout as sleep } from 'node:timers/promises';
import { addAudit, COMMAND_LINE } from './audit/audit.js';
import type { Queryable, Row, Transactor } from './database/database.js';
import type { Alone } from './database/partitions.js';

/** Milliseconds after which every earlier statement has ended: the server cancels statements after ten seconds. */
const STATEMENTS_END_MS = 12_000;

/** What to erase: a business, an owner with all their businesses, or an app. */
export interface Erasable {
  readonly kind: 'business' | 'owner' | 'app';
  readonly id: string;
}

/** The number of deleted rows per table. */
export type Erased = Readonly<Record<string, number>>;

/** The tables whose rows belong to a business. */
const OF_BUSINESS = [
  'outbox',
  'delivery_log',
  'events',
  'transactions',
  'transaction_keys',
  'refused_writes',
  'sources',
];

/**
 * Deletes all of a tenant's data except the audit log. For a business: documents, the keys of deleted documents,
 * events, deliveries, rejected requests, sources, counters, keys and authorizations. For an owner: the same for each
 * business, and the owner's keys and endpoints. For an app: endpoints with their deliveries, rejected requests,
 * authorizations and tokens, but no documents, because they belong to businesses. First revokes all access, and waits
 * until requests in progress have ended. Can be run again after an interruption.
 *
 * @param alone runs statements that may take a long time
 * @param waitMs how long to wait for requests in progress, in milliseconds; default: STATEMENTS_END_MS
 * @returns undefined if there is no such tenant
 * @throws DatabaseUnavailable
 */
export async function erase(
  database: Transactor,
  alone: Alone,
  { kind, id }: Erasable,
  waitMs = STATEMENTS_END_MS,
): Promise<Erased | undefined> {
  const businesses = await businessesOf(database, kind, id);
  const found = kind === 'app' ? await database.query('SELECT 1 AS found FROM apps WHERE id = $1', [id]) : businesses;
  const endpoints = kind === 'business' ? [] : await endpointsOf(database, kind, id);
  if (found.length === 0 && endpoints.length === 0) return undefined;
  const tenants = businesses.map((business) => business.owner_id);
  await database.transaction((tx) =>
    endAccess(
      tx,
      kind,
      id,
      businesses.map((business) => business.id),
    ),
  );
  await sleep(waitMs);
  const erased: Record<string, number> = {};
  await alone(async (connection) => {
    const remove = async (table: string, condition: string, value: string) => {
      const [row] = await connection.query<Row & { n: number }>(
        `SELECT count(*)::float8 AS n FROM ${table} WHERE ${condition}`,
        [value],
      );
      await connection.query(`DELETE FROM ${table} WHERE ${condition}`, [value]);
      erased[table] = (erased[table] ?? 0) + row!.n;
    };
    const removeCounters = async (subject: string) => {
      await remove('counters', 'subject = $1', subject);
      await remove('counters', 'what = $1', `rejected.${subject}`);
    };
    for (const business of businesses) {
      for (const table of OF_BUSINESS) await remove(table, 'business_id = $1', business.id);
      await removeCounters(`business:${business.id}`);
      await remove('personal_keys', 'business_id = $1', business.id);
      await remove('authorizations', 'business_id = $1', business.id);
      await remove('businesses', 'id = $1', business.id);
    }
    for (const endpoint of endpoints) {
      for (const table of ['outbox', 'delivery_log', 'endpoint_queues'])
        await remove(table, 'endpoint_id = $1', endpoint);
      await removeCounters(`endpoint:${endpoint}`);
      await remove('endpoints', 'id = $1', endpoint);
    }
    if (kind === 'owner') await remove('personal_keys', 'owner_id = $1', id);
    if (kind === 'app') {
      for (const table of ['refused_writes', 'authorizations', 'app_tokens']) await remove(table, 'app_id = $1', id);
      await removeCounters(`app:${id}`);
      await remove('apps', 'id = $1', id);
    }
  });
  const [owner] = tenants;
  await addAudit(database, COMMAND_LINE, {
    what: 'tenant.erased',
    subject: `${kind}:${id}`,
    tenant: kind === 'business' && owner !== undefined ? `owner:${owner}` : undefined,
  });
  return erased;
}

function businessesOf(
  database: Queryable,
  kind: Erasable['kind'],
  id: string,
): Promise<(Row & { id: string; owner_id: string })[]> {
  if (kind === 'app') return Promise.resolve([]);
  const column = kind === 'owner' ? 'owner_id' : 'id';
  return database.query(`SELECT id, owner_id FROM businesses WHERE ${column} = $1 ORDER BY id`, [id]);
}

async function endpointsOf(database: Queryable, kind: 'owner' | 'app', id: string): Promise<string[]> {
  const rows = await database.query<Row & { id: string }>(
    `SELECT id FROM endpoints WHERE ${kind}_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map((row) => row.id);
}

async function endAccess(
  tx: Queryable,
  kind: Erasable['kind'],
  id: string,
  businesses: readonly string[],
): Promise<void> {
  const revoke = 'UPDATE authorizations SET revoked_at = now() WHERE revoked_at IS NULL AND';
  await tx.query(`${revoke} business_id = ANY($1::text[])`, [businesses]);
  await tx.query('DELETE FROM personal_keys WHERE business_id = ANY($1::text[])', [businesses]);
  const disconnect = 'UPDATE sources SET disconnected_at = now() WHERE disconnected_at IS NULL AND';
  await tx.query(`${disconnect} business_id = ANY($1::text[])`, [businesses]);
  if (kind === 'business') return;
  await tx.query(`UPDATE endpoints SET enabled = false, hold = false WHERE ${kind}_id = $1`, [id]);
  if (kind === 'owner') await tx.query('DELETE FROM personal_keys WHERE owner_id = $1', [id]);
  if (kind !== 'app') return;
  await tx.query(`${revoke} app_id = $1`, [id]);
  await tx.query('UPDATE app_tokens SET revoked_at = now() WHERE app_id = $1 AND revoked_at IS NULL', [id]);
}
