import type { StoredTransaction } from 'receipt-rule-packs';
import type { Parameter, Queryable, Row } from 'receipt-reference-server/database/database.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** The largest document that a list reads, in bytes, so that a page does not fill the memory. */
const MAX_BYTES = 65_536;

/** A document in a list. */
export interface ListedTransaction {
  readonly id: string;
  /** Undefined if it is large: only its own page shows it. */
  readonly transaction: StoredTransaction | undefined;
  readonly bytes: number;
}

interface ListedRow extends Row {
  readonly id: string;
  readonly body: string | null;
  readonly bytes: number;
}

const LISTED = `id, octet_length(body) AS bytes, CASE WHEN octet_length(body) <= ${MAX_BYTES} THEN body END AS body`;

/** Instants from one to before another, in milliseconds. */
export type Period = readonly [from: number, before: number];

/**
 * The statement for a page of a business's transactions, newest first, and its parameters.
 *
 * @param period only transactions of this period
 */
export function transactionPage(
  businessId: string,
  step: PageStep,
  limit: number,
  period?: Period,
): readonly [text: string, parameters: readonly Parameter[]] {
  const { compare, order } = reading(step, 'DESC');
  const parameters: Parameter[] = [businessId, limit + 1];
  const parameter = (value: Parameter) => `$${parameters.push(value)}`;
  const conditions = ['business_id = $1'];
  if (step) {
    const id = parameter(step.from);
    const instant = `(SELECT instant_us FROM transactions WHERE business_id = $1 AND id = ${id})`;
    conditions.push(`(instant_us, id) ${compare} (${instant}, ${id} COLLATE "C")`);
  }
  if (period) {
    const [from, before] = period.map((milliseconds) => parameter(`${milliseconds}000`));
    conditions.push(`instant_us >= ${from}::bigint AND instant_us < ${before}::bigint`);
  }
  const text = `SELECT ${LISTED} FROM transactions WHERE ${conditions.join(' AND ')}
    ORDER BY instant_us ${order}, id ${order} LIMIT $2`;
  return [text, parameters];
}

export async function listTransactions(
  database: Queryable,
  ...page: Parameters<typeof transactionPage>
): Promise<Paged<ListedTransaction>> {
  const [, step, limit] = page;
  const rows = await database.query<ListedRow>(...transactionPage(...page));
  return toPaged(rows.map(toListed), limit, step, ({ id }) => id);
}

/** Finds by receipt number or external id, in the form of search-key.ts, up to a limit. Both have an index. */
export const BY_KEY = `SELECT ${LISTED} FROM transactions WHERE business_id = $1 AND receipt_number = $2
  UNION ALL SELECT ${LISTED} FROM transactions WHERE business_id = $1 AND external_id = $2 LIMIT $3`;

export async function findByKey(
  database: Queryable,
  businessId: string,
  key: string,
  limit: number,
): Promise<ListedTransaction[]> {
  return (await database.query<ListedRow>(BY_KEY, [businessId, key, limit])).map(toListed);
}

/** Documents by their ids. */
export async function findListed(
  database: Queryable,
  businessId: string,
  ids: readonly string[],
): Promise<ListedTransaction[]> {
  const rows = await database.query<ListedRow>(
    `SELECT ${LISTED} FROM transactions WHERE business_id = $1 AND id = ANY($2::text[])`,
    [businessId, ids],
  );
  return rows.map(toListed);
}

function toListed({ id, body, bytes }: ListedRow): ListedTransaction {
  return { id, bytes, transaction: body === null ? undefined : (JSON.parse(body) as StoredTransaction) };
}

/** A stored document: the text as the API returns it, its content, and its event. */
export interface Stored {
  readonly id: string;
  readonly body: string;
  readonly transaction: StoredTransaction;
  /** Null for a document stored before documents recorded their event. */
  readonly eventId: string | null;
}

export async function findStored(database: Queryable, businessId: string, id: string): Promise<Stored | undefined> {
  const [row] = await database.query<Row & { id: string; body: string; event_id: string | null }>(
    'SELECT id, body, event_id FROM transactions WHERE business_id = $1 AND id = $2',
    [businessId, id],
  );
  if (!row) return undefined;
  return { id, body: row.body, transaction: JSON.parse(row.body) as StoredTransaction, eventId: row.event_id };
}
