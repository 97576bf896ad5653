import type { Database, Parameter, Row } from '../../src/database/database.js';

/** A step of a plan, with what it did. On Citus, names are those of the table, not of the shard. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  /** Both of one loop. */
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** The nodes of the plan of a statement, top node first; on Citus also those of one shard. */
export async function explain(
  database: Database,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<PlanNode[]> {
  const [row] = await database.query<Row & { 'QUERY PLAN': unknown }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    parameters,
  );
  const found = row!['QUERY PLAN'];
  return nodesIn(typeof found === 'string' ? JSON.parse(found) : found);
}

/** The nodes of the plans of all statements of `work`, which also runs them. */
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

/** Citus nests the plans of shards a few objects deeper. */
function nodesIn(value: unknown): PlanNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return 'Node Type' in value ? [{ ...(value as PlanNode), ...ofTable(value as PlanNode) }, ...inner] : inner;
}

function ofTable(node: PlanNode): Partial<PlanNode> {
  const names = (['Index Name', 'Relation Name'] as const).filter((key) => node[key] !== undefined);
  return Object.fromEntries(names.map((key) => [key, node[key]!.replace(/_\d{6,}$/, '')]));
}
