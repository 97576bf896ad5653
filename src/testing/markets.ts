import fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { MEMBER_STATES } from '../tax/member-states.js';
import { unionTable } from '../tax/union-rates.js';
import { isTable } from '../law/rates-on.js';
import type { RateWindow } from '../tax/rate-window.js';
import { valuesOf, type Sale, type TransactionOptions } from './options.js';
import { daysOf } from './times.js';
import { classesOf, edgesOf, verdictOn } from './windows.js';

/** Where a sale is taxed, and at which rates. */
export interface Market {
  readonly sale: Sale;
  readonly scheme: Transaction['tax']['scheme'];
  /** customer.country; undefined where it is not judged. */
  readonly country: string | undefined;
  /** Percent, the simplest first. */
  readonly rates: readonly number[];
  /** The table that the rates are from; empty where every rate is right. */
  readonly table: readonly RateWindow[];
}

const WEIGHTS: Readonly<Record<Sale, number>> = { home: 4, oss: 3, abroad: 1 };
const OUTSIDE = ['NO', 'GB', 'CH', 'US', 'AX', 'GL'];
/** Where there is no table, every rate is right. */
const ANY_RATES = [25, 7.77, 0];

/** The table that the rates of a scheme, or of a destination under OSS, are held against; undefined where there is none. */
export function tableOf(
  { law }: RulePack,
  scheme: Transaction['tax']['scheme'],
  country: string | undefined,
): readonly RateWindow[] | undefined {
  if (law !== undefined && scheme === law.tax.scheme) return isTable(law.rates) ? withZero(law.rates) : undefined;
  return scheme === 'EU_VAT' && country !== undefined ? unionTableOf(country) : undefined;
}

const ZERO: RateWindow = { rate: 0, enforce: true };
const withZero = (table: readonly RateWindow[]): readonly RateWindow[] => [...table, ZERO];

function unionTableOf(country: string): readonly RateWindow[] | undefined {
  const table = unionTable(country);
  return table && withZero(table.rows);
}

/** Markets with their tables, before the options choose among them. */
function marketsOf(pack: RulePack): Omit<Market, 'rates'>[] {
  const { country: own, schemes } = pack;
  return schemes.flatMap((scheme): Omit<Market, 'rates'>[] => {
    const table = tableOf(pack, scheme, undefined);
    // A pack with a table of its own for EU_VAT uses it at home; without one it means One-Stop-Shop.
    if (scheme !== 'EU_VAT' || table !== undefined)
      return [{ sale: 'home', scheme, country: undefined, table: table ?? [] }];
    const members = MEMBER_STATES.split(' ').map((country) => ({
      sale: 'oss' as const,
      scheme,
      country,
      table: unionTableOf(country)!,
    }));
    const outside = OUTSIDE.map((country) => ({ sale: 'abroad' as const, scheme, country, table: [] }));
    return [...members, ...outside].filter(({ country }) => country !== own);
  });
}

/** The rates of a table that the options leave. */
function ratesLeft(table: readonly RateWindow[], options: TransactionOptions): number[] {
  const wanted = valuesOf(options.rates);
  const rates = table.length === 0 ? (wanted ?? ANY_RATES) : table.map(({ rate }) => rate);
  const left = [...new Set(rates)].filter((rate) => wanted?.includes(rate) !== false);
  const within = daysOf(options);
  if (options.rateWindows !== 'enforce' || within === undefined || table.length === 0) return left;
  const days = [within.from, ...edgesOf(table, within)];
  const classes = options.itemClass === undefined ? [undefined] : classesOf(table);
  return left.filter((rate) =>
    days.some((day) => classes.some((itemClass) => verdictOn(table, rate, day, itemClass) !== 'outside')),
  );
}

/** Whether the options leave a pack any market. */
export function hasMarket(pack: RulePack, options: TransactionOptions): boolean {
  return marketsLeft(pack, options).length > 0;
}

function marketsLeft(pack: RulePack, options: TransactionOptions): Market[] {
  const [sales, schemes, destinations] = [
    valuesOf(options.sale),
    valuesOf(options.scheme),
    valuesOf(options.destination),
  ];
  return marketsOf(pack)
    .filter(
      ({ sale, scheme, country }) =>
        sales?.includes(sale) !== false &&
        schemes?.includes(scheme) !== false &&
        (destinations === undefined || (country !== undefined && destinations.includes(country))),
    )
    .map((market) => ({ ...market, rates: ratesLeft(market.table, options) }))
    .filter(({ rates }) => rates.length > 0);
}

/**
 * The markets of a pack that the options leave, home first.
 *
 * @throws TypeError where they leave none
 */
export function market(pack: RulePack, options: TransactionOptions): fc.Arbitrary<Market> {
  const left = marketsLeft(pack, options);
  if (left.length === 0) {
    throw new TypeError(
      `pack ${pack.id}, of the schemes ${pack.schemes.join(', ')}, has no sale that fits the options sale, scheme, destination, rates, and timestamps where rateWindows is enforce`,
    );
  }
  // Reverse charge has rate 0: markets without that rate are left out where there are others.
  const zero = options.reverseCharge === true ? left.filter(({ rates }) => rates.includes(0)) : [];
  const chosen = zero.length > 0 ? zero : left;
  const groups = (Object.keys(WEIGHTS) as Sale[]).flatMap((sale) => {
    const ofSale = chosen.filter((one) => one.sale === sale);
    return ofSale.length === 0 ? [] : [{ weight: WEIGHTS[sale], arbitrary: fc.constantFrom(...ofSale) }];
  });
  return fc.oneof({ withCrossShrink: true }, ...groups);
}
