/** Small documents of all countries, each with the verdict that the law of its day gives. */
import { readFileSync } from 'node:fs';
import { createRegistry, type Business, type Issue, type RateWindows } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';

interface TruthCase {
  readonly id: string;
  readonly country: string;
  readonly business?: Partial<Business>;
  readonly options?: { readonly rateWindows?: RateWindows; readonly productTaxClassOfEveryLine?: string };
  readonly document: object;
  readonly expect: {
    readonly valid: boolean;
    /** Each a code or `code@field`: exactly the errors. */
    readonly issues?: readonly string[];
    readonly warnings: { readonly has?: readonly string[]; readonly not?: readonly string[] };
    readonly expectedRates?: readonly number[];
    /** A fact that the message of the first issue names. */
    readonly says?: string;
  };
}

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as readonly TruthCase[];
const registry = createRegistry(packs);

const isOf =
  (wanted: string) =>
  ({ code, field }: Issue): boolean =>
    wanted === code || wanted === `${code}@${field}`;

describe('the law of the day', () => {
  it.each(cases.map((one) => [one.id, one] as const))('%s', (_, one) => {
    const { productTaxClassOfEveryLine: name, ...options } = one.options ?? {};
    const result = registry.validate(
      one.document,
      { country: one.country, ...one.business },
      { ...options, ...(name !== undefined && { productTaxClass: () => name }) },
    );
    const { valid, issues = [], warnings, expectedRates, says } = one.expect;
    const errors: readonly Issue[] = result.issues;
    expect([result.valid, errors.map(({ code, field }) => `${code}@${field}`)]).toEqual([valid, issues]);
    const present = (wanted: string) => result.warnings.some(isOf(wanted));
    expect([warnings.has?.filter((wanted) => !present(wanted)) ?? [], warnings.not?.filter(present) ?? []]).toEqual([
      [],
      [],
    ]);
    if (expectedRates !== undefined) expect(errors[0]!.expected).toEqual(expectedRates);
    if (says !== undefined) expect(errors[0]!.message).toContain(says);
  });
});
