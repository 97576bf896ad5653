import fc from 'fast-check';
import type { Business, RuleOptions, RulePack, Severities } from '../pack/types.js';
import { prettifyIssues } from '../flatten-issues.js';
import { createRegistry } from '../registry.js';

/** Codes that are warnings by default, but are mistakes in a document that a program has computed. */
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

/**
 * The property that a mapper makes a valid document from every input, for `fc.assert` and `fc.check`. Figures and
 * categories that only give warnings by default fail it too; `severities` changes that, by code or rule id.
 *
 * See docs/guides/test-your-mapper.md in the repository.
 *
 * @param pack its country is that of the business
 * @param arbitrary the input of the mapper
 * @param mapper a function that returns the document; if it throws, the property fails
 * @throws TypeError for severities of a code or rule that does not exist
 * @example
 * fc.assert(mapperProperty(seReceipt1, sales, toTransaction, { severities: { amount_deviates: 'warning' } }));
 */
export function mapperProperty<T>(
  pack: RulePack,
  arbitrary: fc.Arbitrary<T>,
  mapper: (input: T) => unknown,
  { multiLocation, ...options }: MapperPropertyOptions = {},
): fc.IPropertyWithHooks<[T]> {
  const registry = createRegistry([pack], { severities: { ...COMPUTED, ...options.severities } });
  const business = { country: pack.country, multiLocation };
  return fc.property(arbitrary, (input) => {
    const result = registry.validate(mapper(input), business, options);
    if (!result.valid) throw new Error(`${result.error.message}\n${prettifyIssues(result.issues)}`);
  });
}
