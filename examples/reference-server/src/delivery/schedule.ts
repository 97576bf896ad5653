/** The maximum number of attempts per delivery. Source: service interface, Limits. */
export const ATTEMPTS = 6;

/**
 * Milliseconds before each attempt, counted from the end of the previous attempt: 0, 30 s, 5 min, 30 min, 2 h, 12 h.
 */
export const DEFAULT_DELAYS_MS: readonly number[] = [0, 30_000, 300_000, 1_800_000, 7_200_000, 43_200_000];

/** A delivery's state after an attempt. */
export interface Next {
  readonly state: 'delivered' | 'failed' | 'pending';
  /** Milliseconds before the next attempt, if there is one. */
  readonly inMs?: number;
}

/**
 * The next state according to the table "States and transitions" in the service interface.
 *
 * @param attempt the number of the attempt that ended, 1 to 6
 * @param delaysMs milliseconds before each of the six attempts
 */
export function nextState(attempt: number, delivered: boolean, delaysMs: readonly number[]): Next {
  if (delivered) return { state: 'delivered' };
  const inMs = delaysMs[attempt];
  return attempt >= ATTEMPTS || inMs === undefined ? { state: 'failed' } : { state: 'pending', inMs };
}
