import type { Summary } from './entry.js';

/** Exit codes of all commands. */
export const EXIT = {
  /** All valid; the command did what it was asked. */
  ok: 0,
  /** Some document is invalid; the signature was refused. */
  invalid: 1,
  /** The input cannot be used, or the command line is wrong. */
  unusable: 2,
} as const;

/** Whether warnings alone make a run fail. */
export type FailOn = 'error' | 'warning';

/** What cannot be used weighs more than what is invalid: the run then says nothing about a part of its input. */
export function exitCodeOf({ failures, invalid, warnings }: Omit<Summary, 'exitCode'>, failOn: FailOn): number {
  if (failures.length > 0) return EXIT.unusable;
  return invalid > 0 || (failOn === 'warning' && warnings > 0) ? EXIT.invalid : EXIT.ok;
}
