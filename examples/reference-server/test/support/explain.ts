import type { Database, Parameter, Row } from '../../src/database/database.js';
import { CITUS } from '../../src/sql/citus.js';

/** A node of a query plan. It names tables and indexes, not their partitions or Citus shards. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  /** This row count and `Actual Rows` are per loop. */
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/**
 * Runs a statement, and returns the nodes of its plan, starting at the top; on Citus, also the nodes of all shards that
 * the statement reads.
 */
export async function explain(
  database: Database,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<PlanNode[]> {
  const [row] = await database.transaction(async (tx) => {
    // By default, Citus explains only the shard that took longest, which can be any shard on a busy machine.
    if (tx.sql === CITUS) await tx.query('SET LOCAL citus.explain_all_tasks = on');
    return tx.query<Row & { 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters);
  });
  const found = row!['QUERY PLAN'];
  return nodesIn(typeof found === 'string' ? JSON.parse(found) : found);
}

/** Runs `work`, and returns the plan nodes of all its statements, each of which runs twice. */
export async function explainAll(database: Database, work: (on: Database) => Promise<unknown>): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  await work({
    ...database,
    query: async <R extends Row>(text: string, parameters?: readonly Parameter[]) => {
      nodes.push(...(await explain(database, text, parameters)));
      return database.query<R>(text, parameters);
    },
  });
  return nodes;
}

/** Finds plan nodes at any depth: Citus nests the plans of shards a few objects deeper. */
function nodesIn(value: unknown): PlanNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return 'Node Type' in value ? [{ ...(value as PlanNode), ...ofTable(value as PlanNode) }, ...inner] : inner;
}

function ofTable(node: PlanNode): Partial<PlanNode> {
  const names = (['Index Name', 'Relation Name'] as const).filter((key) => node[key] !== undefined);
  return Object.fromEntries(names.map((key) => [key, node[key]!.replace(/_\d{4,}(?=_|$)/g, '')]));
}
