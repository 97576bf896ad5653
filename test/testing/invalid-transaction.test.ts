import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { SEED } from '../support/numbers';
import { testPacks } from '../support/test-packs';

const all = [...packs, ...testPacks];
const registry = createRegistry(all);

describe('invalidTransaction', () => {
  it.each(all.map((pack) => [pack.id, pack] as const))('knows every issue under %s', (_, pack) => {
    fc.assert(
      fc.property(invalidTransaction(pack), ({ document, business, mutation, expected }) => {
        const result = registry.validate(document, business);
        expect(
          result.issues.map(({ field, code }) => ({ field, code })),
          mutation,
        ).toEqual(expected.issues);
        expect(result).toMatchObject({ valid: false, error: { code: expected.error } });
      }),
      { seed: SEED, numRuns: 1500 },
    );
  });

  it.each(['invalid_rate', 'sum_mismatch', 'unknown_field', 'customer.country/required', 'out_of_range'])(
    'is made for %s',
    (code) => {
      for (const { expected } of fc.sample(invalidTransaction(seReceipt1, { code }), { seed: SEED, numRuns: 50 })) {
        expect(expected.issues.map((issue) => issue.code)).toContain(code);
      }
    },
  );

  it('holds parts of the document fast', () => {
    const options = { type: 'sale', tender: 'card', lines: 2, code: ['too_short', 'currency_not_allowed'] } as const;
    for (const { document } of fc.sample(invalidTransaction(seReceipt1, options), { seed: SEED, numRuns: 100 })) {
      expect(document).toMatchObject({ type: 'sale', payment: { method: 'card' }, items: [{}, {}] });
    }
    const business = { country: 'SE', multiLocation: true };
    const many = fc.sample(invalidTransaction(seReceipt1, { multiLocation: true, code: 'amount_mismatch' }), 5);
    for (const drawn of many) expect(drawn.business).toEqual(business);
  });

  it.each<[string, object]>([
    ['a code that nothing raises', { code: 'own_code' }],
    ['a fault that the document cannot have', { code: 'must_be_zero', type: 'sale' }],
    ['an unknown option', { codes: [] }],
    ['a scheme that the pack does not have', { scheme: 'FI_ALV' }],
  ])('throws for %s', (_, options) => {
    expect(() => invalidTransaction(seReceipt1, options)).toThrow(TypeError);
  });
});
