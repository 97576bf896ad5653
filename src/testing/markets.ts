import fc from 'fast-check';
import type { Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { OSS_RATES } from '../tax/oss-rates.generated.js';
import { valuesOf, type Sale, type TransactionOptions } from './options.js';

/** Where a sale is taxed, and at which rates. */
export interface Market {
  readonly sale: Sale;
  readonly scheme: Transaction['tax']['scheme'];
  /** customer.country; undefined where it is not judged. */
  readonly country: string | undefined;
  /** Percent, the simplest first. */
  readonly rates: readonly number[];
}

const WEIGHTS: Readonly<Record<Sale, number>> = { home: 4, oss: 3, abroad: 1 };
const OUTSIDE = ['NO', 'GB', 'CH', 'US', 'AX', 'GL'];
/** Where there is no table, every rate is right. */
const ANY_RATES = [25, 7.77, 0];

function marketsOf({ country: own, schemes, rates }: RulePack): Market[] {
  return schemes.flatMap((scheme): Market[] => {
    const table = rates[scheme];
    // A pack with a table of its own for EU_VAT uses it at home; without one it means One-Stop-Shop.
    if (scheme !== 'EU_VAT' || table !== undefined) {
      return [{ sale: 'home', scheme, country: undefined, rates: table === undefined ? ANY_RATES : ratesOf(table) }];
    }
    const members = Object.entries(OSS_RATES).map(([country, table]): Market => ({
      sale: 'oss',
      scheme,
      country,
      rates: ratesOf(table),
    }));
    const outside = OUTSIDE.map((country): Market => ({ sale: 'abroad', scheme, country, rates: ANY_RATES }));
    return [...members, ...outside].filter(({ country }) => country !== own);
  });
}

const ratesOf = (table: readonly { readonly rate: number }[]): number[] => [...new Set(table.map(({ rate }) => rate))];

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
  return marketsOf(pack).filter(
    ({ sale, scheme, country }) =>
      sales?.includes(sale) !== false &&
      schemes?.includes(scheme) !== false &&
      (destinations === undefined || (country !== undefined && destinations.includes(country))),
  );
}

/**
 * The markets of a pack that the options leave, home first.
 *
 * @throws TypeError where they leave none
 */
export function market(pack: RulePack, options: TransactionOptions): fc.Arbitrary<Market> {
  const left = marketsLeft(pack, options);
  if (left.length === 0)
    throw new TypeError(`pack ${pack.id} has no sale that fits the options sale, scheme and destination`);
  // Reverse charge has rate 0: markets without that rate are left out where there are others.
  const zero = options.reverseCharge === true ? left.filter(({ rates }) => rates.includes(0)) : [];
  const chosen = zero.length > 0 ? zero : left;
  const groups = (Object.keys(WEIGHTS) as Sale[]).flatMap((sale) => {
    const ofSale = chosen.filter((one) => one.sale === sale);
    return ofSale.length === 0 ? [] : [{ weight: WEIGHTS[sale], arbitrary: fc.constantFrom(...ofSale) }];
  });
  return fc.oneof({ withCrossShrink: true }, ...groups);
}
