import fc from 'fast-check';
import type { Business, RuleOptions, RulePack, Severities } from '../rule/types.js';
import { prettifyIssues } from '../issues/flatten-issues.js';
import { createRegistry } from '../engine/registry.js';
import { DOCUMENT_OPTIONS, SHOP_OPTIONS } from '../engine/shop-options.js';
import { show } from '../text/show.js';
import { assertArgument } from '../usage/assert-argument.js';
import { assertOptions } from '../usage/assert-options.js';
import type { OptionShape } from '../usage/assert-options.js';
import { A_BOOLEAN } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';
import { isArbitrary } from './option-shapes.js';

/** Codes that are warnings by default, but mistakes in a document that a program computed. */
const COMPUTED: Severities = {
  amount_deviates: 'error',
  tax_amount_deviates: 'error',
  summary_deviates: 'error',
  category_rate: 'error',
  rounding_tie_down: 'error',
};

/** The options of a mapper property. */
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

/**
 * The property that a mapper makes a valid document from every input, for `fc.assert` and `fc.check`. Figures and
 * categories that only give warnings by default fail it too; `severities` overrides that, by code or rule id.
 *
 * See docs/guides/test-your-mapper.md in the repository.
 *
 * @param pack decides the country of the business
 * @param arbitrary the input of the mapper
 * @param mapper a function that returns the document; if it throws, the property fails
 * @throws UsageError for a wrong argument, an unknown option or a wrong value, and for severities of an unknown code or
 * rule
 * @example
 * fc.assert(mapperProperty(seReceipt1, sales, toTransaction, { severities: { amount_deviates: 'warning' } }));
 */
export function mapperProperty<T>(
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
  const { multiLocation, ...others } = options;
  const registry = createRegistry([pack], { severities: { ...COMPUTED, ...others.severities } });
  const business = { country: pack.country, multiLocation };
  return fc.property(arbitrary, (input) => {
    const result = registry.validate(mapper(input), business, others);
    if (!result.valid) throw new Error(`${result.error.message}\n${prettifyIssues(result.issues)}`);
  });
}
