import type fc from 'fast-check';
import type { Shop } from '../engine/shop.js';
import type { LawPack } from '../rule/types.js';
import { assertArgument, invalidOption, type OptionShape, type OptionShapes } from '../usage/assert.js';
import { A_BOOLEAN, A_FUNCTION, isObject, type OptionTest } from '../usage/option-tests.js';
import { withLaw, checkOptions, TRANSACTION } from './option-shapes.js';
import { neutralSales, type NeutralSale, type NeutralSaleOptions } from './neutral-sale.js';

/** The shapes of the options that constrain neutral sales. */
export const NEUTRAL_SALE = {
  tender: TRANSACTION.tender,
  rates: TRANSACTION.rates,
  lines: TRANSACTION.lines,
  pricesIncludeTax: A_BOOLEAN,
  discounted: A_BOOLEAN,
  weighed: A_BOOLEAN,
  returned: A_BOOLEAN,
  plainText: A_BOOLEAN,
  decimals: A_BOOLEAN,
  splitTenders: A_BOOLEAN,
  timestamps: { options: TRANSACTION.timestamps.options },
} satisfies Record<keyof NeutralSaleOptions, OptionShape>;

export const A_SHOP: OptionTest = {
  wanted: 'what registry.shop() returns',
  test: (value) => isObject(value) && typeof value.validate === 'function' && isObject(value.options),
};

/**
 * Checks the options of a property that uses neutral sales.
 *
 * @param required the names of the required functions
 * @throws UsageError for an absent function or shop, an unknown option, an invalid value, or a shop without a law
 */
export function checkTest(test: unknown, shapes: OptionShapes, required: readonly string[]): void {
  assertArgument(isObject(test), 'options', 'an object', test);
  checkOptions(test, shapes);
  if (test.shop === undefined) throw invalidOption('options.shop', A_SHOP.wanted, undefined);
  for (const name of required)
    if (test[name] === undefined) throw invalidOption(`options.${name}`, A_FUNCTION.wanted, undefined);
  withLaw((test.shop as Shop).pack!);
}

/** Generates neutral sales, for options that have been checked. */
export function drawSales({
  shop,
  ...options
}: NeutralSaleOptions & { readonly shop: Shop }): fc.Arbitrary<NeutralSale> {
  return neutralSales(shop, shop.pack as LawPack, options);
}
