import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { assemble } from './assemble.js';
import { checkOptions, type TransactionOptions } from './options.js';
import { defined, shuffled } from './shape.js';
import { sketches } from './sketch.js';

/**
 * Documents that are valid by construction under a pack, from the whole legal space: every type, tender, rate and
 * market (One-Stop-Shop to every member state included), pieces and weighed goods, discounts, returned lines, prices
 * with and without tax, rounding, any text, extreme numbers, any order of keys. They get warnings, since those are
 * legal: hold parts fast with the options. They shrink to one plain line without optional fields.
 *
 * The pack's data and rules say what is valid: its currency, schemes and rate tables, and the rounding step that its
 * rules accept. Money is in minor units.
 *
 * @throws TypeError for unknown options, options that no document fits, and a pack whose rules read a namespace of
 * `extensions` that is not known here, where the option `extensions` is absent
 */
export function validTransaction(pack: RulePack, options: TransactionOptions = {}): fc.Arbitrary<Transaction> {
  checkOptions(options);
  return sketches(pack, options).map(
    (sketch) => shuffled(defined(assemble(pack, sketch, options)), sketch.salt) as Transaction,
  );
}
