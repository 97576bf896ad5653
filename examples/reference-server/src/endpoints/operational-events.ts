import type { Logger } from 'pino';
import type { Queryable, Row, Transactor } from '../database/database.js';
import { repeatInBackground, type Background } from '../database/in-background.js';
import { emit } from '../events/emit.js';
import { envelope } from '../events/envelope.js';
import { OPERATIONAL_FEATURE } from '../events/event-types.js';

/**
 * Operational events tell the other endpoints of an app or owner that an endpoint keeps failing, was paused, or has
 * recovered. An endpoint is reported as failing once until it recovers, so an operational event that cannot be delivered
 * does not cause an endless chain of further events.
 */

type OperationalType = 'endpoint.failing' | 'endpoint.paused' | 'endpoint.recovered';

/** An endpoint is reported once its attempts have failed for at least this long, and at least this many have failed. */
const FAILING_MS = 300_000;
const FAILING_ATTEMPTS = 3;

/** Milliseconds between searches: workers write an endpoint's state at most this often. */
const SEARCH_EVERY_MS = 10_000;

/** The maximum number of endpoints per statement. */
const BATCH = 100;

/** The columns of an endpoint that an operational event needs. */
export const REPORTED_COLUMNS =
  'id, app_id, owner_id, url, last_business_id, failing_since, failing_attempts, last_attempt_at, last_status';

/** An endpoint to which attempts have been made. */
export interface ReportedEndpoint extends Row {
  readonly id: string;
  readonly app_id: string | null;
  readonly owner_id: string | null;
  readonly url: string;
  readonly last_business_id: string | null;
  readonly failing_since: Date | null;
  readonly failing_attempts: number;
  readonly last_attempt_at: Date;
  readonly last_status: number | null;
}

/** Stores an operational event. Call it in the transaction that changes the endpoint's state. */
export type Announce = (tx: Queryable, type: OperationalType, endpoint: ReportedEndpoint) => Promise<void>;

export const NO_EVENT: Announce = async () => undefined;

/** @param features the enabled features; without `operational-events`, no events are stored */
export function createAnnounce(features: readonly string[], firstDelayMs: number): Announce {
  if (!features.includes(OPERATIONAL_FEATURE)) return NO_EVENT;
  return async (tx, type, endpoint) => {
    const endpoints = await readSubscribers(tx, type, endpoint);
    const businessId = endpoints.length === 0 ? undefined : await readBusiness(tx, endpoint);
    if (businessId === undefined) return;
    const { id: endpointId, url, failing_attempts: failedAttempts, last_status: lastStatus } = endpoint;
    const since = (endpoint.failing_since ?? endpoint.last_attempt_at).toISOString();
    const data = { endpointId, url, since, failedAttempts, lastStatus };
    await emit(tx, envelope(type, businessId, JSON.stringify(data), new Date()), firstDelayMs, { endpoints });
  };
}

/** The same condition as in the index `endpoints_for_operational_events`. */
const SUBSCRIBES = `events && '{endpoint.failing,endpoint.paused,endpoint.recovered}'::text[]`;

/** The statement that finds the app's or owner's other endpoints that subscribe to an event type. */
export const subscribersOf = (tenant: 'app' | 'owner') =>
  `SELECT id FROM endpoints WHERE ${tenant === 'app' ? 'app_id = $1' : 'app_id IS NULL AND owner_id = $1'} AND ${SUBSCRIBES}
     AND $2 = ANY(events) AND id <> $3 AND (enabled OR hold) ORDER BY id`;

async function readSubscribers(
  tx: Queryable,
  type: OperationalType,
  { id, app_id: appId, owner_id: ownerId }: ReportedEndpoint,
): Promise<string[]> {
  const text = subscribersOf(appId === null ? 'owner' : 'app');
  const rows = await tx.query<Row & { id: string }>(text, [appId ?? ownerId, type, id]);
  return rows.map((row) => row.id);
}

/**
 * The business that an operational event names: the business of the last attempt or, if the endpoint may no longer read
 * that business, another business that the endpoint may read. Undefined if the endpoint may not read any business, in
 * which case its app or owner gets no events at all.
 */
async function readBusiness(tx: Queryable, endpoint: ReportedEndpoint): Promise<string | undefined> {
  const { app_id: appId, owner_id: ownerId, last_business_id: last } = endpoint;
  const [row] = await tx.query<Row & { id: string | null }>(BUSINESS[appId === null ? 'owner' : 'app'], [
    appId ?? ownerId,
    last,
  ]);
  return row!.id ?? undefined;
}

const firstOf = (id: string, from: string) =>
  `SELECT coalesce((SELECT ${id} FROM ${from} AND ${id} = $2 LIMIT 1), (SELECT ${id} FROM ${from} ORDER BY ${id} LIMIT 1)) AS id`;

/**
 * The statements that choose the business. They do not use the view `readable`, which would read all the tenant's
 * businesses.
 */
const BUSINESS = {
  app: firstOf('business_id', 'authorizations WHERE app_id = $1 AND revoked_at IS NULL'),
  owner: firstOf('id', 'businesses WHERE owner_id = $1'),
};

/**
 * Endpoints whose state differs from the last reported state; the same condition as in the index `endpoints_to_report`.
 * With a further condition, the planner would expect no rows, and would read all endpoints instead of using the index.
 */
export const TO_REPORT = `SELECT id, failing_since IS NOT NULL AS failing, failing_since IS NULL OR ${hasFailed()} AS due
  FROM endpoints WHERE enabled AND (failing_since IS NULL) <> (failing_reported_at IS NULL) AND id > $1 COLLATE "C"
  ORDER BY id LIMIT ${BATCH}`;

/**
 * The SQL condition that a failing endpoint has failed often enough and long enough to be reported. Citus refuses to add
 * an interval to a column in an UPDATE.
 */
function hasFailed(): string {
  return `(failing_attempts >= ${FAILING_ATTEMPTS} AND last_attempt_at - failing_since >= interval '${FAILING_MS} milliseconds')`;
}

/** Each statement changes the endpoint only if the endpoint's state is still what the search found. */
const REPORT = {
  failing: `UPDATE endpoints SET failing_reported_at = now()
    WHERE id = $1 AND enabled AND failing_reported_at IS NULL AND ${hasFailed()} RETURNING ${REPORTED_COLUMNS}`,
  recovered: `UPDATE endpoints SET failing_reported_at = NULL, recovered_at = last_attempt_at
    WHERE id = $1 AND enabled AND failing_reported_at IS NOT NULL AND failing_since IS NULL RETURNING ${REPORTED_COLUMNS}`,
};

/**
 * Reports the endpoints that have begun to fail, and those that have recovered.
 *
 * @returns the number of reported endpoints
 * @throws DatabaseUnavailable
 */
export async function reportEndpoints(database: Transactor, announce: Announce, signal?: AbortSignal): Promise<number> {
  let reported = 0;
  let after = '';
  while (signal?.aborted !== true) {
    const found = await database.query<Row & { id: string; failing: boolean; due: boolean }>(TO_REPORT, [after]);
    for (const { id, failing } of found.filter(({ due }) => due)) {
      const state = failing ? 'failing' : 'recovered';
      reported += await database.transaction(async (tx) => {
        const [endpoint] = await tx.query<ReportedEndpoint>(REPORT[state], [id]);
        if (endpoint) await announce(tx, `endpoint.${state}`, endpoint);
        return Number(endpoint !== undefined);
      });
    }
    if (found.length < BATCH) break;
    after = found.at(-1)!.id;
  }
  return reported;
}

/** Until stopped, keeps reporting endpoints that begin to fail or recover. */
export function startReporting(
  database: Transactor,
  announce: Announce,
  log: Pick<Logger, 'warn'>,
  everyMs = SEARCH_EVERY_MS,
): Background {
  return repeatInBackground(
    async (signal) => {
      await reportEndpoints(database, announce, signal);
      return everyMs;
    },
    (err) => {
      log.warn({ err }, 'could not report failing endpoints');
      return everyMs;
    },
  );
}
