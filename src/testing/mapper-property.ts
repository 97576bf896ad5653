import fc from 'fast-check';
import { DOCUMENT_OPTIONS, SHOP_OPTIONS, type Shop } from '../engine/shop.js';
import { createRegistry } from '../engine/registry.js';
import type { Business, RuleOptions, RulePack } from '../rule/types.js';
import { show } from '../text/show.js';
import { assertArgument, assertOptions, type OptionShape } from '../usage/assert.js';
import { A_BOOLEAN, A_FUNCTION } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';
import { chargedIn, differences } from './differences.js';
import { A_SHOP, checkTest, drawSales, NEUTRAL_SALE } from './neutral-options.js';
import type { NeutralSale, NeutralSaleOptions } from './neutral-sale.js';
import { isArbitrary } from './option-shapes.js';
import { assertValid, failure, outcomeOf, strictly, strictSeverities } from './outcome.js';
import { checkSensitivity, IGNORES } from './sensitivity.js';

/** The options of a mapper property with the caller's own inputs. */
export interface MapperPropertyOptions extends RuleOptions {
  /** Whether the business has several locations. Default false. */
  readonly multiLocation?: Business['multiLocation'];
}

const OPTIONS = {
  multiLocation: A_BOOLEAN,
  rateWindows: SHOP_OPTIONS.rateWindows,
  productTaxClass: SHOP_OPTIONS.productTaxClass,
  severities: SHOP_OPTIONS.severities,
  original: DOCUMENT_OPTIONS.original,
} satisfies Record<keyof MapperPropertyOptions, OptionShape>;

/** A mapper, a function that writes sales in the platform's format, and constraints on the sales. */
export interface MapperTest<T> extends NeutralSaleOptions {
  /** The shop that the mapper passes to `complete`; its pack and options validate the document. */
  readonly shop: Shop;
  /** Writes the sale in the platform's format. */
  readonly draw: (sale: NeutralSale) => T;
  /** The mapper. Returns a document or a `Completion`. */
  readonly map: (input: T) => unknown;
  /**
   * The fields and values that the document must contain; it may contain others. Default: type, timestamp, currency,
   * lines, tax, totals and payment.method of `sale.document`.
   */
  readonly expect?: ((sale: NeutralSale) => unknown) | undefined;
  /** Input fields that are meant to have no effect, as in `sensitivity`. */
  readonly ignores?: readonly string[] | undefined;
}

const MAPPER_TEST = {
  ...NEUTRAL_SALE,
  shop: A_SHOP,
  draw: A_FUNCTION,
  map: A_FUNCTION,
  expect: A_FUNCTION,
  ignores: IGNORES,
} satisfies Record<keyof MapperTest<unknown>, OptionShape>;

/**
 * The property that a mapper is correct, for `fc.assert` and `fc.check`. For every neutral sale in the platform's
 * format, the mapper must return a valid document with the sale's figures; and every input field must have an effect,
 * which `sensitivity` checks with the same 150 sales in every run. A failing run shows the issues, the input and the
 * receipt.
 *
 * The property also fails for figures and categories that by default only cause warnings; the shop's `severities`
 * override this.
 *
 * See docs/guides/test-your-mapper.md in the repository.
 *
 * @throws UsageError for an unknown option or a wrong value, a shop whose pack has no law, and options that no sale
 * satisfies
 * @example
 * fc.assert(mapperProperty({ shop, draw: toOrder, map: toTransaction, weighed: false }));
 */
export function mapperProperty<T>(test: MapperTest<T>): fc.IPropertyWithHooks<[NeutralSale]>;
/**
 * The property that a mapper returns a valid document for every input from the caller's arbitrary.
 *
 * @param pack the rule pack, which determines the business's country
 * @param arbitrary the input of the mapper
 * @param mapper a function that returns a document or a `Completion`; if it throws, the property fails
 * @throws UsageError for a wrong argument, an unknown option or a wrong value, and for severities of an unknown code or
 * rule
 * @example
 * fc.assert(mapperProperty(seReceipt1, sales, toTransaction, { severities: { amount_deviates: 'warning' } }));
 */
export function mapperProperty<T>(
  pack: RulePack,
  arbitrary: fc.Arbitrary<T>,
  mapper: (input: T) => unknown,
  options?: MapperPropertyOptions,
): fc.IPropertyWithHooks<[T]>;
export function mapperProperty<T>(
  ...given: [MapperTest<T>] | [RulePack, fc.Arbitrary<T>, (input: T) => unknown, MapperPropertyOptions?]
): fc.IPropertyWithHooks<[NeutralSale]> | fc.IPropertyWithHooks<[T]> {
  return given.length === 1 ? ofSales(given[0]) : ofInputs(...given);
}

function ofInputs<T>(
  pack: RulePack,
  arbitrary: fc.Arbitrary<T>,
  mapper: (input: T) => unknown,
  options: MapperPropertyOptions = {},
): fc.IPropertyWithHooks<[T]> {
  if (typeof (Object(pack) as Partial<RulePack>).check !== 'function')
    throw mustBe('invalid_pack', 'pack', 'a rule pack', show(pack));
  assertArgument(isArbitrary(arbitrary), 'arbitrary', 'a fast-check arbitrary', arbitrary);
  assertArgument(typeof mapper === 'function', 'mapper', 'a function', mapper);
  assertOptions('options', options, OPTIONS);
  const { multiLocation, original, severities, ...others } = options;
  const registry = createRegistry([pack], { severities: { ...strictSeverities(pack), ...severities } });
  const shop = registry.shop({ country: pack.country, multiLocation }, others);
  return fc.property(arbitrary, (input) => {
    assertValid("The mapper's document", outcomeOf(mapper(input), shop, original), input);
  });
}

/** A fixed seed for the sensitivity check, so that its result does not change between runs. */
const SEED = 1;
const SAMPLES = 150;

function ofSales<T>(test: MapperTest<T>): fc.IPropertyWithHooks<[NeutralSale]> {
  checkTest(test, MAPPER_TEST, ['draw', 'map']);
  const { shop, draw, map, expect = chargedIn, ignores = [] } = test;
  const sales = drawSales(test);
  const strict = strictly(shop);
  const check = (sale: NeutralSale): void => {
    const input = draw(sale);
    const outcome = outcomeOf(map(input), strict);
    assertValid("The mapper's document", outcome, input);
    const faults = differences(expect(sale), outcome.document);
    if (faults.length > 0)
      throw failure('The document does not match the sale:', faults.join('\n'), input, outcome.document);
  };
  return onceFor(fc.property(sales, check), () => {
    const inputs = fc.sample(sales, { numRuns: SAMPLES, seed: SEED }).map(draw);
    checkSensitivity(inputs, map, ignores);
  });
}

/**
 * Adds a check to a property. The check does not depend on an input: it runs once, after the first successful run, and
 * its failure is not shrunk.
 */
function onceFor<T>(property: fc.IPropertyWithHooks<[T]>, check: () => void): fc.IPropertyWithHooks<[T]> {
  const run = property.run.bind(property);
  const shrink = property.shrink.bind(property);
  let failed: fc.PropertyFailure | undefined;
  let isChecked = false;
  property.run = (input) => {
    const result = run(input);
    if (isChecked) return failed ?? result;
    isChecked = true;
    if (result !== null) return result;
    try {
      check();
    } catch (error) {
      failed = { error };
    }
    return failed ?? null;
  };
  property.shrink = (value) => (failed === undefined ? shrink(value) : fc.Stream.nil());
  return property;
}
