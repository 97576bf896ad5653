import fc from 'fast-check';
import { OSS_SCHEME } from '../document/oss-scheme.js';
import type { Transaction } from '../document/types.generated.js';
import { isTable } from '../law/rates-on.js';
import type { RateRange, ReceiptLaw } from '../law/types.js';
import { MEMBER_STATES } from '../geography/member-states.js';
import { unionTable } from '../law/union-rates.js';
import { UsageError } from '../usage/usage-error.js';
import { typesLeft, valuesOf, type Sale, type TransactionOptions } from './options.js';
import { daysOf } from './times.js';
import { classesOf, edgesOfTables, verdictOn, type Tables } from './days.js';

/** A destination for sales, and the rates that are valid there. */
export interface Destination {
  readonly sale: Sale;
  readonly scheme: Transaction['tax']['scheme'];
  /** `customer.country`; undefined if no rule checks it. */
  readonly country: string | undefined;
  /** Percent, the simplest first. */
  readonly rates: readonly number[];
  /** Rate tables, one of which must contain the rate; empty if no rule checks rates against a table. */
  readonly tables: Tables;
}

const WEIGHTS: Readonly<Record<Sale, number>> = { home: 4, oss: 3, union: 3, abroad: 1 };
const OUTSIDE = ['NO', 'GB', 'CH', 'US', 'AX', 'GL'];
/** Without a table, any rate is valid. */
const ANY_RATES = [25, 7.77, 0];

const known = new WeakMap<ReceiptLaw, readonly Destination[]>();

export function destinationsOf(law: ReceiptLaw): readonly Destination[] {
  let found = known.get(law);
  if (found === undefined) known.set(law, (found = allOf(law)));
  return found;
}

function allOf({ country: own, tax, rates, distanceSales }: ReceiptLaw): Destination[] {
  const table = isTable(rates) ? [rates] : [];
  const members = distanceSales === 'none' ? [] : MEMBER_STATES.split(' ').filter((country) => country !== own);
  const outside = distanceSales === 'oss' ? OUTSIDE.filter((country) => country !== own) : [];
  const home = { sale: 'home', scheme: tax.scheme, country: undefined } as const;
  return [
    isTable(rates) ? withRates(home, table) : { ...home, rates: rangeRates(rates), tables: [] },
    ...members.map((country) => {
      const rows = unionTable(country)!.rows;
      return distanceSales === 'union'
        ? withRates({ sale: 'union', scheme: tax.scheme, country }, [...table, rows])
        : withRates({ sale: 'oss', scheme: OSS_SCHEME, country }, [rows]);
    }),
    ...outside.map(
      (country) => ({ sale: 'abroad', scheme: OSS_SCHEME, country, rates: ANY_RATES, tables: [] }) as const,
    ),
  ];
}

function withRates(to: Omit<Destination, 'rates' | 'tables'>, tables: Tables): Destination {
  // The generated businesses are outside special territories.
  const everywhere = (table: Tables[number]) => table.filter(({ part }) => part === undefined);
  const rates = new Set([...tables.flatMap((table) => everywhere(table).map(({ rate }) => rate)), 0]);
  return { ...to, rates: [...rates], tables };
}

/** Rates across the usual range, with up to four decimals, and 0. */
function rangeRates({ min, max, usual: [low, high] }: RateRange): number[] {
  const between = [0.5, 0.55, 0.6667, 0.25, 0, 1].map((part) => Number((low + part * (high - low)).toFixed(4)));
  const rates = [...between.filter((rate) => low <= rate && rate <= high), low, high, 0];
  return [...new Set(rates)].filter((rate) => min <= rate && rate <= max);
}

/** Rates that are within a range, but unusual. */
function rareRates({ min, max, usual: [low, high] }: RateRange): number[] {
  return [(low + Math.max(min, 0)) / 2, (high + max) / 2].filter((rate) => rate < low || rate > high);
}

/** The destination's rates that the options allow. */
function ratesLeft({ rates, tables, sale }: Destination, law: ReceiptLaw, options: TransactionOptions): number[] {
  const wanted = valuesOf(options.rates);
  const left = wanted === undefined ? rates : rates.filter((rate) => wanted.includes(rate));
  if (sale === 'abroad') return [...(wanted ?? rates)];
  if (sale === 'home' && !isTable(law.rates)) return rangeLeft(law.rates, rates, options);
  const within = daysOf(options);
  if (options.rateWindows !== 'enforce' || within === undefined || !isJudgedToday(options)) return [...left];
  const days = [within.from, ...edgesOfTables(tables, within)];
  const classes = options.productTaxClass === undefined ? [undefined] : classesOf(tables);
  return left.filter((rate) =>
    days.some((day) => classes.some((productTaxClass) => verdictOn(tables, rate, day, productTaxClass) !== 'outside')),
  );
}

function rangeLeft(range: RateRange, rates: readonly number[], options: TransactionOptions): number[] {
  const wanted = valuesOf(options.rates)?.filter((rate) => range.min <= rate && rate <= range.max);
  return wanted ?? [...rates, ...(options.unusual === true ? rareRates(range) : [])];
}

/** Whether the options allow a type of document whose rates are checked against its own date. */
function isJudgedToday(options: TransactionOptions): boolean {
  return typesLeft(options).some((type) => type === 'sale' || type === 'exchange');
}

/** Whether the options allow any destination. */
export function hasDestination(law: ReceiptLaw, options: TransactionOptions): boolean {
  return destinationsLeft(law, options).length > 0;
}

function destinationsLeft(law: ReceiptLaw, options: TransactionOptions): Destination[] {
  const [sales, schemes, countries] = [valuesOf(options.sale), valuesOf(options.scheme), valuesOf(options.destination)];
  // Sales to countries outside the EU raise a warning, so they are only generated on request.
  const abroad = options.unusual === true || sales !== undefined || countries !== undefined;
  return destinationsOf(law)
    .filter(
      ({ sale, scheme, country }) =>
        (sale !== 'abroad' || abroad) &&
        sales?.includes(sale) !== false &&
        schemes?.includes(scheme) !== false &&
        (countries === undefined || (country !== undefined && countries.includes(country))),
    )
    .map((destination) => ({ ...destination, rates: ratesLeft(destination, law, options) }))
    .filter(({ rates }) => rates.length > 0);
}

/**
 * The destinations that the law and the options allow, domestic ones first.
 *
 * @throws UsageError if there are none
 */
export function destinations(law: ReceiptLaw, options: TransactionOptions): fc.Arbitrary<Destination> {
  const left = destinationsLeft(law, options);
  if (left.length === 0) {
    throw new UsageError(
      'invalid_option',
      'options',
      `pack ${law.id} has no sale for the options sale, scheme, destination, rates and, if rateWindows is enforce, timestamps`,
    );
  }
  // Reverse charge has rate 0, so prefer destinations with that rate.
  const zero = options.reverseCharge === true ? left.filter(({ rates }) => rates.includes(0)) : [];
  const chosen = zero.length > 0 ? zero : left;
  const groups = (Object.keys(WEIGHTS) as Sale[]).flatMap((sale) => {
    const ofSale = chosen.filter((one) => one.sale === sale);
    return ofSale.length === 0 ? [] : [{ weight: WEIGHTS[sale], arbitrary: fc.constantFrom(...ofSale) }];
  });
  return fc.oneof({ withCrossShrink: true }, ...groups);
}
