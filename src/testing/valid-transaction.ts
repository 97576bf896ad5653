import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { LawPack, RulePack } from '../pack/types.js';
import { assemble, type Headroom } from './assemble.js';
import { drafts } from './draft.js';
import { withLaw } from './law-of.js';
import { checkOptions, TRANSACTION } from './option-checks.js';
import type { TransactionOptions } from './options.js';
import { defined, shuffled } from './shape.js';

/**
 * Documents that are valid by construction under the law of a pack, and get no warning that the options do not ask for.
 * They are drawn from all that is legal: every type, tender, rate and destination (sales to other member states
 * included), pieces and weighed goods, discounts beyond the price too, returned lines, rounding, currencies and dates of
 * the law, jurisdictions and extensions where it has them, any text, any offset, numbers up to 2^53 − 1, any order of
 * keys. They shrink to one plain line without optional fields.
 *
 * They are valid under the `rateWindows`, `itemClass` and `original` that the options name. Without these they are valid
 * under `off` and `warn`; some of them have rates that did not hold on their date, which `warn` warns of and `enforce`
 * refuses.
 *
 * Money is in minor units.
 *
 * @throws TypeError for a pack without a law (definePack makes such), unknown options, and options that are not what they
 * must be or that no document fits; while drawing, where a timestamp of the caller's own lies on a day without a currency,
 * and where `enforce` leaves no rate that held: on such a timestamp, or on any day for the class that `itemClass` gives a
 * line
 */
export function validTransaction(pack: RulePack, options: TransactionOptions = {}): fc.Arbitrary<Transaction> {
  checkOptions(options, TRANSACTION);
  return documents(withLaw(pack), options, { spare: 0, small: true });
}

/** The same of options that are known to be right. */
export function documents(pack: LawPack, options: TransactionOptions, headroom: Headroom): fc.Arbitrary<Transaction> {
  return drafts(pack, options).map(
    (draft) => shuffled(defined(assemble(pack.law, draft, options, headroom)), draft.salt) as Transaction,
  );
}
