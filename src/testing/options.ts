import type fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';

/** `home` under a national scheme, `oss` to a member state of the Union, `abroad` under OSS to a country outside it. */
export type Sale = 'home' | 'oss' | 'abroad';

/** One value, or several to choose from. */
export type OneOrMore<T> = T | readonly T[];

/** Parts of a document that are held fast; all that is left out is drawn from the whole legal space. */
export interface TransactionOptions {
  readonly type?: OneOrMore<Transaction['type']>;
  /** payment.method. */
  readonly tender?: OneOrMore<Transaction['payment']['method']>;
  readonly sale?: OneOrMore<Sale>;
  /** tax.scheme, one of the pack's. */
  readonly scheme?: OneOrMore<Transaction['tax']['scheme']>;
  /** customer.country under OSS, ISO 3166-1 alpha-2. */
  readonly destination?: OneOrMore<string>;
  /** How many lines: a number, or bounds (default 1 to 8). */
  readonly lines?: number | { readonly min?: number; readonly max?: number };
  readonly pricesIncludeTax?: boolean;
  /** true: the first line has a discount; false: none has. */
  readonly discounted?: boolean;
  /** true: the first line has category AE; false: none has. */
  readonly reverseCharge?: boolean;
  /** true: vendor.locationName is stated, as businesses with several locations must. */
  readonly multiLocation?: boolean;
  /** true: VAT figures and categories are off on purpose. The document is valid, but gets warnings. Default false. */
  readonly deviating?: boolean;
  /** The whole `extensions`, in place of what is made for the namespaces that are known here (`se`). */
  readonly extensions?: fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

const KNOWN: readonly (keyof TransactionOptions)[] = [
  'type',
  'tender',
  'sale',
  'scheme',
  'destination',
  'lines',
  'pricesIncludeTax',
  'discounted',
  'reverseCharge',
  'multiLocation',
  'deviating',
  'extensions',
];

/** The values of an option as a list; undefined where it is left out. */
export function valuesOf<T extends string>(option: OneOrMore<T> | undefined): readonly T[] | undefined {
  return option === undefined || typeof option !== 'string' ? option : [option];
}

/** Bounds of the number of lines. */
export function lineBounds({ lines = {} }: TransactionOptions): { min: number; max: number } {
  if (typeof lines === 'number') return { min: lines, max: lines };
  const { min = 1, max = Math.max(min, 8) } = lines;
  return { min, max };
}

/** @throws TypeError for an unknown option, and for numbers of lines that are none */
export function checkOptions(options: TransactionOptions): void {
  for (const name of Object.keys(options)) {
    if (!(KNOWN as readonly string[]).includes(name)) {
      throw new TypeError(`unknown option ${name}: the options are ${KNOWN.join(', ')}`);
    }
  }
  const { min, max } = lineBounds(options);
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 1 || max < min) {
    throw new TypeError('lines must be an integer of 1 or more, or such bounds { min, max }');
  }
}

/**
 * Both sets of options at once; undefined where they exclude each other.
 *
 * @param wanted what a caller holds fast
 * @param needed what a mutation can be made on
 */
export function both(wanted: TransactionOptions, needed: TransactionOptions): TransactionOptions | undefined {
  const joined: Record<string, unknown> = { ...wanted };
  for (const [name, value] of Object.entries(needed) as [keyof TransactionOptions, unknown][]) {
    const other = wanted[name];
    if (typeof value === 'boolean') {
      if (other !== undefined && other !== value) return undefined;
      joined[name] = value;
    } else {
      const allowed = valuesOf(value as OneOrMore<string>)!;
      const common =
        other === undefined ? allowed : valuesOf(other as OneOrMore<string>)!.filter((one) => allowed.includes(one));
      if (common.length === 0) return undefined;
      joined[name] = common;
    }
  }
  return joined;
}
