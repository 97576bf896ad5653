import type { Queryable, Row } from './database.js';
import { createGroup } from './group.js';

/**
 * The age in milliseconds at which to re-read a shard's location; shards rarely move, and a stale location is harmless.
 */
const CACHE_MS = 60_000;

/** The maximum number of businesses in the cache. */
const MAX_KEPT = 10_000;

/**
 * Finds the number of the Citus node that stores a business's rows. The number is used only to decide which documents
 * share a statement.
 *
 * @param table a distributed table
 */
export function createNodeOf(database: Queryable, table: string): (businessId: string) => Promise<number> {
  const read = createGroup(async (businessIds: readonly string[]) => {
    const rows = await database.query<Row & { node: number }>(NODES, [businessIds, table]);
    return rows.map(({ node }) => node);
  });
  const known = new Map<string, Promise<number>>();
  let since = performance.now();
  return (businessId) => {
    if (known.size >= MAX_KEPT || performance.now() - since > CACHE_MS) {
      known.clear();
      since = performance.now();
    }
    const node = known.get(businessId) ?? read(businessId);
    known.set(businessId, node);
    node.catch(() => known.delete(businessId));
    return node;
  };
}

/** Reads the coordinator's catalog. */
const NODES = `SELECT (
    SELECT min(p.groupid) FROM pg_dist_placement p
    WHERE p.shardid = get_shard_id_for_distribution_column($2::text::regclass, b.id)
  ) AS node
  FROM unnest($1::text[]) WITH ORDINALITY AS b (id, place) ORDER BY b.place`;
