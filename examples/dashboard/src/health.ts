import type { Undelivered } from 'receipt-reference-server/delivery/failures.js';
import type { Activity, Hour } from 'receipt-reference-server/read-model/counters.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';

/** The state of deliveries to an endpoint. */
export type Health =
  | { readonly state: 'healthy' }
  /** Some attempts fail. `percent` is the failure rate since `since`. */
  | { readonly state: 'degraded'; readonly percent: number; readonly since: Date }
  /** Attempts succeed again, but the server gave up on `givenUp` events, and will not send those again. */
  | { readonly state: 'degraded'; readonly givenUp: number }
  | { readonly state: 'failing'; readonly since: Date }
  | { readonly state: 'paused' }
  | { readonly state: 'new' };

/** With fewer attempts in an hour, the failure rate is not meaningful. */
export const ENOUGH = 20;
export const TOLERATED = 0.05;

/** If no attempt has succeeded for this long, the endpoint is failing, even if some succeeded before. */
const SILENT_MS = 600_000;

/**
 * This many consecutive failures are not a coincidence, even for an endpoint where one attempt in three usually fails.
 */
const IN_A_ROW = 10;

const DAY_MS = 86_400_000;

/** @param now Unix time in milliseconds */
export function healthOf(
  endpoint: Pick<EndpointRow, 'enabled' | 'last_attempt_at' | 'failing_since' | 'failing_attempts'>,
  { hours }: Pick<Activity, 'hours'>,
  { givenUp, lastGivenUp }: Pick<Undelivered, 'givenUp' | 'lastGivenUp'>,
  now: number,
): Health {
  const { enabled, last_attempt_at: lastAttempt, failing_since: failingSince, failing_attempts: failures } = endpoint;
  if (!enabled) return { state: 'paused' };
  const degraded = degradation(hours);
  if (failingSince !== null) {
    const answered =
      now - failingSince.getTime() <= SILENT_MS && hours.slice(-2).some(({ delivered }) => delivered > 0);
    const flaps = degraded !== undefined && answered && failures < IN_A_ROW;
    return flaps ? degraded : { state: 'failing', since: failingSince };
  }
  if (degraded) return degraded;
  if (lastGivenUp !== null && now - lastGivenUp.getTime() <= DAY_MS) return { state: 'degraded', givenUp };
  return lastAttempt === null ? { state: 'new' } : { state: 'healthy' };
}

/**
 * Returns the failure rate over the most recent run of hours in which too many attempts failed; undefined if the run
 * ended before the last two hours.
 */
function degradation(hours: readonly Hour[]): Health | undefined {
  const back = hours.slice(-2).reverse().findIndex(isBad);
  if (back === -1) return undefined;
  let first = hours.length - 1 - back;
  while (first > 0 && isBad(hours[first - 1]!)) first -= 1;
  const bad = hours.slice(first);
  const [failed, all] = [sum(bad, ({ failed: n }) => n), sum(bad, attempts)];
  return { state: 'degraded', percent: Math.max(1, Math.round((100 * failed) / all)), since: bad[0]!.start };
}

const attempts = ({ delivered, failed }: Hour) => delivered + failed;
const isBad = (hour: Hour) => attempts(hour) >= ENOUGH && hour.failed > TOLERATED * attempts(hour);
const sum = (hours: readonly Hour[], of: (hour: Hour) => number) => hours.reduce((total, hour) => total + of(hour), 0);

/** Whether the endpoint needs attention. */
export function needsAttention({ state }: Health): boolean {
  return state === 'failing' || state === 'degraded';
}

/**
 * Compares endpoints, to list the worst affected first: those with the most events that the server gave up on, then
 * those with the most waiting events, then those that have been failing the longest.
 */
export function byHarm(
  a: { readonly undelivered: Undelivered; readonly health: Health },
  b: { readonly undelivered: Undelivered; readonly health: Health },
): number {
  const begun = ({ health }: typeof a) => ('since' in health ? health.since.getTime() : Infinity);
  return (
    b.undelivered.givenUp - a.undelivered.givenUp ||
    b.undelivered.waiting - a.undelivered.waiting ||
    (begun(a) < begun(b) ? -1 : Number(begun(a) > begun(b)))
  );
}
