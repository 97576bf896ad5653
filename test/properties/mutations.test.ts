import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { documentsFor, mutated, MUTATIONS } from '../../src/testing/invalid-transaction';
import { lineSetTo, mutation, setTo, type Mutation } from '../../src/testing/mutation';
import { SEED } from '../support/numbers';

const registry = createRegistry(packs);

/** Mutations with values that callers can pass but JSON cannot express. */
const BEYOND_JSON: readonly Mutation[] = [
  lineSetTo('quantity', [NaN, Infinity], 'out_of_range'),
  lineSetTo('unitPrice', [NaN, Infinity, -Infinity], 'out_of_range'),
  lineSetTo('amount', [NaN, Infinity, -Infinity], 'out_of_range'),
  setTo('totals.total', [NaN, Infinity, -Infinity], 'out_of_range'),
  setTo('metadata', [{ a: [NaN] }], 'out_of_range'),
  mutation('a namespace', 'out_of_range', () => [
    [{ set: 'extensions', value: { se: { a: Infinity } } }],
    ['extensions.se out_of_range'],
  ]),
].map((row) => ({ ...row, name: `beyond JSON, ${row.name}` }));

/** The codes that are raised before any rule runs. */
const STAGES = [
  ...['unknown_field', 'profile_mismatch', 'unsupported_country', 'required', 'invalid_type', 'invalid_value'],
  ...['invalid_format', 'out_of_range', 'too_short', 'too_few_items'],
];

/** Every mutation that applies to the pack. */
const KINDS = [...MUTATIONS, ...BEYOND_JSON].flatMap((mutation) => {
  const fitting = documentsFor(mutation, seReceipt1, { unusual: true });
  return fitting.length === 0 ? [] : [[mutation.name, mutated(mutation, seReceipt1, fitting)] as const];
});

describe('a mutation of a valid document', () => {
  it.each(KINDS)('has the expected issues: %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, ({ document, business, expected }) => {
        const result = registry.validate(document, business);
        expect(result.issues.map(({ field, code }) => ({ field, code }))).toEqual(expected.issues);
        expect(result).toMatchObject({ valid: false, error: { code: expected.error } });
      }),
      { seed: SEED, numRuns: 25 },
    );
  });

  it('exists for every code of severity error', () => {
    const covered = new Set<string>();
    for (const [, arbitrary] of KINDS) {
      for (const { expected } of fc.sample(arbitrary, { seed: SEED, numRuns: 3 })) {
        for (const { code } of expected.issues) covered.add(code);
      }
    }
    const ruled = seReceipt1.rules.filter(({ severity }) => severity === 'error').flatMap(({ codes }) => codes);
    // The code is an error only with rateWindows `enforce`, which the tests of test/testing cover.
    const wanted = new Set<string>([...ruled, ...STAGES].filter((code) => code !== 'rate_not_in_window'));
    expect([...wanted].filter((code) => !covered.has(code))).toEqual([]);
  });
});
