import fc from 'fast-check';
import { createRegistry, definePack } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { SEED } from '../support/numbers';
import { defined } from '../support/own-pack';
import { testPacks } from '../support/test-packs';
import type { UsageErrorCode } from 'receipt-rule-packs';
import { usageError } from '../support/usage-error';

const registry = createRegistry([seReceipt1, ...testPacks]);

describe('invalidTransaction', () => {
  it.each(['invalid_rate', 'sum_mismatch', 'unknown_field', 'customer.country/required', 'out_of_range'])(
    'generates documents with the code %s',
    (code) => {
      for (const { expected } of fc.sample(invalidTransaction(seReceipt1, { code }), { seed: SEED, numRuns: 50 })) {
        expect(expected.issues.map((issue) => issue.code)).toContain(code);
      }
    },
  );

  it('respects its options', () => {
    const options = { type: 'sale', tender: 'card', lines: 2, code: ['too_short', 'currency_not_allowed'] } as const;
    for (const { document } of fc.sample(invalidTransaction(seReceipt1, options), { seed: SEED, numRuns: 100 })) {
      expect(document).toMatchObject({ type: 'sale', payment: { method: 'card' }, items: [{}, {}] });
    }
    const business = { country: 'SE', multiLocation: true };
    const many = fc.sample(invalidTransaction(seReceipt1, { multiLocation: true, code: 'amount_mismatch' }), 5);
    for (const drawn of many) expect(drawn.business).toEqual(business);
  });

  it('needs no validation options unless rateWindows is `enforce`', () => {
    const plain = fc.sample(invalidTransaction(seReceipt1), { seed: SEED, numRuns: 150 });
    expect(plain.filter(({ options }) => Object.keys(options).length > 0)).toEqual([]);
    expect(plain.flatMap(({ expected }) => expected.issues.map(({ code }) => code))).not.toContain(
      'rate_not_in_window',
    );
  });

  it.each(['home', 'oss'] as const)('generates rates that were not in force (%s)', (sale) => {
    const arbitrary = invalidTransaction(seReceipt1, { sale, code: 'rate_not_in_window' });
    for (const { document, business, options, expected } of fc.sample(arbitrary, { seed: SEED, numRuns: 200 })) {
      expect(options.rateWindows).toBe('enforce');
      expect(new Set(expected.issues.map(({ code }) => code))).toEqual(new Set(['rate_not_in_window']));
      expect(registry.validate(document, business, options).issues.map(({ field }) => field)).toEqual(
        expected.issues.map(({ field }) => field),
      );
      expect(registry.validate(document, business).valid).toBe(true);
    }
  });

  it('returns the original sale of a correction at a rate that was not in force', () => {
    const arbitrary = invalidTransaction(seReceipt1, { code: 'rate_not_in_window', type: ['refund', 'void'] });
    for (const { document, business, options, expected } of fc.sample(arbitrary, { seed: SEED, numRuns: 100 })) {
      const { original, ...others } = options;
      expect(original).toBeDefined();
      expect(registry.validate(document, business, options).issues).toHaveLength(expected.issues.length);
      expect(registry.validate(document, business, others).valid).toBe(true);
    }
  });

  it('expects no issue from a rule that the pack lacks', () => {
    const rules = seReceipt1.rules.filter(({ id }) => id !== 'totals-subtotal');
    const pack = definePack({ ...seReceipt1, rules });
    const own = createRegistry([pack]);
    const drawn = fc.sample(invalidTransaction(pack, { code: 'amount_mismatch' }), { seed: SEED, numRuns: 50 });
    for (const { document, business, options, expected } of drawn) {
      expect(expected.issues).toHaveLength(1);
      expect(own.validate(document, business, options).issues).toHaveLength(1);
    }
    expect(() => invalidTransaction(pack, { code: 'amount_mismatch', type: 'sale' })).not.toThrow();
  });

  it('throws for a pack without a law', () => {
    expect(() => invalidTransaction(defined())).toThrow(usageError('invalid_pack', 'pack'));
  });

  it.each<[string, UsageErrorCode, string, object]>([
    [
      'a code about rates that are not enforced',
      'invalid_option',
      '.code',
      { code: 'rate_not_in_window', rateWindows: 'warn' },
    ],
    ['a code that such a sale cannot have', 'invalid_option', '.code', { code: 'rate_not_in_window', sale: 'abroad' }],
    ['a kind of sale that the country does not have', 'invalid_option', '', { sale: 'union' }],
    [
      'the original of a correction',
      'unknown_option',
      '.original',
      { original: { timestamp: '2026-01-01T00:00:00Z' } },
    ],
    ['no code', 'invalid_option', '.code', { code: [] }],
    ['a code that is not text', 'invalid_option', '.code', { code: 5 }],
    ['an unknown type', 'invalid_option', '.type', { type: 'gift' }],
    ['a product tax class', 'unknown_option', '.productTaxClass', { productTaxClass: () => 'food' }],
    ['a single returned line in a sale', 'invalid_option', '', { returned: true, lines: 1, type: 'sale' }],
    ['a code that nothing raises', 'invalid_option', '.code', { code: 'own_code' }],
    [
      'a code that a document of the type cannot have',
      'invalid_option',
      '.code',
      { code: 'must_be_zero', type: 'sale' },
    ],
    ['an unknown option', 'unknown_option', '.codes', { codes: [] }],
    ['a scheme that the pack does not have', 'invalid_option', '', { scheme: 'FI_ALV' }],
  ])('throws for %s', (_, code, name, options) => {
    expect(() => invalidTransaction(seReceipt1, options)).toThrow(usageError(code, `options${name}`));
  });
});
