import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { LawPack, RulePack } from '../rule/types.js';
import { assemble, type Headroom } from './assemble.js';
import { drafts } from './draft.js';
import { withLaw } from './law-of.js';
import { checkOptions, TRANSACTION } from './option-shapes.js';
import type { TransactionOptions } from './options.js';
import { defined, shuffled } from './shape.js';

/**
 * Documents that are valid by construction under the law of a pack. They get no warnings except those that the options
 * ask for, `fiscal_missing`, because only a device has its data, and `pack_stale` on days that the reviewed law may not
 * cover (the option `timestamps` leaves them out). They cover all legal documents: every type, tender, rate and
 * destination (including sales to other member states), pieces and weighed goods, discounts (even larger than the
 * price), returned lines, rounding, currencies and dates of the law, jurisdictions and extensions if the law has them,
 * any text, any offset, numbers up to 2^53 − 1, any order of keys. They shrink to one simple line without optional
 * fields.
 *
 * They are valid under the `rateWindows`, `productTaxClass` and `original` of the options. Without these options they
 * are valid with `off` and `warn`. Some have rates that were not in force on their date: `warn`, the default of
 * `validate`, gives a warning, and `enforce` refuses them.
 *
 * Money is in minor units.
 *
 * @throws UsageError for a pack without a law (from definePack), unknown options, wrong values, or options that no
 * document fits; while drawing, if the caller's timestamp is on a day without a currency, or if `enforce` leaves no
 * rate: on the day of such a timestamp, or on any day for the class that `productTaxClass` returns for a line
 */
export function validTransaction(pack: RulePack, options: TransactionOptions = {}): fc.Arbitrary<Transaction> {
  checkOptions(options, TRANSACTION);
  return documents(withLaw(pack), options, { spare: 0, small: true });
}

/** As `validTransaction`, for checked options. */
export function documents(pack: LawPack, options: TransactionOptions, headroom: Headroom): fc.Arbitrary<Transaction> {
  return drafts(pack, options).map(
    (draft) => shuffled(defined(assemble(pack.law, draft, options, headroom)), draft.salt) as Transaction,
  );
}
