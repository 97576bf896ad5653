import type { Issue } from 'receipt-rule-packs';
import { v7 } from 'uuid';
import type { RejectedRequestMode } from '../config.js';
import { DatabaseUnavailable, type Database, type Queryable } from '../database/database.js';
import { withPartitions } from '../database/partitions.js';
import { searchKey } from './search-key.js';

/** The maximum number of rejected requests to keep per business. Older requests are deleted. */
export const MAX_PER_BUSINESS = 1_000;

/** The number of days to keep a rejected request. */
export const RETENTION_DAYS = 30;
/** The number of days to keep a rejected request's body. */
export const BODY_RETENTION_DAYS = 7;

/** The maximum size of a body to keep, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** The maximum number of issues to keep per request; their total number is kept too. */
export const MAX_STORED_ISSUES = 50;

/**
 * The maximum number of requests waiting to be stored, per business and in total, and their maximum total size. A
 * business above its limit loses its oldest request. If a total is exceeded, the business with the most requests loses
 * its oldest request, so that its flood does not displace the requests of other businesses.
 */
const MAX_WAITING_OF_BUSINESS = 100;
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 8 * 1_048_576;

/** How long to collect rejected requests, in milliseconds, so that requests for the same business share a statement. */
const BATCH_DELAY_MS = 1_000;

const SWEEP_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The maximum number of rows per statement that deletes rows or bodies. */
const BATCH_SIZE = 1_000;

/** A write that was rejected with 422. Its sender is authenticated and may write for the business. */
export interface RejectedRequest {
  readonly businessId: string;
  readonly appId: string;
  /** The error code of the response. */
  readonly code: string;
  /** The first issues, or all of them. */
  readonly issues: readonly Pick<Issue, 'field' | 'code' | 'rule'>[];
  readonly issueCount: number;
  /** The parsed body, or only the fields that are kept. */
  readonly document: unknown;
  readonly body: Uint8Array;
}

/** An issue as stored, which contains nothing from the document apart from field names. */
export interface StoredIssue {
  readonly field: string;
  readonly code: string;
  /** The rule that reported the issue; absent for structural errors. */
  readonly rule?: string;
}

/** Keeps rejected requests for inspection, up to the limits. Never delays a response or causes it to fail. */
export interface RejectedRequestLog {
  readonly add: (rejected: RejectedRequest) => void;
  /** Stores the waiting requests and stops. */
  readonly close: () => Promise<void>;
}

interface PendingRow {
  readonly bytes: number;
  /** Values by column name. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** @param onFault called if the database rejects a statement */
export function createRejectedRequestLog(
  database: Database,
  mode: RejectedRequestMode,
  onFault: (error: unknown) => void,
): RejectedRequestLog {
  let waiting = createWaiting();
  let batchTimer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const guarded = (work: () => Promise<unknown>) => async () => {
    await work().catch((error: unknown) => {
      // These rows are not retried: they are lost while the database is unreachable.
      if (!(error instanceof DatabaseUnavailable)) onFault(error);
    });
  };
  const store = () => {
    batchTimer = undefined;
    const { rows } = waiting;
    waiting = createWaiting();
    for (const [businessId, its] of rows) {
      storing = storing.then(guarded(() => insertRows(database, businessId, its)));
    }
  };
  const sweep = () => void (storing = storing.then(guarded(() => purgeBodies(database, Date.now()))));
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  sweep();

  return {
    add: (rejected) => {
      if (mode === 'off') return;
      waiting.add(rejected.businessId, toRow(rejected, mode === 'full'));
      batchTimer ??= setTimeout(() => void storing.then(store), BATCH_DELAY_MS);
    },
    close: async () => {
      clearInterval(sweeping);
      clearTimeout(batchTimer);
      store();
      await storing;
    },
  };
}

/** The rows waiting to be stored, by business, oldest first. */
interface Waiting {
  readonly rows: ReadonlyMap<string, readonly PendingRow[]>;
  readonly add: (businessId: string, row: PendingRow) => void;
}

function createWaiting(): Waiting {
  const rows = new Map<string, PendingRow[]>();
  let [count, bytes] = [0, 0];
  const dropOldest = (its: PendingRow[]) => {
    count -= 1;
    bytes -= its.shift()!.bytes;
  };
  return {
    rows,
    add: (businessId, row) => {
      const its = rows.get(businessId) ?? [];
      rows.set(businessId, its);
      its.push(row);
      count += 1;
      bytes += row.bytes;
      if (its.length > MAX_WAITING_OF_BUSINESS) dropOldest(its);
      while (count > MAX_WAITING || bytes > MAX_WAITING_BYTES) {
        dropOldest([...rows.values()].reduce((most, one) => (one.length > most.length ? one : most)));
      }
    },
  };
}

function toRow({ appId, code, issues, issueCount, document, body }: RejectedRequest, full: boolean): PendingRow {
  const { receiptNumber, source } = fieldsOf(document);
  const storedIssues = JSON.stringify(issues.slice(0, MAX_STORED_ISSUES).map(toStoredIssue));
  const text = full && body.length <= MAX_BODY_BYTES ? new TextDecoder().decode(body) : null;
  const columns = {
    id: `ref_${v7()}`,
    at: new Date(),
    app_id: appId,
    code,
    issues: storedIssues,
    issue_count: issueCount,
    receipt_number: keyOf(receiptNumber),
    external_id: keyOf(fieldsOf(source).externalId),
    body: text,
  };
  return { bytes: storedIssues.length + (text?.length ?? 0), columns };
}

/** Shortens the field path, because senders choose the names of some fields, which can therefore have any length. */
function toStoredIssue({ field, code, rule }: Pick<Issue, 'field' | 'code' | 'rule'>): StoredIssue {
  return { field: searchKey(field), code, ...(rule !== undefined && { rule }) };
}

function keyOf(value: unknown): string | null {
  return typeof value === 'string' ? searchKey(value) : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Stores rows for one business, and deletes the business's oldest rows above the limit. */
async function insertRows(database: Database, businessId: string, rows: readonly PendingRow[]): Promise<void> {
  const times = rows.map(({ columns }) => columns.at as Date);
  const insert = async (tx: Queryable) => {
    await tx.query(
      `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, receipt_number, external_id, body)
       SELECT $1, id, at, app_id, code, issues, issue_count, receipt_number, external_id, body
       FROM json_to_recordset($2::json) AS r (id text, at timestamptz, app_id text, code text, issues text,
         issue_count integer, receipt_number text, external_id text, body text)`,
      [businessId, JSON.stringify(rows.map(({ columns }) => columns))],
    );
    await tx.query(
      `DELETE FROM refused_writes WHERE business_id = $1 AND id <= (
         SELECT id FROM refused_writes WHERE business_id = $1 ORDER BY id DESC OFFSET ${MAX_PER_BUSINESS} LIMIT 1)`,
      [businessId],
    );
  };
  await withPartitions(database, 'refused_writes', times, () => database.transaction(insert));
}

/** Deletes bodies older than BODY_RETENTION_DAYS. @param now milliseconds since the epoch */
async function purgeBodies(database: Queryable, now: number): Promise<void> {
  const before = new Date(now - BODY_RETENTION_DAYS * DAY_MS);
  await inBatches(database, EXPIRED_BODIES, before, 'UPDATE refused_writes r SET body = NULL FROM');
}

/**
 * Deletes rows older than `before` that were stored before the table was partitioned, and so were not dropped with a
 * partition.
 *
 * @returns the number of deleted rows
 * @throws DatabaseUnavailable
 */
export async function deleteRejected(database: Queryable, before: Date): Promise<number> {
  return inBatches(database, EXPIRED, before, 'DELETE FROM refused_writes r USING');
}

/** Both sort by an indexed column. */
export const EXPIRED = `SELECT business_id, id FROM refused_writes WHERE at < $1 ORDER BY at LIMIT ${BATCH_SIZE}`;
export const EXPIRED_BODIES = `SELECT business_id, id FROM refused_writes
  WHERE body IS NOT NULL AND at < $1 ORDER BY at LIMIT ${BATCH_SIZE}`;

async function inBatches(database: Queryable, select: string, before: Date, change: string): Promise<number> {
  for (let changed = 0; ;) {
    const rows = await database.query<{ business_id: string; id: string }>(select, [before]);
    if (rows.length === 0) return changed;
    await database.query(
      `${change} unnest($1::text[], $2::text[]) AS old (business_id, id)
       WHERE r.business_id = old.business_id AND r.id = old.id`,
      [rows.map((row) => row.business_id), rows.map((row) => row.id)],
    );
    changed += rows.length;
    if (rows.length < BATCH_SIZE) return changed;
  }
}
