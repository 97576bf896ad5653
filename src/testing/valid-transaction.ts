import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { LawPack, RulePack } from '../rule/types.js';
import { assemble, type Headroom } from './assemble.js';
import { drafts, type TransactionParts } from './draft.js';
import { changed } from './mutation.js';
import { UNUSUAL } from './mutations/rules.generated.js';
import { withLaw, checkOptions, TRANSACTION } from './option-shapes.js';
import type { TransactionOptions } from './options.js';

/**
 * Generates documents that are valid under a pack's law. The documents get only the warnings that the options request,
 * plus `fiscal_missing`, because only a device has the data, and `pack_stale` on days that the reviewed law may not
 * cover (the option `timestamps` can exclude these days). The documents cover everything that is allowed: every type,
 * tender, rate and destination (including sales to other member states), pieces and weighed goods, discounts (even
 * above the price), returned lines, rounding, the law's currencies and dates, its jurisdictions and extensions if any,
 * any text, any offset, numbers up to 2^53 − 1, and any order of keys. The documents shrink to a single simple line
 * without optional fields.
 *
 * The documents are valid with the `rateWindows`, `productTaxClass` and `original` in the options. Without these
 * options, they are valid with `rateWindows` set to `off` or `warn`. Some documents then have rates that were not in
 * force on their date: `warn`, the default of `validate`, raises a warning, and `enforce` rejects them.
 *
 * Money is in minor units.
 *
 * @throws UsageError for a pack without a law, for unknown or invalid options, or if no document can match the options;
 * while generating, for a timestamp from the caller on a day without a currency, or if `enforce` leaves no rate on that
 * day, or on any day for the class that `productTaxClass` returns for a line
 */
export function validTransaction(pack: RulePack, options: TransactionOptions = {}): fc.Arbitrary<Transaction> {
  checkOptions(options, TRANSACTION);
  return documents(withLaw(pack), options, { spare: 0, small: true });
}

/** Like `validTransaction`, but for options that have been checked. */
export function documents(pack: LawPack, options: TransactionOptions, headroom: Headroom): fc.Arbitrary<Transaction> {
  return drafts(pack, options).map((draft) => {
    const document = defined(assemble(pack.law, draft, options, headroom)) as Transaction;
    return shuffled(withUnusual(document, draft), draft.salt) as Transaction;
  });
}

/** Makes the unusual changes that the draft selects. */
function withUnusual(document: Transaction, { unusual }: TransactionParts): unknown {
  const changes = UNUSUAL.flatMap(({ make }, i) => (unusual[i] === undefined ? [] : make(document, unusual[i])));
  return changes.length === 0 ? document : changed(document, changes);
}

/** Removes fields whose value is undefined, at every depth. */
export function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(defined);
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, defined(member)]));
}

/** Shuffles the keys of every object, including free-form ones. Salt 0 keeps the order. */
export function shuffled(value: unknown, salt: number): unknown {
  if (salt === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shuffled(member, salt));
  const ranked = Object.entries(value).map(([key, member]) => ({
    key,
    member: shuffled(member, salt),
    rank: rankOf(key, salt),
  }));
  ranked.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(ranked.map(({ key, member }) => [key, member]));
}

function rankOf(key: string, salt: number): number {
  let hash = salt >>> 0;
  for (const c of key) hash = Math.imul(hash ^ c.codePointAt(0)!, 16777619) >>> 0;
  return hash;
}
