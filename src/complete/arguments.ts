import type { Shop } from '../engine/shop.js';
import { assertArgument, invalidOption, checkShape, type OptionGroup } from '../usage/assert.js';
import { A_COUNT, isObject, type OptionTest } from '../usage/option-tests.js';
import type { Expectation } from './types.js';

/**
 * Checks the members instead of the class, because a shop can be a wrapper, or come from the library's build in the
 * other module format (ESM or CommonJS).
 *
 * @throws UsageError `invalid_argument`
 */
export function assertShop(shop: unknown): asserts shop is Shop {
  const { validate, options } = Object(shop) as Partial<Shop>;
  const holds = typeof validate === 'function' && isObject(options);
  assertArgument(holds, 'shop', 'what registry.shop() returns', shop);
}

export const AN_AMOUNT: OptionTest = {
  test: Number.isSafeInteger,
  wanted: 'an integer in minor units (149.50 is 14950)',
};

/** The `expect` option's shape. */
export const EXPECTATION: OptionGroup = {
  options: {
    total: AN_AMOUNT,
    tax: AN_AMOUNT,
    subtotal: AN_AMOUNT,
    lines: { test: Array.isArray, wanted: 'an array of lines with a key or an index' },
    tolerance: { options: { total: A_COUNT, tax: A_COUNT } },
  } satisfies Record<keyof Expectation, unknown>,
};

/**
 * Checks the `expect` field of a correction.
 *
 * @throws UsageError `invalid_option`
 */
export function assertExpectation(given: unknown): void {
  if (given === undefined) return;
  checkShape('expect', given, EXPECTATION);
  checkExpectation('expect', given as Expectation);
}

const LINE = ['key', 'index', 'amount', 'tax'];

/**
 * Checks the conditions that `EXPECTATION` cannot express.
 *
 * @throws UsageError `invalid_option`
 */
export function checkExpectation(where: 'options.expect' | 'expect', expect: Expectation | undefined): void {
  if (expect === undefined) return;
  const { total, lines = [] } = expect;
  if (total === undefined) throw invalidOption(`${where}.total`, AN_AMOUNT.wanted, total);
  for (const [j, line] of lines.entries()) {
    const at = `${where}.lines[${j}]`;
    const given: unknown = line;
    if (!isObject(given)) throw invalidOption(at, 'an object with a key or an index', given);
    for (const name in given)
      if (!LINE.includes(name)) throw invalidOption(`${at}.${name}`, `one of ${LINE.join(', ')}`, given[name]);
    for (const name of ['amount', 'tax'] as const)
      if (given[name] !== undefined && !AN_AMOUNT.test(given[name]))
        throw invalidOption(`${at}.${name}`, AN_AMOUNT.wanted, given[name]);
    const { key, index } = given;
    const isNamed = index === undefined ? typeof key === 'string' : key === undefined && A_COUNT.test(index);
    if (!isNamed) throw invalidOption(at, 'a line with either a key or an index', given);
  }
}
