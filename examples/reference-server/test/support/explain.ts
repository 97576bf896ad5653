import type { Database, Parameter, Row } from '../../src/database/database.js';

/** A step of a plan, with what it did. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** The nodes of the plan by which a statement was run, the topmost first. */
export async function explain(
  database: Database,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<PlanNode[]> {
  const [row] = await database.query<Row & { 'QUERY PLAN': { Plan: PlanNode }[] | string }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    parameters,
  );
  const found = row!['QUERY PLAN'];
  const [{ Plan }] = (typeof found === 'string' ? JSON.parse(found) : found) as [{ Plan: PlanNode }];
  return flatten(Plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
