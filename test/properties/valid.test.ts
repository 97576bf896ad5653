import fc from 'fast-check';
import { createRegistry, type Issue, type Transaction, type ValidationResult } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { TENDERS, TYPES } from '../../src/testing/options';
import { schemaValidator } from '../support/ajv';
import { SEED } from '../support/numbers';

const registry = createRegistry(packs);
const SE = { country: 'SE' };
const isTransaction = schemaValidator('transaction');

/** Warnings about tax figures, categories, product tax classes and the dates of rates, which other options request. */
const REQUESTED: readonly string[] = [
  'tax_amount_deviates',
  'summary_deviates',
  'category_rate',
  'rate_not_in_window',
  'product_tax_class_unknown',
];
/** Warnings that valid documents can raise. */
const POSSIBLE = new Set(
  seReceipt1.rules
    .filter(({ severity }) => severity === 'warning')
    .flatMap(({ codes }) => codes.map(String))
    .filter((code) => !REQUESTED.includes(code)),
);
/** A result without the document, because JSON turns -0 into 0. */
const judgement = (result: ValidationResult) => ({ ...result, transaction: undefined });
const codes = (issues: readonly Issue[]) => issues.map(({ code }) => code);

describe('documents generated as valid', () => {
  it('are valid, with only the intended warnings', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(validTransaction(seReceipt1, { unusual: true }), (transaction) => {
        // The random documents have rates from any date.
        const result = registry.validate(transaction, SE, { rateWindows: 'off' });
        expect(result.issues).toEqual([]);
        expect(result).toMatchObject({ valid: true, profileId: 'se-receipt-1', documentTier: 'receipt' });
        expect(result.valid && result.transaction).toBe(transaction);
        expect(codes(result.warnings).filter((code) => !POSSIBLE.has(code))).toEqual([]);
        expect(isTransaction(transaction)).toBe(true);
        seen.add(transaction.type).add(transaction.payment.method).add(transaction.tax.scheme);
        for (const code of codes(result.warnings)) seen.add(code);
        if (transaction.totals.total < 0) seen.add('negative');
        if (transaction.items.some(({ quantity }) => !Number.isInteger(quantity))) seen.add('weighed');
      }),
      { seed: SEED, numRuns: 3000 },
    );
    // The random documents cover every type, tender and scheme, and every warning that is possible.
    expect([...seen]).toEqual(
      expect.arrayContaining([...TYPES, ...TENDERS, ...POSSIBLE, 'SE_MOMS', 'EU_VAT', 'negative', 'weighed']),
    );
  });

  it('get warnings that depend only on the figures', () => {
    fc.assert(
      fc.property(
        validTransaction(seReceipt1, { sale: ['home', 'oss'], unusual: true }),
        ({ type, settled, tax, totals, payment, ...rest }) => {
          const { rounding, total } = totals;
          const result = registry.validate({ type, settled, tax, totals, payment, ...rest }, SE);
          expect(codes(result.warnings).includes('prices_exclude_tax')).toBe(!tax.pricesIncludeTax);
          expect(codes(result.warnings).includes('settled_void')).toBe(type === 'void' && settled);
          expect(codes(result.warnings).includes('total_is_zero')).toBe(
            ['refund', 'credit_note'].includes(type) && total === 0,
          );
          expect(codes(result.warnings).includes('last4_without_card')).toBe(
            payment.last4 !== undefined && (payment.method === 'cash' || payment.method === 'transfer'),
          );
          if (total > 0) expect(codes(result.warnings).includes('rounding_tie_down')).toBe(rounding === -50);
        },
      ),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it('are not changed', () => {
    fc.assert(
      fc.property(validTransaction(seReceipt1, { unusual: true }), (transaction) => {
        const before = JSON.stringify(transaction);
        const frozen = deepFreeze(transaction);
        expect(registry.validate(frozen, SE).valid).toBe(true);
        expect(JSON.stringify(frozen)).toBe(before);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('have the same verdict every time: as value, text and bytes', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(validTransaction(seReceipt1, { unusual: true }), fc.boolean(), (transaction, broken) => {
        const document = broken
          ? { ...transaction, currency: 'EUR', items: [...transaction.items, null] }
          : transaction;
        const first = judgement(registry.validate(document, SE));
        expect(judgement(registry.validate(document, SE))).toEqual(first);
        const text = JSON.stringify(document);
        expect(judgement(registry.validateJson(text, SE))).toEqual(first);
        expect(judgement(registry.validateJson(encoder.encode(text), SE))).toEqual(first);
        expect(judgement(registry.validateJson(`\ufeff${text}\n`, SE))).toEqual(first);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("get the same verdict from the pack's check alone", () => {
    fc.assert(
      fc.property(validTransaction(seReceipt1, { unusual: true }), (transaction) => {
        expect(seReceipt1.check(transaction, SE)).toEqual(registry.validate(transaction, SE).warnings);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('get the same verdict whatever the key order', () => {
    fc.assert(
      fc.property(validTransaction(seReceipt1, { unusual: true }), (transaction) => {
        const { items, ...rest } = transaction;
        const reversed = Object.fromEntries(
          Object.entries({ ...rest, items: items.map(reverseKeys), totals: reverseKeys(rest.totals) }).reverse(),
        );
        expect(registry.validate(reversed, SE).warnings).toEqual(registry.validate(transaction, SE).warnings);
        const broken = (document: object) => registry.validate({ ...document, currency: 'EUR', locale: '' }, SE).issues;
        expect(broken(reversed)).toEqual(broken(transaction));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

const reverseKeys = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;

function deepFreeze<T extends Transaction>(value: T): T {
  const freeze = (member: unknown): void => {
    if (typeof member !== 'object' || member === null) return;
    Object.values(Object.freeze(member)).forEach(freeze);
  };
  freeze(value);
  return value;
}
