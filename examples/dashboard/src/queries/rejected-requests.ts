import type { Parameter, Queryable, Row } from 'receipt-reference-server/database/database.js';
import type { StoredIssue } from 'receipt-reference-server/transactions/rejected-requests.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** A rejected request in a list. */
export interface RejectedRequestRow extends Row {
  readonly id: string;
  readonly at: Date;
  readonly app_id: string;
  /** Null if the app no longer exists. */
  readonly app_name: string | null;
  /** The code of the error. */
  readonly code: string;
  /** Its first issues, as JSON. */
  readonly issues: string;
  readonly issue_count: number;
  readonly receipt_number: string | null;
  readonly external_id: string | null;
}

const COLUMNS = `r.id, r.at, r.app_id, apps.name AS app_name, r.code, r.issues, r.issue_count, r.receipt_number, r.external_id`;

/**
 * The statement for a page of a business's rejected requests, newest first, and its parameters. A business has at most
 * 1,000 of them.
 *
 * @param code only those with an issue of this code
 */
export function rejectedRequestPage(
  businessId: string,
  step: PageStep,
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

export async function listRejectedRequests(
  database: Queryable,
  ...page: Parameters<typeof rejectedRequestPage>
): Promise<Paged<RejectedRequestRow>> {
  const [, step, limit] = page;
  return toPaged(
    await database.query<RejectedRequestRow>(...rejectedRequestPage(...page)),
    limit,
    step,
    ({ id }) => id,
  );
}

/** The rejected requests of a receipt number or external id, as search-key.ts makes them, newest first, up to a limit. */
export function findRejectedRequestsByKey(
  database: Queryable,
  businessId: string,
  key: string,
  limit: number,
): Promise<RejectedRequestRow[]> {
  return database.query<RejectedRequestRow>(
    `SELECT ${COLUMNS} FROM refused_writes r LEFT JOIN apps ON apps.id = r.app_id
     WHERE r.business_id = $1 AND (r.receipt_number = $2 OR r.external_id = $2) ORDER BY r.id DESC LIMIT $3`,
    [businessId, key, limit],
  );
}

/** One rejected request, with its body if that is kept. */
export async function findRejectedRequest(
  database: Queryable,
  businessId: string,
  id: string,
): Promise<(RejectedRequestRow & { body: string | null }) | undefined> {
  const [row] = await database.query<RejectedRequestRow & { body: string | null }>(
    `SELECT ${COLUMNS}, r.body FROM refused_writes r LEFT JOIN apps ON apps.id = r.app_id
     WHERE r.business_id = $1 AND r.id = $2`,
    [businessId, id],
  );
  return row;
}

/** The number of rejected requests of the given businesses, each at most 1,000. */
export async function countRejectedRequests(
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
export function issuesOf({ issues }: RejectedRequestRow): StoredIssue[] {
  return JSON.parse(issues) as StoredIssue[];
}
