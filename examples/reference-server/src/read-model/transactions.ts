import type { StoredTransaction } from 'receipt-rule-packs';
import type { Parameter, Queryable, Row } from '../database/database.js';
import { eventIdOf, storedBytes, storedText } from '../sql/documents.js';
import { unpack } from '../transactions/packed.js';
import { ID } from './id.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** The maximum size of a document that a list reads, in bytes, so that a page cannot exhaust memory. */
const MAX_BYTES = 65_536;

/** A document in a list. */
export interface ListedTransaction {
  readonly id: string;
  /** Undefined if the document is too large for a list, or damaged. */
  readonly transaction: StoredTransaction | undefined;
  readonly bytes: number;
}

interface ListedRow extends Row {
  readonly id: string;
  /** Null if the document is too large for a list. */
  readonly stored: string | null;
  readonly bytes: number;
}

const LISTED = `t.id, ${storedBytes('t')} AS bytes,
  CASE WHEN ${storedBytes('t')} <= ${MAX_BYTES} THEN ${storedText('t')} END AS stored`;

/** A time range in milliseconds since 1970; `from` is inclusive, `before` exclusive. */
export type Period = readonly [from: number, before: number];

/**
 * The statement for a page of a business's transactions, newest first, and its parameters.
 *
 * @param period selects transactions in this period
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
  const text = `SELECT ${LISTED} FROM transactions t WHERE ${conditions.join(' AND ')}
    ORDER BY instant_us ${order}, id ${order} LIMIT $2`;
  return [text, parameters];
}

export async function listTransactions(
  database: Queryable,
  ...page: Parameters<typeof transactionPage>
): Promise<Paged<ListedTransaction>> {
  const [, step, limit] = page;
  const rows = await database.query<ListedRow>(...transactionPage(...page));
  return toPaged(await toListed(rows), limit, step, ({ id }) => id);
}

/**
 * Finds transactions whose receipt number or external id equals a `searchKey`, up to a limit. There is an index for
 * each.
 */
export const BY_KEY = `SELECT ${LISTED} FROM transactions t WHERE business_id = $1 AND receipt_number = $2
  UNION ALL SELECT ${LISTED} FROM transactions t WHERE business_id = $1 AND external_id = $2 LIMIT $3`;

export async function findByKey(
  database: Queryable,
  businessId: string,
  key: string,
  limit: number,
): Promise<ListedTransaction[]> {
  return toListed(await database.query<ListedRow>(BY_KEY, [businessId, key, limit]));
}

/** Finds documents by their ids. */
export async function findListed(
  database: Queryable,
  businessId: string,
  ids: readonly string[],
): Promise<ListedTransaction[]> {
  const rows = await database.query<ListedRow>(
    `SELECT ${LISTED} FROM transactions t WHERE business_id = $1 AND id = ANY($2::text[])`,
    [businessId, ids],
  );
  return toListed(rows);
}

function toListed(rows: readonly ListedRow[]): Promise<ListedTransaction[]> {
  return Promise.all(
    rows.map(async ({ id, stored, bytes }) => {
      // One damaged document must not hide the other documents.
      const body = stored === null ? undefined : await unpack(stored).catch(() => undefined);
      return { id, bytes, transaction: body === undefined ? undefined : (JSON.parse(body) as StoredTransaction) };
    }),
  );
}

/** A stored document: its text as the API returns it, its parsed content, and its event. */
export interface Stored {
  readonly id: string;
  readonly body: string;
  readonly transaction: StoredTransaction;
  /** Null for a document stored by a release that did not record the event. */
  readonly eventId: string | null;
}

export async function findStored(database: Queryable, businessId: string, id: string): Promise<Stored | undefined> {
  const [row] = await database.query<Row & { stored: string; event_id: string | null; is_event: boolean }>(
    `SELECT ${storedText('t')} AS stored, event_id, coding IS NOT NULL AS is_event FROM transactions t
     WHERE business_id = $1 AND id = $2`,
    [businessId, id],
  );
  if (!row) return undefined;
  const body = await unpack(row.stored);
  const eventId = row.is_event ? eventIdOf(id) : row.event_id;
  return { id, body, transaction: JSON.parse(body) as StoredTransaction, eventId };
}

/** The stored document that a document corrects; undefined if there is none. Accepts any value. */
export async function findOriginal(
  database: Queryable,
  businessId: string,
  document: unknown,
): Promise<StoredTransaction | undefined> {
  const { linkedTransaction } = Object(document) as { readonly linkedTransaction?: unknown };
  const { originalTransactionId: id } = Object(linkedTransaction) as { readonly originalTransactionId?: unknown };
  if (typeof id !== 'string' || !ID.test(id)) return undefined;
  return (await findStored(database, businessId, id))?.transaction;
}
