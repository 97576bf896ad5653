import type { Parameter, Queryable, Row } from '../database/database.js';
import type { StoredIssue } from '../transactions/rejected-requests.js';
import { SAME_WRITE, sameWriteAs } from './same-write.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** A rejected request in a list. */
export interface RejectedRequestRow extends Row {
  readonly id: string;
  readonly at: Date;
  readonly app_id: string;
  /** Null if the app no longer exists. */
  readonly app_name: string | null;
  /** The error code of the response. */
  readonly code: string;
  /** The first issues, as JSON. */
  readonly issues: string;
  readonly issue_count: number;
  readonly receipt_number: string | null;
  readonly external_id: string | null;
}

/** The newest of the requests in which an app tried to write the same document. */
export interface RejectedWriteRow extends RejectedRequestRow {
  /** The number of these requests. */
  readonly times: number;
  /** The time of the first of these requests. */
  readonly first_at: Date;
}

const COLUMNS = `r.id, r.at, r.app_id, apps.name AS app_name, r.code, r.issues, r.issue_count, r.receipt_number, r.external_id`;

/**
 * The newest request for each document, with the number of requests for that document. Reads every request that meets
 * the conditions; a business has at most 1,000 requests, see MAX_PER_BUSINESS.
 */
const newestRequests = (where: string) => `(
    SELECT *, (count(*) OVER w)::integer AS times, min(at) OVER w AS first_at, max(id) OVER w AS newest FROM (
      SELECT business_id, id, at, app_id, code, issues, issue_count, receipt_number, external_id
      FROM refused_writes WHERE ${where}
    ) one WINDOW w AS (PARTITION BY ${SAME_WRITE})
  ) all_of_them WHERE id = newest`;

/**
 * The statement for a page of a business's rejected documents, newest first, and its parameters. A document that was
 * sent several times is one row.
 *
 * @param code selects requests with an issue that has this code
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
  if (code !== undefined) conditions.push(`position(${parameter(`"code":${JSON.stringify(code)}`)} IN issues) > 0`);
  const from = step ? `AND id ${compare} ${parameter(step.from)} COLLATE "C"` : '';
  const text = `SELECT ${COLUMNS}, r.times, r.first_at FROM (
      SELECT * FROM ${newestRequests(conditions.join(' AND '))} ${from} ORDER BY id ${order} LIMIT $2
    ) r LEFT JOIN apps ON apps.id = r.app_id ORDER BY r.id ${order}`;
  return [text, parameters];
}

export async function listRejectedRequests(
  database: Queryable,
  ...page: Parameters<typeof rejectedRequestPage>
): Promise<Paged<RejectedWriteRow>> {
  const [, step, limit] = page;
  return toPaged(await database.query<RejectedWriteRow>(...rejectedRequestPage(...page)), limit, step, ({ id }) => id);
}

/**
 * The rejected documents with this receipt number or external id, newest first, up to a limit. A document that was sent
 * several times is one row.
 *
 * @param key made by `searchKey`
 */
export function findRejectedRequestsByKey(
  database: Queryable,
  businessId: string,
  key: string,
  limit: number,
): Promise<RejectedWriteRow[]> {
  return database.query<RejectedWriteRow>(
    `SELECT ${COLUMNS}, r.times, r.first_at FROM (
       SELECT * FROM ${newestRequests('business_id = $1 AND (receipt_number = $2 OR external_id = $2)')}
     ) r LEFT JOIN apps ON apps.id = r.app_id ORDER BY r.id DESC LIMIT $3`,
    [businessId, key, limit],
  );
}

/** The rejected requests for the same document, including this request, newest first, up to a limit. */
export function listSameWrite(
  database: Queryable,
  businessId: string,
  { id, app_id: appId, receipt_number: receiptNumber, external_id: externalId }: RejectedRequestRow,
  limit: number,
): Promise<RejectedRequestRow[]> {
  const parameters: Parameter[] = [limit];
  const same = sameWriteAs(
    { id, businessId, appId, receiptNumber, externalId },
    (value) => `$${parameters.push(value)}`,
  );
  return database.query<RejectedRequestRow>(
    `SELECT ${COLUMNS} FROM refused_writes r LEFT JOIN apps ON apps.id = r.app_id
     WHERE ${same} ORDER BY r.id DESC LIMIT $1`,
    parameters,
  );
}

/** One rejected request, with its body if the body is kept. */
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

/** The number of stored rejected requests for each business that has any; at most 1,000 per business. */
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

/** Parses the issues in a row. */
export function issuesOf({ issues }: RejectedRequestRow): StoredIssue[] {
  return JSON.parse(issues) as StoredIssue[];
}
