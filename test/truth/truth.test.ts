/** Small documents from all countries, each with the verdict under the law in force on its date. */
import { createRegistry, type Business, type Issue, type RateWindows, type Severities } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { jsonLines, only } from '../support/json-lines';

interface TruthCase {
  readonly id: string;
  readonly country: string;
  /** Absent: a business for which only the country is known. */
  readonly business?: Partial<Business>;
  readonly options?: {
    readonly rateWindows?: RateWindows;
    readonly productTaxClassOfEveryLine?: string;
    readonly severities?: Severities;
  };
  readonly document: object;
  readonly expect: {
    readonly valid: boolean;
    /** Every expected issue, as `code@field`. */
    readonly issues?: readonly string[];
    /** `code` or `code@field`: warnings that must be present, and warnings that must not. */
    readonly warnings?: { readonly has?: readonly string[]; readonly not?: readonly string[] };
    /** The first issue's `expected` field. */
    readonly expectedRates?: readonly number[];
    /** Text that the first issue's message must contain. */
    readonly says?: string;
  };
}

const cases = jsonLines(new URL('cases.jsonl', import.meta.url), {
  ...only('id', 'country', 'why', 'source', 'business', 'document'),
  options: only('rateWindows', 'productTaxClassOfEveryLine', 'severities'),
  expect: { ...only('valid', 'issues', 'expectedRates', 'says'), warnings: only('has', 'not') },
}) as readonly TruthCase[];
const registry = createRegistry(packs);

const named = ({ code, field }: Issue): string => `${code}@${field}`;

describe("the law in force on the document's date", () => {
  it.each(cases.map((one) => [one.id, one] as const))(
    'leads to the right verdict: %s',
    (_, { country, business, options = {}, document, expect: wanted }) => {
      const { productTaxClassOfEveryLine: name, ...others } = options;
      const productTaxClass = name === undefined ? undefined : () => name;
      const result = registry.validate(document, { country, ...business }, { ...others, productTaxClass });
      const issues: readonly Issue[] = result.issues;
      const { has = [], not = [] } = wanted.warnings ?? {};
      const isPresent = (text: string) => result.warnings.some((one) => one.code === text || named(one) === text);
      expect({
        valid: result.valid,
        issues: issues.map(named),
        has: has.filter(isPresent),
        not: not.filter(isPresent),
      }).toEqual({ valid: wanted.valid, issues: wanted.issues ?? [], has, not: [] });
      if (wanted.expectedRates !== undefined) expect(issues[0]!.expected).toEqual(wanted.expectedRates);
      if (wanted.says !== undefined) expect(issues[0]!.message).toContain(wanted.says);
    },
  );

  it('has no duplicate cases', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
});
