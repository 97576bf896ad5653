import type { Parameter, Queryable, Row } from 'receipt-reference-server/database/database.js';
import type { KeptIssue } from 'receipt-reference-server/transactions/refused-writes.js';
import { reading, toPaged, type Paged, type Step } from './steps.js';

/** A write that was refused, as it is listed. */
export interface RefusedRow extends Row {
  readonly id: string;
  readonly at: Date;
  readonly app_id: string;
  /** Null if the app no longer exists. */
  readonly app_name: string | null;
  /** The code of the error. */
  readonly code: string;
  /** The first of its issues, as JSON. */
  readonly issues: string;
  readonly issue_count: number;
  readonly receipt_number: string | null;
  readonly external_id: string | null;
}

const COLUMNS = `r.id, r.at, r.app_id, apps.name AS app_name, r.code, r.issues, r.issue_count, r.receipt_number, r.external_id`;

/**
 * The statement of a page of a business's refused writes, newest first, and its parameters. A business has up to 1,000
 * of them.
 *
 * @param code only those with an issue of this code
 */
export function refusedPage(
  businessId: string,
  step: Step,
  limit: number,
  code?: string,
): readonly [text: string, parameters: readonly Parameter[]] {
  const { compare, order } = reading(step, 'DESC');
  const parameters: Parameter[] = [businessId, limit + 1];
  const parameter = (value: Parameter) => `$${parameters.push(value)}`;
  const conditions = ['business_id = $1'];
  if (step) conditions.push(`id ${compare} ${parameter(step.from)} COLLATE "C"`);
  if (code !== undefined) conditions.push(`position(${parameter(`"code":${JSON.stringify(code)}`)} IN issues) > 0`);
  const text = `SELECT ${COLUMNS} FROM (
      SELECT * FROM refused_writes WHERE ${conditions.join(' AND ')} ORDER BY id ${order} LIMIT $2
    ) r LEFT JOIN apps ON apps.id = r.app_id ORDER BY r.id ${order}`;
  return [text, parameters];
}

export async function listRefused(
  database: Queryable,
  ...page: Parameters<typeof refusedPage>
): Promise<Paged<RefusedRow>> {
  const [, step, limit] = page;
  return toPaged(await database.query<RefusedRow>(...refusedPage(...page)), limit, step, ({ id }) => id);
}

/** The refused writes of a receipt number or external id, as search-key.ts makes them, newest first, up to a limit. */
export function findRefusedByKey(
  database: Queryable,
  businessId: string,
  key: string,
  limit: number,
): Promise<RefusedRow[]> {
  return database.query<RefusedRow>(
    `SELECT ${COLUMNS} FROM refused_writes r LEFT JOIN apps ON apps.id = r.app_id
     WHERE r.business_id = $1 AND (r.receipt_number = $2 OR r.external_id = $2) ORDER BY r.id DESC LIMIT $3`,
    [businessId, key, limit],
  );
}

/** One refused write, with its body if that is kept. */
export async function findRefused(
  database: Queryable,
  businessId: string,
  id: string,
): Promise<(RefusedRow & { body: string | null }) | undefined> {
  const [row] = await database.query<RefusedRow & { body: string | null }>(
    `SELECT ${COLUMNS}, r.body FROM refused_writes r LEFT JOIN apps ON apps.id = r.app_id
     WHERE r.business_id = $1 AND r.id = $2`,
    [businessId, id],
  );
  return row;
}

/** The number of refused writes of some businesses. Each has up to 1,000. */
export async function countRefused(
  database: Queryable,
  businessIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<Row & { business_id: string; count: number }>(
    `SELECT business_id, count(*)::integer AS count FROM refused_writes
     WHERE business_id = ANY($1::text[]) GROUP BY business_id`,
    [businessIds],
  );
  return new Map(rows.map((row) => [row.business_id, row.count]));
}

/** The issues of a row. */
export function issuesOf({ issues }: RefusedRow): KeptIssue[] {
  return JSON.parse(issues) as KeptIssue[];
}
