import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { assemble } from './assemble.js';
import { checkOptions, TRANSACTION } from './option-checks.js';
import type { TransactionOptions } from './options.js';
import { defined, shuffled } from './shape.js';
import { sketches } from './sketch.js';

/**
 * Documents that are valid by construction under a pack, from the whole legal space: every type, tender, rate and
 * market (One-Stop-Shop to every member state included), pieces and weighed goods, discounts beyond the price too,
 * returned lines, prices with and without tax, rounding, any text, any offset, numbers up to 2^53 − 1, any order of keys.
 * They get warnings, since those are legal: hold parts fast with the options. They shrink to one plain line without
 * optional fields.
 *
 * They are valid under the `rateWindows` and `itemClass` that the options name. Without these they are valid under
 * `off` and `warn`; some of them have rates that did not hold on their date, which `enforce` refuses.
 *
 * The pack's data and rules say what is valid: its currency, schemes and rate tables, and the rounding step that its
 * rules accept. Money is in minor units.
 *
 * @throws TypeError for unknown options, options that are not what they must be or that no document fits, and a pack
 * whose rules read a namespace of `extensions` that is not known here, where the option `extensions` is absent; while
 * drawing, where `enforce` leaves no rate that held: on a timestamp of the caller's own, or on any day for the class that
 * `itemClass` gives a line
 */
export function validTransaction(pack: RulePack, options: TransactionOptions = {}): fc.Arbitrary<Transaction> {
  checkOptions(options, TRANSACTION);
  return documents(pack, options, 0);
}

/**
 * The same of options that are known to be right.
 *
 * @param spare how far all figures stay from the largest safe integer, for what a change adds to them
 */
export function documents(pack: RulePack, options: TransactionOptions, spare: number): fc.Arbitrary<Transaction> {
  return sketches(pack, options).map(
    (sketch) => shuffled(defined(assemble(pack, sketch, options, spare)), sketch.salt) as Transaction,
  );
}
