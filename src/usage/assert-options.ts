import { nearest } from '../nearest.js';
import { assertOptionShapes, type OptionShapes } from './option-shapes.js';

/**
 * Checks the options of a call. An unknown name is answered with the name that was probably meant.
 *
 * @param where what the caller calls them: `options`
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function assertOptions(where: string, options: unknown, shapes: OptionShapes): void {
  assertOptionShapes(where, options, shapes, (name, known) => nearest(name, known)[0]);
}
