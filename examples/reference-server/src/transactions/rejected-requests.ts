import type { Issue } from 'receipt-rule-packs';
import { v7 } from 'uuid';
import type { RejectedRequestMode } from '../config.js';
import { DatabaseUnavailable, type Database, type Queryable } from '../database/database.js';
import { searchKey } from './search-key.js';

/** The most rejected requests to keep per business. Beyond, the oldest are deleted. */
export const MAX_PER_BUSINESS = 1_000;

/** Days to keep a rejected request, and its body. */
export const RETENTION_DAYS = 30;
export const BODY_RETENTION_DAYS = 7;

/** The largest body to keep, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** The most issues to keep per request. Their total number is kept too. */
export const MAX_STORED_ISSUES = 50;

/** The most requests waiting to be stored. Others are answered, but not kept. */
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 8 * 1_048_576;

/** Milliseconds for which to collect rejected requests, so that most cost no statement. */
const BATCH_DELAY_MS = 1_000;

const SWEEP_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The most rows per statement of a sweep. */
const BATCH_SIZE = 1_000;

/** A write rejected with 422. Its sender is known and may write for the business. */
export interface RejectedRequest {
  readonly businessId: string;
  readonly appId: string;
  /** Code of the error. */
  readonly code: string;
  /** At least the first issues. */
  readonly issues: readonly Pick<Issue, 'field' | 'code' | 'rule'>[];
  readonly issueCount: number;
  /** The parsed body, or the fields of it that are kept. */
  readonly document: unknown;
  readonly body: Uint8Array;
}

/** An issue as kept. It contains nothing of the document but field names. */
export interface StoredIssue {
  readonly field: string;
  readonly code: string;
  /** The rule that found it; absent for faults of structure. */
  readonly rule?: string;
}

/**
 * Keeps rejected requests for people to inspect, up to the limits. Never delays a response or makes it fail.
 */
export interface RejectedRequestLog {
  readonly add: (rejected: RejectedRequest) => void;
  /** Stores what is waiting, and ends. */
  readonly close: () => Promise<void>;
}

interface PendingRow {
  readonly businessId: string;
  readonly bytes: number;
  /** The columns of the table. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** @param onFault called if the database refuses a row */
export function createRejectedRequestLog(
  database: Database,
  mode: RejectedRequestMode,
  onFault: (error: unknown) => void,
): RejectedRequestLog {
  let waiting: PendingRow[] = [];
  let bytes = 0;
  let batchTimer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const guarded = (work: () => Promise<unknown>) => async () => {
    await work().catch((error: unknown) => {
      // Nothing waits for these rows: they are lost while the database is unreachable.
      if (!(error instanceof DatabaseUnavailable)) onFault(error);
    });
  };
  const store = () => {
    batchTimer = undefined;
    const rows = waiting;
    waiting = [];
    bytes = 0;
    for (const [businessId, its] of byBusiness(rows)) {
      storing = storing.then(guarded(() => insertRows(database, businessId, its)));
    }
  };
  const sweep = () => void (storing = storing.then(guarded(() => purgeExpired(database, Date.now()))));
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  sweep();

  return {
    add: (rejected) => {
      if (mode === 'off' || waiting.length >= MAX_WAITING || bytes >= MAX_WAITING_BYTES) return;
      const row = toRow(rejected, mode === 'full');
      waiting.push(row);
      bytes += row.bytes;
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

function toRow(
  { businessId, appId, code, issues, issueCount, document, body }: RejectedRequest,
  full: boolean,
): PendingRow {
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
  return { businessId, bytes: storedIssues.length + (text?.length ?? 0), columns };
}

/** The sender may choose field names, so they may have any length. */
function toStoredIssue({ field, code, rule }: Pick<Issue, 'field' | 'code' | 'rule'>): StoredIssue {
  return { field: searchKey(field), code, ...(rule !== undefined && { rule }) };
}

function keyOf(value: unknown): string | null {
  return typeof value === 'string' ? searchKey(value) : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function byBusiness(rows: readonly PendingRow[]): Map<string, PendingRow[]> {
  const groups = new Map<string, PendingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.businessId);
    if (group) group.push(row);
    else groups.set(row.businessId, [row]);
  }
  return groups;
}

/** Stores rows of one business, and deletes its oldest ones beyond the limit. */
async function insertRows(database: Database, businessId: string, rows: readonly PendingRow[]): Promise<void> {
  await database.transaction(async (tx) => {
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
  });
}

/** Deletes old rows, and old bodies of other rows. @param now milliseconds */
export async function purgeExpired(database: Queryable, now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY_MS);
  await inBatches(database, EXPIRED, before(RETENTION_DAYS), 'DELETE FROM refused_writes r USING');
  await inBatches(
    database,
    EXPIRED_BODIES,
    before(BODY_RETENTION_DAYS),
    'UPDATE refused_writes r SET body = NULL FROM',
  );
}

/** Each in the order of an index. */
export const EXPIRED = `SELECT business_id, id FROM refused_writes WHERE at < $1 ORDER BY at LIMIT ${BATCH_SIZE}`;
export const EXPIRED_BODIES = `SELECT business_id, id FROM refused_writes
  WHERE body IS NOT NULL AND at < $1 ORDER BY at LIMIT ${BATCH_SIZE}`;

async function inBatches(database: Queryable, select: string, before: Date, change: string): Promise<void> {
  for (;;) {
    const rows = await database.query<{ business_id: string; id: string }>(select, [before]);
    if (rows.length === 0) return;
    await database.query(
      `${change} unnest($1::text[], $2::text[]) AS old (business_id, id)
       WHERE r.business_id = old.business_id AND r.id = old.id`,
      [rows.map((row) => row.business_id), rows.map((row) => row.id)],
    );
    if (rows.length < BATCH_SIZE) return;
  }
}
