import type { Queryable, Row } from './database.js';

/**
 * How Citus stores each table: `distributed` over the worker nodes by its column business_id, as a `reference` table
 * copied to each of them, or `local` to the coordinator. A new table needs one row here.
 *
 * Reference tables have few rows, which every statement reads. Ended sessions are local, so that signing out does not
 * need a node.
 */
export const TABLES: Readonly<Record<string, 'distributed' | 'reference' | 'local'>> = {
  businesses: 'reference',
  apps: 'reference',
  authorizations: 'reference',
  personal_keys: 'reference',
  endpoints: 'reference',
  events: 'distributed',
  outbox: 'distributed',
  delivery_log: 'distributed',
  transactions: 'distributed',
  sources: 'distributed',
  refused_writes: 'distributed',
  ended_sessions: 'local',
  endpoint_queues: 'local',
  migrations: 'local',
};

/** All distributed tables have the same shards as this one, so that they can be joined on the business. */
const FIRST = 'events';

/** The state of Citus in a database. */
export interface CitusState extends Row {
  /** Whether it has the extension. */
  readonly installed: boolean;
  /** Worker nodes that may have shards. */
  readonly nodes: number;
  /** Whether its tables are distributed. */
  readonly distributed: boolean;
}

/** @throws DatabaseUnavailable */
export async function citusState(database: Queryable): Promise<CitusState> {
  const [found] = await database.query<{ installed: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS installed`,
  );
  if (!found!.installed) return { installed: false, nodes: 0, distributed: false };
  const [row] = await database.query<CitusState>(
    `SELECT true AS installed, (SELECT count(*)::integer FROM pg_dist_node WHERE shouldhaveshards) AS nodes,
       EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('${FIRST}')) AS distributed`,
  );
  return row!;
}

/**
 * Distributes the tables that a migration has made: all tables of a new database, and the new tables of one that is
 * already distributed. Another database with rows is left as it is: copying them may take hours, and needs
 * `--distribute`.
 *
 * @returns the tables that were distributed
 */
export async function distributeNew(tx: Queryable, shards?: number): Promise<string[]> {
  const { nodes, distributed } = await citusState(tx);
  if (!distributed && (nodes === 0 || (await hasRows(tx)))) return [];
  return distribute(tx, shards);
}

/**
 * Distributes all tables that are not distributed yet, with their rows, in the open transaction. It takes as long as
 * copying all of them over the network, and nobody else can use them meanwhile.
 *
 * @param shards number of shards of each distributed table; absent: the setting citus.shard_count of the database
 * @returns the tables that were distributed
 */
export async function distribute(tx: Queryable, shards?: number): Promise<string[]> {
  const local = await localTables(tx);
  if (local.length === 0) return [];
  await tx.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
  if (shards !== undefined) await tx.query(`SET LOCAL citus.shard_count = ${Math.trunc(shards)}`);
  const keys = await foreignKeys(tx, local);
  // There can be no foreign key between two tables of which only one is distributed.
  for (const { on, name } of keys) await tx.query(`ALTER TABLE ${on} DROP CONSTRAINT ${name}`);
  for (const table of local) {
    await tx.query(distributeTable(table));
    // The copied rows are still in the old place, where nobody sees them.
    await tx.query(`SELECT truncate_local_data_after_distributing_table('${table}')::text`);
  }
  for (const { on, name, definition } of keys) await tx.query(`ALTER TABLE ${on} ADD CONSTRAINT ${name} ${definition}`);
  return local;
}

function distributeTable(table: string): string {
  if (TABLES[table] === 'reference') return `SELECT create_reference_table('${table}')::text`;
  const like = table === FIRST ? 'none' : FIRST;
  return `SELECT create_distributed_table('${table}', 'business_id', colocate_with => '${like}')::text`;
}

/** The tables that must be distributed or copied, and are not yet, in the order of TABLES. */
async function localTables(tx: Queryable): Promise<string[]> {
  const wanted = Object.keys(TABLES).filter((table) => TABLES[table] !== 'local');
  const rows = await tx.query<{ name: string }>(
    `SELECT t.name FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place)
     WHERE to_regclass(t.name) IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(t.name) AND (partmethod = 'h' OR repmodel = 't'))
     ORDER BY t.place`,
    [wanted],
  );
  return rows.map(({ name }) => name);
}

/** The foreign keys of some tables. */
function foreignKeys(
  tx: Queryable,
  tables: readonly string[],
): Promise<(Row & { on: string; name: string; definition: string })[]> {
  return tx.query(
    `SELECT conrelid::regclass::text AS "on", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid IN (SELECT to_regclass(name) FROM unnest($1::text[]) AS t (name))
     ORDER BY 1, 2`,
    [tables],
  );
}

async function hasRows(tx: Queryable): Promise<boolean> {
  for (const table of await localTables(tx)) {
    const [row] = await tx.query<{ some: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS some`);
    if (row!.some) return true;
  }
  return false;
}
