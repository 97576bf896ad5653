import type { Summary } from './entry.js';

/** Exit codes of all commands. */
export const EXIT = {
  /** All documents are valid, or the command did its work. */
  ok: 0,
  /** A document is invalid, or the signature was refused. */
  invalid: 1,
  /** The input cannot be used, or the command line is wrong. */
  unusable: 2,
} as const;

/** Whether warnings alone make a run fail. */
export type FailOn = 'error' | 'warning';

/**
 * An input that cannot be used comes before an invalid document: the run then says nothing about a part of its input.
 */
export function exitCodeOf({ failures, invalid, warnings }: Omit<Summary, 'exitCode'>, failOn: FailOn): number {
  if (failures.length > 0) return EXIT.unusable;
  return invalid > 0 || (failOn === 'warning' && warnings > 0) ? EXIT.invalid : EXIT.ok;
}
