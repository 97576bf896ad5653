import type { Logger } from 'pino';
import { addAudit, lastAudited, WORKER } from '../audit/audit.js';
import type { Queryable, Row, Transactor } from '../database/database.js';
import { inBackground, repeatInBackground, type Background } from '../database/in-background.js';
import { NO_EVENT, REPORTED_COLUMNS, type Announce, type ReportedEndpoint } from './operational-events.js';

/** The number of days that the dashboard suggests while AUTO_PAUSE_DAYS is 0, as in https://docs.svix.com/retries. */
export const SUGGESTED_DAYS = 5;

/** With fewer attempts, an endpoint is not paused, because a rarely used endpoint can fail a few times by chance. */
const ENOUGH_ATTEMPTS = 20;

/** Milliseconds between searches for endpoints to pause, and before the first search. */
const SEARCH_EVERY_MS = 600_000;

/** The maximum number of endpoints per statement. */
const BATCH = 100;

const DAY_MS = 86_400_000;

/** The failures of an endpoint since its last success. */
interface Failing {
  readonly failing_since: Date | null;
  readonly failing_attempts: number;
  readonly last_attempt_at: Date | null;
}

/**
 * Whether all attempts have failed for `days` days, counted from the first failure since the last success to the last
 * attempt. Time since the last attempt does not count, and neither does the time before a user resumed the endpoint.
 *
 * @param days at least 1
 */
export async function hasOnlyFailed(
  database: Queryable,
  { id, failing_since: since, failing_attempts: attempts, last_attempt_at: last }: Failing & { readonly id: string },
  days: number,
): Promise<boolean> {
  if (since === null || last === null || attempts < ENOUGH_ATTEMPTS) return false;
  const lasts = (from: Date) => last.getTime() - from.getTime() >= days * DAY_MS;
  if (!lasts(since)) return false;
  const resumed = await lastAudited(database, `endpoint:${id}`, 'endpoint.resumed');
  return resumed === undefined || lasts(resumed.at);
}

interface Candidate extends Row, Failing {
  readonly id: string;
}

/**
 * Pauses the endpoints whose attempts have all failed for `days` days, and holds their new events. Adds each pause to
 * the audit log.
 *
 * @param announce stores the operational event about a pause; default: stores none
 * @returns the ids of the paused endpoints
 * @throws DatabaseUnavailable
 */
export async function pauseFailing(
  database: Transactor,
  days: number,
  announce = NO_EVENT,
  signal?: AbortSignal,
): Promise<string[]> {
  const paused: string[] = [];
  let after = '';
  while (signal?.aborted !== true) {
    const candidates = await database.query<Candidate>(CANDIDATES, [days, after]);
    for (const candidate of candidates) {
      if (!(await hasOnlyFailed(database, candidate, days)) || (await hasRecovered(database, candidate.id))) continue;
      if (await pauseOne(database, candidate.id, days, announce)) paused.push(candidate.id);
    }
    if (candidates.length < BATCH) break;
    after = candidates.at(-1)!.id;
  }
  return paused;
}

const FAILING = `enabled AND failing_since <= now() - $1 * interval '1 day' AND failing_attempts >= ${ENOUGH_ATTEMPTS}`;

const CANDIDATES = `SELECT id, failing_since, failing_attempts, last_attempt_at FROM endpoints
  WHERE ${FAILING} AND id > $2 COLLATE "C" ORDER BY id LIMIT ${BATCH}`;

/**
 * Whether an attempt has just succeeded. The endpoint's row may not show this yet, because workers update it up to ten
 * seconds later.
 */
async function hasRecovered(database: Queryable, id: string): Promise<boolean> {
  const rows = await database.query(
    `SELECT 1 AS delivered FROM delivery_log
     WHERE endpoint_id = $1 AND ended = 'delivered' AND at > now() - interval '1 minute' LIMIT 1`,
    [id],
  );
  return rows.length > 0;
}

/** Pauses an endpoint unless its state has changed since it was read. */
function pauseOne(database: Transactor, id: string, days: number, announce: Announce): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [endpoint] = await tx.query<ReportedEndpoint>(
      `UPDATE endpoints SET enabled = false, hold = true, failing_reported_at = coalesce(failing_reported_at, $3)
       WHERE ${FAILING} AND id = $2 RETURNING ${REPORTED_COLUMNS}`,
      [days, id, new Date()],
    );
    if (!endpoint) return false;
    const { app_id: appId, owner_id: ownerId } = endpoint;
    const tenant = appId === null ? `owner:${ownerId ?? ''}` : `app:${appId}`;
    const detail = `all attempts failed for ${days} ${days === 1 ? 'day' : 'days'}`;
    await addAudit(tx, WORKER, { what: 'endpoint.paused', subject: `endpoint:${id}`, tenant, detail });
    await announce(tx, 'endpoint.paused', endpoint);
    return true;
  });
}

/** Until stopped, keeps pausing endpoints whose attempts have all failed for `days` days. 0: does nothing. */
export function startAutoPause(
  database: Transactor,
  days: number,
  log: Pick<Logger, 'warn'>,
  { announce = NO_EVENT, everyMs = SEARCH_EVERY_MS } = {},
): Background {
  if (days <= 0) return inBackground(async () => undefined);
  return repeatInBackground(
    async (signal) => {
      for (const endpointId of await pauseFailing(database, days, announce, signal)) {
        log.warn({ endpointId, days }, 'endpoint paused: all its attempts have failed');
      }
      return everyMs;
    },
    (err) => {
      log.warn({ err }, 'could not pause failing endpoints');
      return everyMs;
    },
    // The first search also waits, so that attempts that became due while no worker was running are made first.
    everyMs,
  );
}
