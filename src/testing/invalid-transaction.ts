import fc from 'fast-check';
import type { ValidateOptions } from '../engine/registry.js';
import type { ErrorCode } from '../engine/validate.js';
import type { Business, LawPack, RulePack } from '../rule/types.js';
import type { OptionShape } from '../usage/assert.js';
import { UsageError } from '../usage/usage-error.js';
import { hasDestination } from './destinations.js';
import { changed, type Expected, type Mutation, missing, setTo, type MutationExtras } from './mutation.js';
import { RULES } from './mutations/rules.generated.js';
import { EARLIER_STAGES, STRUCTURE } from './mutations/structure.js';
import { hasRule, withLaw, checkOptions, oneOrMore, TRANSACTION } from './option-shapes.js';
import { both, typesLeft, valuesOf, type OneOrMore, type TransactionOptions } from './options.js';
import { documents } from './valid-transaction.js';

/** A document made invalid by one mutation, and every issue that must result. */
export interface InvalidTransaction {
  readonly document: unknown;
  /** The business for which to validate the document. */
  readonly business: Business;
  /** The options with which to validate the document: empty unless `rateWindows` was given. */
  readonly options: Pick<ValidateOptions, 'rateWindows' | 'productTaxClass' | 'original'>;
  /** A description of the change made to a valid document. */
  readonly mutation: string;
  readonly expected: {
    readonly error: ErrorCode;
    /** Every expected issue, in schema order; warnings are not included. */
    readonly issues: readonly { readonly field: string; readonly code: string }[];
  };
}

/**
 * Constraints on the document before the mutation, and the code that the mutation must cause. `unusual` defaults to
 * true. The product tax class and the sale that a correction refers to are not options, because they depend on the
 * mutation.
 */
export interface InvalidTransactionOptions extends Omit<TransactionOptions, 'productTaxClass' | 'original'> {
  /** An issue code of the library. The mutation may also cause other issues. */
  readonly code?: OneOrMore<string> | undefined;
}

const { productTaxClass: _, original: __, ...SHARED } = TRANSACTION;
const OPTIONS = {
  ...SHARED,
  code: oneOrMore('a code of the library', (value) => typeof value === 'string'),
} satisfies Record<keyof InvalidTransactionOptions, OptionShape>;
const WINDOW_CODE = 'rate_not_in_window';

/**
 * Documents made invalid by one change, with the exact issues that must result under a pack. One change may affect
 * several related fields: a rate changes on lines and in the summary. Issues from rules that the pack lacks are not
 * expected. The documents shrink like those of `validTransaction`, but keep their mutation.
 *
 * With `rateWindows: 'enforce'`, the mutations include rates that were not in force on the date of the sale; the code
 * `rate_not_in_window` implies this setting. Validate with the `options` returned with the document.
 *
 * @throws UsageError for the same reasons as `validTransaction`, and if no mutation fits the options
 */
export function invalidTransaction(
  pack: RulePack,
  options: InvalidTransactionOptions = {},
): fc.Arbitrary<InvalidTransaction> {
  checkOptions(options, OPTIONS);
  const lawPack = withLaw(pack);
  const { code, ...others } = options;
  const codes = valuesOf(code);
  const rateWindows = others.rateWindows ?? (codes?.includes(WINDOW_CODE) === true ? 'enforce' : undefined);
  const wanted: TransactionOptions = {
    unusual: true,
    ...others,
    ...(rateWindows === undefined ? {} : { rateWindows }),
  };
  const kinds = MUTATIONS.filter((mutation) => codes?.includes(mutation.code) !== false).flatMap((mutation) => {
    const fitting = documentsFor(mutation, lawPack, wanted);
    return fitting.length === 0 ? [] : [mutated(mutation, lawPack, fitting)];
  });
  if (kinds.length === 0)
    throw new UsageError(
      'invalid_option',
      codes === undefined ? 'options' : 'options.code',
      `pack ${pack.id} has no mutation for the options${codes === undefined ? '' : ` and the code ${codes.join(', ')}`}`,
    );
  return fc.oneof(...kinds);
}

/** The options that generate the kinds of documents to which a mutation applies. */
export function documentsFor(mutation: Mutation, pack: LawPack, wanted: TransactionOptions): TransactionOptions[] {
  if (mutation.rule !== undefined && !hasRule(pack, mutation.rule)) return [];
  if (mutation.enforced && wanted.rateWindows !== 'enforce') return [];
  return mutation.places(pack.law).flatMap((place) => {
    const fitting = both(wanted, place);
    return fitting !== undefined && typesLeft(fitting).length > 0 && hasDestination(pack.law, fitting) ? [fitting] : [];
  });
}

/** More than any mutation adds to a figure: several times the largest increment of cash rounding. */
const SPARE = 1_000_000;

/** Documents of the given kinds, each with the mutation applied. */
export function mutated(
  mutation: Mutation,
  pack: LawPack,
  kinds: readonly TransactionOptions[],
): fc.Arbitrary<InvalidTransaction> {
  return fc.oneof(...kinds.map((options) => mutatedIn(mutation, pack, options)));
}

function mutatedIn(mutation: Mutation, pack: LawPack, options: TransactionOptions): fc.Arbitrary<InvalidTransaction> {
  const { rateWindows } = options;
  const several = options.multiLocation === true ? { multiLocation: true } : {};
  const enforced = rateWindows === 'enforce';
  const headroom = { spare: SPARE, small: false };
  return fc.tuple(documents(pack, options, headroom), fc.nat({ max: 9999 })).map(([transaction, pick]) => {
    const [change, expected, more] = mutation.make(transaction, pick, pack.law, enforced);
    return {
      document: changed(transaction, change),
      business: { country: pack.country, ...several, ...mutation.business },
      options: { ...(rateWindows === undefined ? {} : { rateWindows }), ...more },
      mutation: mutation.name,
      expected: { error: mutation.error, issues: expected.flatMap((one) => issueOf(one, pack)) },
    };
  });
}

/** Empty if the rule that reports the issue is not in the pack. */
function issueOf(expected: Expected, pack: LawPack): { field: string; code: string }[] {
  const [rule, text] = typeof expected === 'string' ? [undefined, expected] : expected;
  if (rule !== undefined && !hasRule(pack, rule)) return [];
  const space = text.lastIndexOf(' ');
  return [{ field: text.slice(0, space), code: text.slice(space + 1) }];
}

const LOCATION: MutationExtras = { business: { multiLocation: true }, rule: 'location-name' };

/** Mutations for custom rules that only some packs have. */
const OWN_RULES: readonly Mutation[] = [
  missing(['vendor.locationName'], LOCATION),
  setTo('vendor.locationName', [''], 'too_short', LOCATION),
];

/** All mutations. */
export const MUTATIONS: readonly Mutation[] = [...RULES, ...OWN_RULES, ...STRUCTURE, ...EARLIER_STAGES];
