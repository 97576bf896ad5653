import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { RuleOptions, RateWindows } from '../rule/types.js';

/**
 * `home`: a sale under the country's own scheme; `oss`: to an EU member state, under the One-Stop-Shop; `abroad`: to a
 * country outside the EU; `union`: e-commerce to another member state, from a country whose own scheme is EU_VAT.
 */
export type Sale = 'home' | 'oss' | 'union' | 'abroad';

/** One value, or a list to choose from. */
export type OneOrMore<T> = T | readonly T[];

/** Local dates, YYYY-MM-DD, inclusive; absent: no limit. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Constraints on documents. An absent option allows all legal values. */
export interface TransactionOptions {
  readonly type?: OneOrMore<Transaction['type']> | undefined;
  /** payment.method. */
  readonly tender?: OneOrMore<Transaction['payment']['method']> | undefined;
  readonly sale?: OneOrMore<Sale> | undefined;
  /** tax.scheme, one of the pack's schemes. */
  readonly scheme?: OneOrMore<Transaction['tax']['scheme']> | undefined;
  /** customer.country for sales to other countries, ISO 3166-1 alpha-2. */
  readonly destination?: OneOrMore<string> | undefined;
  /** The lines' taxRate, percent from 0 to 100. Every sale has at least one of these rates. */
  readonly rates?: OneOrMore<number> | undefined;
  /** The number of lines, or its bounds (default 1 to 8). */
  readonly lines?: number | { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly pricesIncludeTax?: boolean | undefined;
  /** If true, the first line has a discount; if false, no line has a discount. */
  readonly discounted?: boolean | undefined;
  /** If true, the first line has a fractional quantity; if false, every quantity is whole. */
  readonly weighed?: boolean | undefined;
  /**
   * If true, the first line is a return, with a negative quantity or unitPrice; if false, no line has a negative
   * quantity, unitPrice or amount. If true, a document has at least two lines, or, if `lines` is 1, is an exchange or a
   * void.
   */
  readonly returned?: boolean | undefined;
  /** If true, the first line has category AE; if false, no line has it. */
  readonly reverseCharge?: boolean | undefined;
  /** If true, vendor.locationName is set, as required of businesses with several locations. */
  readonly multiLocation?: boolean | undefined;
  /** If true, tax figures and categories deviate on purpose: the document is valid, with warnings. Default false. */
  readonly deviating?: boolean | undefined;
  /**
   * If true, also generates legal documents with warnings, such as unusual net or gross prices, unusual rounding, or a
   * zero refund; tax figures stay exact. Default false: no warnings except those that other options request.
   */
  readonly unusual?: boolean | undefined;
  /** timestamp: an arbitrary that generates timestamps, or the first and last local date. */
  readonly timestamps?: fc.Arbitrary<string> | DateRange | undefined;
  /** If true, all generated text is printable ASCII. Default false. */
  readonly plainText?: boolean | undefined;
  /**
   * The `rateWindows` setting under which the document must be valid, as in `registry.validate`. With `off` (the
   * default) and `warn`, rates are generated independently of dates, so validating with `warn` may raise warnings, and
   * with `enforce` errors. With `enforce`, every rate is in force on its date.
   */
  readonly rateWindows?: RateWindows | undefined;
  /** A line's product tax class, as in `registry.validate`. Only used with `enforce`. */
  readonly productTaxClass?: RuleOptions['productTaxClass'];
  /** The sale that corrections refer to, as in `registry.validate`. Only used with `enforce`. */
  readonly original?: RuleOptions['original'];
  /** The whole `extensions` object, in place of values generated for the law's namespaces. */
  readonly extensions?: fc.Arbitrary<Readonly<Record<string, unknown>>> | undefined;
}

export const TYPES: readonly Transaction['type'][] = ['sale', 'refund', 'void', 'credit_note', 'exchange'];

export const TENDERS: readonly Transaction['payment']['method'][] = ['card', 'cash', 'mobile', 'transfer', 'other'];

/** The values of an option as a list; undefined if absent. */
export function valuesOf<T extends string | number>(option: OneOrMore<T> | undefined): readonly T[] | undefined {
  return typeof option === 'object' || option === undefined ? option : [option];
}

/** The minimum and maximum number of lines. */
export function lineBounds(options: TransactionOptions): { min: number; max: number } {
  const { lines = {}, returned } = options;
  const stated = typeof lines === 'number' ? { min: lines, max: lines } : lines;
  const { min = 1, max = Math.max(min, 8) } = stated;
  // The second line can outweigh the returned first line.
  return { min: returned === true && max > 1 ? Math.max(min, 2) : min, max };
}

/** The possible types. With a single returned line, only types whose total may be negative are possible. */
export function typesLeft(options: TransactionOptions): readonly Transaction['type'][] {
  const types = valuesOf(options.type) ?? TYPES;
  const alone = options.returned === true && lineBounds(options).max === 1;
  return alone ? types.filter((type) => type === 'exchange' || type === 'void') : types;
}

/** The options that a mutation requires of a document. */
export type Needs = Omit<TransactionOptions, 'timestamps' | 'productTaxClass' | 'original' | 'extensions' | 'lines'> & {
  readonly timestamps?: DateRange;
};

/**
 * Combines two sets of options; undefined if they conflict, or if there is no way to tell whether they do, as with
 * dates and an arbitrary that generates timestamps.
 *
 * @param wanted the caller's options
 * @param needed the options that a mutation needs
 */
export function both(wanted: TransactionOptions, needed: Needs): TransactionOptions | undefined {
  const joined: Record<string, unknown> = { ...wanted };
  for (const [name, value] of Object.entries(needed) as [keyof Needs, unknown][]) {
    if (value === undefined) continue;
    const common =
      name === 'timestamps' ? commonDays(wanted.timestamps, value as DateRange) : commonValues(wanted[name], value);
    if (common === undefined) return undefined;
    joined[name] = common;
  }
  return joined;
}

type Values = OneOrMore<string | number>;

function commonValues(wanted: unknown, needed: unknown): unknown {
  if (wanted === undefined) return needed;
  if (typeof needed === 'boolean') return wanted === needed ? needed : undefined;
  const allowed = valuesOf(needed as Values)!;
  const common = valuesOf(wanted as Values)!.filter((one) => allowed.includes(one));
  return common.length === 0 ? undefined : common;
}

function commonDays(wanted: TransactionOptions['timestamps'], needed: DateRange): DateRange | undefined {
  if (needed.from === undefined && needed.until === undefined) return wanted === undefined ? {} : (wanted as DateRange);
  if (wanted === undefined) return needed;
  if ('generate' in wanted) return undefined;
  const from = [wanted.from, needed.from]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
  const until = [wanted.until, needed.until].filter((day) => day !== undefined).sort()[0];
  return from !== undefined && until !== undefined && from > until ? undefined : { from, until };
}
