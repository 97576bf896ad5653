import type { Summary } from './entry.js';

/** Exit codes of all commands. */
export const EXIT = {
  /** All documents are valid, or the command succeeded. */
  ok: 0,
  /** A document is invalid, or the signature was refused. */
  invalid: 1,
  /** Some input is unusable, or the command line is wrong. */
  unusable: 2,
} as const;

/** The lowest severity that makes a run fail. */
export type FailOn = 'error' | 'warning';

/**
 * Unusable input takes precedence over invalid documents, because the run did not validate all of its input.
 */
export function exitCodeOf({ failures, invalid, warnings }: Omit<Summary, 'exitCode'>, failOn: FailOn): number {
  if (failures.length > 0) return EXIT.unusable;
  return invalid > 0 || (failOn === 'warning' && warnings > 0) ? EXIT.invalid : EXIT.ok;
}
