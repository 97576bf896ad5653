import { kindOf } from '../usage/kind.js';
import { mustBe } from '../usage/usage-error.js';

/** The time of a clock in milliseconds. @throws UsageError `invalid_option` for a clock that does not return a time */
export function timeOf(now: () => number): number {
  const time = now();
  if (Number.isFinite(time)) return time;
  throw mustBe('invalid_option', 'options.now', 'a clock in milliseconds', kindOf(time));
}
