import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** Rows that are counted at most: counting must not read whole tables. */
export const MOST_COUNTED = 10_000;

/** Attempts that the chart shows at most. */
export const MOST_CHARTED = 20_000;

/** How much there is of everything; a number above MOST_COUNTED means: more than that. */
export interface Counts extends Row {
  readonly businesses: number;
  readonly apps: number;
  readonly endpoints: number;
  readonly transactions: number;
  readonly pending: number;
  readonly failed: number;
}

/** Counts rows, each kind up to a bound. Deliveries are read by endpoint, in their partial indexes. */
export async function readCounts(database: Queryable): Promise<Counts> {
  const upTo = (rows: string) => `(SELECT count(*)::integer FROM (${rows} LIMIT ${MOST_COUNTED + 1}) counted)`;
  const deliveries = (state: string) =>
    upTo(`SELECT 1 FROM endpoints e CROSS JOIN LATERAL (
      SELECT 1 FROM deliveries WHERE endpoint_id = e.id AND state = '${state}' LIMIT ${MOST_COUNTED + 1}) d`);
  const [row] = await database.query<Counts>(
    `SELECT ${upTo('SELECT 1 FROM businesses')} AS businesses, ${upTo('SELECT 1 FROM apps')} AS apps,
       ${upTo('SELECT 1 FROM endpoints')} AS endpoints, ${upTo('SELECT 1 FROM transactions')} AS transactions,
       ${deliveries('pending')} AS pending, ${deliveries('failed')} AS failed`,
  );
  return row!;
}

/** The delivery that should have been attempted longest ago. */
export interface OldestDue extends Row {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly due_at: Date;
}

/** The most overdue delivery of the endpoints that are not paused; undefined where nothing is overdue. */
export async function readOldestDue(database: Queryable): Promise<OldestDue | undefined> {
  const [row] = await database.query<OldestDue>(
    `SELECT d.business_id, d.event_id, e.id AS endpoint_id, e.url, d.due_at
     FROM endpoints e CROSS JOIN LATERAL (
       SELECT business_id, event_id, due_at FROM deliveries
       WHERE endpoint_id = e.id AND state = 'pending' AND due_at <= now() ORDER BY due_at LIMIT 1
     ) d
     WHERE e.enabled ORDER BY d.due_at LIMIT 1`,
  );
  return row;
}

/** Attempts that began within one hour. */
export interface Hour {
  readonly start: Date;
  readonly delivered: number;
  readonly failed: number;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The attempts of this hour and the 23 before it, oldest first; the newest MOST_CHARTED of them. @param now milliseconds */
export async function readHours(database: Queryable, now: number): Promise<Hour[]> {
  const first = (Math.floor(now / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const rows = await database.query<Row & { hour: number; delivered: number; failed: number }>(
    `SELECT floor(extract(epoch FROM at - $1::timestamptz) / 3600)::integer AS hour,
       count(*) FILTER (WHERE error_class IS NULL)::integer AS delivered,
       count(*) FILTER (WHERE error_class IS NOT NULL)::integer AS failed
     FROM (SELECT at, error_class FROM attempts WHERE at >= $1 ORDER BY at DESC LIMIT ${MOST_CHARTED}) recent
     GROUP BY 1`,
    [new Date(first)],
  );
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return Array.from({ length: HOURS }, (_, hour) => {
    const { delivered = 0, failed = 0 } = byHour.get(hour) ?? {};
    return { start: new Date(first + hour * HOUR_MS), delivered, failed };
  });
}
