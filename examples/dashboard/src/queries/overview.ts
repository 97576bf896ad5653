import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** The most rows to count: counting must not read whole tables. */
export const MAX_COUNTED = 10_000;

/** The most attempts that the chart shows. */
export const MAX_CHARTED = 20_000;

/** Counts of everything; a number above MAX_COUNTED means more than that. */
export interface Counts extends Row {
  readonly businesses: number;
  readonly apps: number;
  readonly transactions: number;
  readonly refused: number;
  readonly waiting: number;
  readonly failed: number;
  /** All endpoints. */
  readonly endpoints: number;
  readonly failing: number;
  readonly paused: number;
  /** Endpoints that are not paused and have never received anything. */
  readonly unused: number;
}

/**
 * Counts rows, each kind up to a limit, in the order of an index, so that it reads no other rows, no documents, and no
 * dead rows.
 */
export async function readCounts(database: Queryable): Promise<Counts> {
  const upTo = (rows: string) =>
    `(SELECT count(*)::integer FROM (SELECT 1 FROM ${rows} LIMIT ${MAX_COUNTED + 1}) counted)`;
  const [row] = await database.query<Counts>(
    `SELECT ${upTo('businesses ORDER BY id')} AS businesses, ${upTo('apps ORDER BY id')} AS apps,
       ${upTo('transactions ORDER BY business_id, id')} AS transactions,
       ${upTo('refused_writes ORDER BY business_id, id')} AS refused,
       ${upTo('outbox WHERE NOT held ORDER BY endpoint_id, due_at')} AS waiting,
       ${upTo(`delivery_log WHERE ended = 'failed' ORDER BY endpoint_id, finished_at`)} AS failed,
       ${upTo('endpoints ORDER BY id')} AS endpoints,
       ${upTo('endpoints WHERE enabled AND failing_since IS NOT NULL ORDER BY failing_since')} AS failing,
       ${upTo('endpoints WHERE NOT enabled ORDER BY id')} AS paused,
       ${upTo('endpoints WHERE enabled AND last_attempt_at IS NULL ORDER BY id')} AS unused`,
  );
  return row!;
}

/** The delivery that has been overdue longest. */
export interface OldestDue extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly due_at: Date;
}

/** The most overdue delivery of all endpoints that are not paused; undefined if nothing is overdue. */
export async function readOldestDue(database: Queryable): Promise<OldestDue | undefined> {
  const due = 'NOT held AND due_at <= now()';
  const [row] = await database.query<OldestDue>(
    `SELECT d.business_id, d.event_id, e.id AS endpoint_id, e.url, d.due_at
     FROM ${
       database.sharded
         ? `outbox d JOIN endpoints e ON e.id = d.endpoint_id AND ${due}`
         : `endpoints e CROSS JOIN LATERAL (
              SELECT business_id, event_id, due_at FROM outbox WHERE endpoint_id = e.id AND ${due} ORDER BY due_at LIMIT 1
            ) d`
     }
     WHERE e.enabled ORDER BY d.due_at LIMIT 1`,
  );
  return row;
}

/** Attempts by result. */
export interface Ended {
  readonly delivered: number;
  readonly failed: number;
}

/** Attempts that began within one hour. */
export interface Hour extends Ended {
  readonly start: Date;
}

/** The attempts of a day. */
export interface Activity {
  /** The attempts of this hour and the 23 before it, oldest first. */
  readonly hours: readonly Hour[];
  /** The attempts of the given endpoints. */
  readonly byEndpoint: ReadonlyMap<string, Ended>;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * The newest MAX_CHARTED attempts of this hour and the 23 before it, of all and of some endpoints. @param now
 * milliseconds
 */
export async function readActivity(database: Queryable, endpoints: readonly string[], now: number): Promise<Activity> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const rows = await database.query<Row & Ended & { hour: number; endpoint_id: string | null }>(
    `SELECT floor(extract(epoch FROM at - $1::timestamptz) / 3600)::integer AS hour,
       CASE WHEN endpoint_id = ANY($2::text[]) THEN endpoint_id END AS endpoint_id,
       count(*) FILTER (WHERE error_class IS NULL)::integer AS delivered,
       count(*) FILTER (WHERE error_class IS NOT NULL)::integer AS failed
     FROM (SELECT at, endpoint_id, error_class FROM attempts WHERE at >= $1 ORDER BY at DESC LIMIT ${MAX_CHARTED}) recent
     GROUP BY 1, 2`,
    [new Date(first), endpoints],
  );
  return {
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      start: new Date(first + hour * HOUR_MS),
      ...sum(rows.filter((row) => row.hour === hour)),
    })),
    byEndpoint: new Map(endpoints.map((id) => [id, sum(rows.filter((row) => row.endpoint_id === id))])),
  };
}

function sum(parts: readonly Ended[]): Ended {
  return {
    delivered: parts.reduce((total, { delivered }) => total + delivered, 0),
    failed: parts.reduce((total, { failed }) => total + failed, 0),
  };
}
