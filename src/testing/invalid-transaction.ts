import fc from 'fast-check';
import type { Business, RulePack } from '../pack/types.js';
import type { ValidateOptions } from '../registry.js';
import type { ErrorCode } from '../validate.js';
import { changed } from './change.js';
import { hasMarket } from './markets.js';
import { MUTATIONS } from './mutations/index.js';
import type { Mutation } from './mutations/mutation.js';
import { checkOptions, oneOrMore, TRANSACTION, type Checks } from './option-checks.js';
import { both, typesLeft, valuesOf, type OneOrMore, type TransactionOptions } from './options.js';
import { raises } from './pack-facts.js';
import { documents } from './valid-transaction.js';

/** A document with one fault, and all that must be said of it. */
export interface InvalidTransaction {
  readonly document: unknown;
  /** The business that it must be validated for. */
  readonly business: Business;
  /** What must be passed to the validation beside it: none, unless `rateWindows` was asked for. */
  readonly options: Pick<ValidateOptions, 'rateWindows' | 'itemClass'>;
  /** What was changed in a valid document, in words. */
  readonly mutation: string;
  readonly expected: {
    readonly error: ErrorCode;
    /** Every issue, in the order of the schema's fields. Warnings are not told. */
    readonly issues: readonly { readonly field: string; readonly code: string }[];
  };
}

/**
 * Parts that are held fast in the document before it is changed, and the code that the fault is made for. Which class
 * the goods are of is for the fault to say.
 */
export interface InvalidTransactionOptions extends Omit<TransactionOptions, 'itemClass'> {
  /** An issue code of the library. The fault may bring about others beside it. */
  readonly code?: OneOrMore<string> | undefined;
}

const { itemClass: _, ...FASTENED } = TRANSACTION;
const CHECKS: Checks<InvalidTransactionOptions> = {
  ...FASTENED,
  code: oneOrMore('a code of the library', (value) => typeof value === 'string'),
};
const WINDOW_CODE = 'rate_not_in_window';

/**
 * Documents that one change made invalid, with the exact issues it must cause under a pack. The change may be to more
 * than one field where it takes that to have one cause: a rate is changed on lines and in the summary alike. Issues of
 * rules that the pack does not have are not expected. They shrink as `validTransaction` does, within one kind of fault.
 *
 * Rates that did not hold on the date are among the faults where `rateWindows` is `enforce`, which the code
 * `rate_not_in_window` implies. Validate with the `options` that come with the document.
 *
 * @throws TypeError as `validTransaction` does, and where no fault fits the options
 */
export function invalidTransaction(
  pack: RulePack,
  options: InvalidTransactionOptions = {},
): fc.Arbitrary<InvalidTransaction> {
  checkOptions(options, CHECKS);
  const { code, ...others } = options;
  const codes = valuesOf(code);
  const wanted: TransactionOptions =
    codes?.includes(WINDOW_CODE) === true ? { ...others, rateWindows: others.rateWindows ?? 'enforce' } : others;
  const kinds = MUTATIONS.filter((mutation) => codes?.includes(mutation.code) !== false).flatMap((mutation) => {
    const fitting = documentsFor(mutation, pack, wanted);
    return fitting === undefined ? [] : [mutated(mutation, pack, fitting)];
  });
  if (kinds.length === 0)
    throw new TypeError(
      `pack ${pack.id} has no fault that fits the options${codes === undefined ? '' : ` and the code ${codes.join(', ')}`}`,
    );
  return fc.oneof(...kinds);
}

/** The options of documents that a mutation can be made on; undefined where there are none. */
export function documentsFor(
  mutation: Mutation,
  pack: RulePack,
  wanted: TransactionOptions,
): TransactionOptions | undefined {
  if (mutation.needs !== undefined && !raises(pack, ...mutation.needs)) return undefined;
  if (mutation.enforced && wanted.rateWindows !== 'enforce') return undefined;
  const fitting = both(wanted, mutation.on(pack));
  return fitting !== undefined && hasMarket(pack, fitting) && typesLeft(fitting).length > 0 ? fitting : undefined;
}

/** More than any fault adds to a figure: some steps of the coarsest grid. */
const SPARE = 1_000_000;

/** Documents with a fault of one kind. */
export function mutated(
  mutation: Mutation,
  pack: RulePack,
  options: TransactionOptions,
): fc.Arbitrary<InvalidTransaction> {
  const { rateWindows } = options;
  const several = options.multiLocation === true ? { multiLocation: true } : {};
  return fc.tuple(documents(pack, options, SPARE), fc.nat({ max: 9999 })).map(([transaction, pick]) => {
    const [change, issues, itemClass] = mutation.make(transaction, pick, pack);
    return {
      document: changed(transaction, change),
      business: { country: pack.country, ...several, ...mutation.business },
      options: {
        ...(rateWindows === undefined ? {} : { rateWindows }),
        ...(itemClass === undefined ? {} : { itemClass }),
      },
      mutation: mutation.name,
      expected: { error: mutation.error, issues: issues.map(issueOf) },
    };
  });
}

function issueOf(text: string): { field: string; code: string } {
  const space = text.lastIndexOf(' ');
  return { field: text.slice(0, space), code: text.slice(space + 1) };
}
