import type { Queryable, Row } from './database.js';

/**
 * How Citus stores each table: `distributed` over the worker nodes by the column business_id, as a `reference` table
 * copied to every node, or `local` to the coordinator. Each new table needs an entry here.
 *
 * Reference tables have few rows, and every statement reads them. Ended sessions are local, so that signing out does
 * not depend on a worker node.
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
  transaction_keys: 'distributed',
  sources: 'distributed',
  refused_writes: 'distributed',
  schema_info: 'local',
  counters: 'local',
  counter_writers: 'local',
  app_tokens: 'local',
  audit: 'local',
  ended_sessions: 'local',
  endpoint_queues: 'local',
  jobs: 'local',
  migrations: 'local',
};

/** All distributed tables are co-located with this one, so that they can be joined on the business. */
const FIRST = 'events';

/** The state of the Citus extension in a database. */
export interface CitusState extends Row {
  /** Whether the extension is installed. */
  readonly installed: boolean;
  /** The number of worker nodes that may store shards. */
  readonly nodes: number;
  /** Whether the tables are distributed. */
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
 * Distributes the tables that a migration has just created: all tables of a new database, or the new tables of a
 * database that is already distributed. Leaves any other database that has rows unchanged: copying the rows can take
 * hours, so the command `distribute` does that.
 *
 * @returns the tables it distributed
 */
export async function distributeNew(tx: Queryable, shards?: number): Promise<string[]> {
  const { nodes, distributed } = await citusState(tx);
  if (!distributed && (nodes === 0 || (await hasRows(tx)))) return [];
  return distribute(tx, shards);
}

/**
 * Distributes all tables that are not yet distributed, including their rows, in the open transaction. Copies the rows
 * over the network, and locks the tables while it does so.
 *
 * @param shards number of shards per table; default: the database setting citus.shard_count
 * @returns the tables it distributed
 */
export async function distribute(tx: Queryable, shards?: number): Promise<string[]> {
  const local = await localTables(tx);
  if (local.length === 0) return [];
  await changeShardsInTurn(tx);
  if (shards !== undefined) await tx.query(`SET LOCAL citus.shard_count = ${Math.trunc(shards)}`);
  const keys = await foreignKeys(tx, local);
  // Citus does not allow foreign keys between a distributed and a local table.
  for (const { on, name } of keys) await tx.query(`ALTER TABLE ${on} DROP CONSTRAINT ${name}`);
  for (const table of local) {
    await tx.query(distributeTable(table));
    // Citus leaves hidden copies of the original rows on the coordinator.
    await tx.query(`SELECT truncate_local_data_after_distributing_table('${table}')::text`);
  }
  for (const { on, name, definition } of keys) await tx.query(`ALTER TABLE ${on} ADD CONSTRAINT ${name} ${definition}`);
  return local;
}

/**
 * Makes Citus change the shards of a table one after another until the transaction ends. By default, Citus uses several
 * connections, after which the transaction cannot distribute a table.
 */
export async function changeShardsInTurn(tx: Queryable): Promise<void> {
  await tx.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
}

function distributeTable(table: string): string {
  if (TABLES[table] === 'reference') return `SELECT create_reference_table('${table}')::text`;
  const like = table === FIRST ? 'none' : FIRST;
  return `SELECT create_distributed_table('${table}', 'business_id', colocate_with => '${like}')::text`;
}

/** The local tables that should be distributed tables or reference tables, in the order of TABLES. */
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
