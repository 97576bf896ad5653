import { show } from '../text/show.js';
import { mustBe, type UsageError } from './usage-error.js';

/**
 * @param argument how the caller names the value: `business.country`
 * @param wanted what is valid: `an array of rule packs`
 * @throws UsageError `invalid_argument` unless `holds`
 */
export function assertArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw invalidArgument(argument, wanted, found);
}

export const invalidArgument = (argument: string, wanted: string, found: unknown): UsageError =>
  mustBe('invalid_argument', argument, wanted, show(found));

export const invalidOption = (argument: string, wanted: string, found: unknown): UsageError =>
  mustBe('invalid_option', argument, wanted, show(found));
