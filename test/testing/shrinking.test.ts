import fc from 'fast-check';
import type { Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction, validTransaction, webhookExchange } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { DRAWS } from '../support/numbers';

const SEEDS = Array.from({ length: Math.ceil(DRAWS / 50) }, (_, i) => i + 1);

/** The first failing value, shrunk as far as possible. */
function least<T>(arbitrary: fc.Arbitrary<T>, right: (value: T) => boolean, seed: number): T {
  const { counterexample } = fc.check(fc.property(arbitrary, right), { seed, numRuns: 2000 });
  return counterexample![0];
}

const LEAST: Transaction = {
  type: 'sale',
  settled: true,
  receiptNumber: '1',
  timestamp: '2026-11-21T10:00:00+01:00',
  currency: 'SEK',
  vendor: { id: 'biz_1' },
  items: [{ name: 'Coffee', quantity: 1, unitPrice: 0, amount: 0, taxRate: 25, taxCategory: 'S', taxAmount: 0 }],
  tax: {
    scheme: 'SE_MOMS',
    pricesIncludeTax: true,
    summary: [{ rate: 25, category: 'S', taxableAmount: 0, taxAmount: 0 }],
  },
  totals: { subtotal: 0, discount: 0, tax: 0, total: 0 },
  payment: { method: 'card' },
  source: { platform: 'pos', externalId: '1' },
  extensions: {
    se: {
      controlUnitId: 'TESTCUSE000000001',
      controlCode: 'SUFMLQIBGESA5GZPENDD3MBH2Y7GZANZ;52C6QLGD2QVYVCKXIHIVYGF746',
      sequenceNumber: 0,
    },
  },
};

type Line = Transaction['items'][number];

/** Whether the amount was not rounded down although the next integer up is at least as near. */
const isRounded = ({ quantity, unitPrice, amount, discount }: Line): boolean =>
  discount !== undefined || unitPrice < 0 || quantity < 0 || Math.round(quantity * unitPrice) <= amount;

const isBeyondAscii = ({ name }: Line): boolean => /[^\u0000-\u007f]/.test(name);

describe('generated values shrink', () => {
  it.each(SEEDS)('to one plain line without optional fields (seed %i)', (seed) => {
    const found = least(validTransaction(seReceipt1), () => false, seed);
    expect(JSON.stringify(found)).toBe(JSON.stringify(LEAST));
  });

  it.each(SEEDS)('to no more than a mutation requires (seed %i)', (seed) => {
    const cash = least(validTransaction(seReceipt1), ({ payment }) => payment.method !== 'cash', seed);
    expect(cash).toEqual({ ...LEAST, payment: { method: 'cash' }, totals: { ...LEAST.totals, rounding: 0 } });

    const several = least(validTransaction(seReceipt1), ({ items }) => items.length < 3, seed);
    expect(several).toEqual({ ...LEAST, items: [LEAST.items[0], LEAST.items[0], LEAST.items[0]] });

    const { items, ...rest } = least(validTransaction(seReceipt1), ({ totals }) => totals.discount === 0, seed);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ name: 'Coffee', taxRate: 25, discount: { amount: 1 } });
    expect(Object.keys(rest)).toEqual(Object.keys(LEAST).filter((key) => key !== 'items'));
  });

  it.each(SEEDS)('to readable values, even if traits coincide by chance (seed %i)', (seed) => {
    const tie = least(validTransaction(seReceipt1), ({ totals }) => Math.abs(totals.rounding ?? 0) !== 50, seed);
    expect(tie.items).toEqual([{ ...LEAST.items[0], unitPrice: 50, amount: 50, taxAmount: 10 }]);

    const lower = least(validTransaction(seReceipt1), ({ items }) => items.every(isRounded), seed);
    expect(lower.items).toHaveLength(1);
    expect(lower.items[0]).toMatchObject({ name: 'Coffee', quantity: 0.5, unitPrice: 3 });

    const unicode = least(
      validTransaction(seReceipt1),
      ({ items }) => items.every((item) => !isBeyondAscii(item)),
      seed,
    );
    expect(unicode.items).toEqual([{ ...LEAST.items[0], name: 'Räksmörgås' }]);
  });

  it.each(SEEDS)("without losing the document's mutation (seed %i)", (seed) => {
    const found = least(invalidTransaction(seReceipt1, { code: 'amount_mismatch' }), () => false, seed);
    expect(found.document).toEqual({ ...LEAST, items: [{ ...LEAST.items[0], amount: 2 }] });
    expect(found.expected.issues).toEqual([
      { field: 'items[0].amount', code: 'amount_mismatch' },
      { field: 'totals.subtotal', code: 'sum_mismatch' },
    ]);
  });

  it.each(SEEDS)('within one kind of forged delivery (seed %i)', (seed) => {
    const { variant: drawn } = fc.sample(webhookExchange(), { seed, numRuns: 1 })[0]!;
    const { body, secrets, variant } = least(webhookExchange(), () => false, seed);
    const [plain] = fc.sample(webhookExchange({ expected: 'missing_signature' }), { seed, numRuns: 1 });
    const missing = least(webhookExchange({ expected: 'missing_signature' }), () => false, seed);
    expect([variant, missing.variant]).toEqual([drawn, plain!.variant]);
    expect(secrets.at(-1)).toBe('whsec_test');
    expect(JSON.parse(missing.body as string)).toEqual({
      eventId: 'evt_1',
      schemaVersion: '2.1',
      type: 'transaction.created',
      businessId: 'biz_1',
      createdAt: '2026-11-21T09:00:00Z',
      data: {},
    });
    expect(body.length).toBeLessThan(400);
  });
});
