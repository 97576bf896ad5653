import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  complete,
  createRefund,
  refundableBalance,
  type DraftLine,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, inputOf } from './support/drafts';
import { shopOf } from './support/laws';
import { balanceFaults, balanceOf, withDocument } from './support/results';

// The functions compute nothing from sales and corrections that have an unreadable part.
const shop = shopOf();
const refund = (sale: unknown, lines: RefundLines, more: object = {}) =>
  withDocument(createRefund(shop, inputOf(sale as Transaction, { lines, ...more })));
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 2, taxRate: 25, discount: { amount: 500 } };
const SALE = frozen(withDocument(complete(shop, draftOf([MUG, { ...MUG, name: 'Bowl' }]))).document);
const REFUND = frozen(refund(SALE, [{ line: 0 }]).document);
const line = (more: object) => ({ items: [SALE.items[1], { ...SALE.items[0], ...more }] });
const codes = (list: readonly { field: string; code: string }[]) => list.map(({ field, code }) => `${field} ${code}`);
const thrower = (name: string) => ({
  get [name]() {
    throw new Error('no');
  },
});

const UNREADABLE: readonly (readonly [string, object])[] = [
  ['an unknown type', { type: 'order' }],
  ['no type', { type: undefined }],
  ['no timestamp', { timestamp: undefined }],
  ['no currency', { currency: 5 }],
  ['no vendor', { vendor: undefined }],
  ['a vendor without an id', { vendor: { id: 5 } }],
  ['no tax', { tax: null }],
  ['no valid pricesIncludeTax', { tax: { ...SALE.tax, pricesIncludeTax: 'yes' } }],
  ['no totals', { totals: undefined }],
  ['no total', { totals: { ...SALE.totals, total: '1' } }],
  ['a rounding that is not an integer', { totals: { ...SALE.totals, rounding: 0.5 } }],
  ['no lines', { items: {} }],
  ['a line that is not an object', { items: [SALE.items[0], 5] }],
  ['a line without a name', line({ name: 5 })],
  ['a line without a category', line({ taxCategory: undefined })],
  ['a line without a rate', line({ taxRate: NaN })],
  ['a line without a quantity', line({ quantity: '1' })],
  ['a line without a price', line({ unitPrice: 0.5 })],
  ['a line without an amount', line({ amount: undefined })],
  ['a line without a tax amount', line({ taxAmount: undefined })],
  ['a discount without an amount', line({ discount: {} })],
  ['a discount of 0', line({ discount: { amount: 0 } })],
  ['a discount that is not an object', line({ discount: 5 })],
  ['a getter that throws', thrower('items')],
];

describe('an unreadable document', () => {
  it.each(UNREADABLE)('cannot be corrected: %s', (_, more) => {
    const sale: Transaction = Object.defineProperties({ ...SALE }, Object.getOwnPropertyDescriptors(more));
    const { issues, document } = refund(sale, 'all');
    expect(codes(issues)).toEqual(['sale not_refundable']);
    expect(document).toBeUndefined();
    expect(codes(balanceFaults(sale, [REFUND]))).toEqual(['sale not_refundable']);
  });

  it.each(UNREADABLE)('cannot be counted as a correction: %s', (_, more) => {
    const correction: Transaction = Object.defineProperties({ ...REFUND }, Object.getOwnPropertyDescriptors(more));
    expect(codes(balanceFaults(SALE, [correction]))).toEqual(['priorCorrections[0] not_computable']);
    const { issues } = refund(SALE, [{ line: 0 }], { priorCorrections: [correction] });
    expect(codes(issues)).toEqual(['priorCorrections[0] not_computable']);
  });
});

describe('an optional part', () => {
  it.each([
    ['no rounding', { totals: { ...SALE.totals, rounding: undefined } }],
    ['an id that is not text', { id: 5 }],
    ['a unit that is not text', { items: SALE.items.map((item) => ({ ...item, unit: 5 })) }],
    ['an article number that is not text', { items: SALE.items.map((item) => ({ ...item, sku: 5 })) }],
  ])('may be absent or wrong: %s', (_, more) => {
    const sale = { ...SALE, ...more } as unknown as Transaction;
    expect(balanceFaults(sale, [REFUND])).toEqual([]);
    expect(balanceOf(sale, [REFUND]).lines.map(({ quantity }) => quantity)).toEqual([0, 2]);
  });

  it.each([
    ['text', 'x', 'priorCorrections[0].tax.summary over_refund'],
    ['an object', {}, 'priorCorrections[0].tax.summary over_refund'],
    ['an entry that throws', [thrower('rate')], 'priorCorrections[0] not_computable'],
  ])('may be a summary of the wrong type, as long as reading it does not throw: %s', (_, summary, expected) => {
    const items = [{ ...REFUND.items[0], name: 'Credit', amount: 99999 }];
    const credit = { ...REFUND, type: 'credit_note', items, tax: { ...REFUND.tax, summary } };
    expect(codes(balanceFaults(SALE, [credit as unknown as Transaction]))).toEqual([expected]);
  });

  it('reports a missing, mistyped or unknown originalTransactionId, even if the sale has no id', () => {
    for (const named of [undefined, 5, 'txn_9']) {
      const correction = { ...REFUND, linkedTransaction: { originalTransactionId: named } };
      expect(balanceFaults(SALE, [correction])).toMatchObject([
        {
          field: 'priorCorrections[0].linkedTransaction.originalTransactionId',
          code: 'original_mismatch',
          expected: 'txn_1',
        },
      ]);
      const unnamed = refundableBalance(shop, { sale: SALE, priorCorrections: [correction] } as never);
      expect(codes(unnamed.issues)).toEqual(['originalTransactionId required']);
    }
    const stored = { ...SALE, id: 'txn_1' };
    const named = { ...REFUND, linkedTransaction: { originalTransactionId: 5 } };
    const [issue] = balanceFaults(stored, [named]);
    expect(issue).toMatchObject({ code: 'original_mismatch', expected: 'txn_1' });
    expect(issue).not.toHaveProperty('found');
  });
});

describe('invalid refund lines', () => {
  it('are reported if reading throws', () => {
    for (const line of [thrower('line'), thrower('quantity')])
      expect(codes(refund(SALE, [line as never]).issues)).toEqual(['lines[0].line line_not_found']);
    // Reading `transaction` shows whether a completion was passed instead of its document.
    const hidden = thrower('transaction') as unknown as Transaction;
    expect(codes(refund(hidden, 'all').issues)).toEqual(['sale not_refundable']);
    expect(codes(refund(SALE, 'all', { priorCorrections: [hidden] }).issues)).toEqual([
      'priorCorrections[0] not_computable',
    ]);
  });

  it('are reported with the lines that callers may correct', () => {
    const { issues } = refund({ ...SALE, type: 'void' }, 'all');
    expect(issues).toMatchObject([{ field: 'sale.type', found: 'void', expected: ['sale', 'exchange'] }]);
    expect(balanceFaults(SALE, [SALE])).toMatchObject([
      { found: 'sale', expected: ['refund', 'credit_note', 'void', 'exchange'], severity: 'error' },
    ]);
  });
});

describe('a sale', () => {
  it('is read once, so that later getter results have no effect', () => {
    const once = <T extends object>(value: T): T => {
      const copy = {} as T;
      for (const [name, part] of Object.entries(value)) {
        let reads = 0;
        Object.defineProperty(copy, name, {
          enumerable: true,
          get: () => (reads++ === 0 ? (part as unknown) : 'later'),
        });
      }
      return copy;
    };
    const sale = once({ ...SALE, vendor: once(SALE.vendor), items: SALE.items.map(once), tax: once(SALE.tax) });
    const { issues, document } = refund(sale, [{ line: 0 }]);
    expect(issues).toEqual([]);
    expect(document).toEqual(REFUND);
    // The refund's total counts against the card that paid.
    const tenders = [{ method: 'card', amount: 39000, last4: '1234' }] as const;
    const paid = withDocument(
      complete(shop, draftOf([MUG, { ...MUG, name: 'Bowl' }], { payment: undefined, tenders })),
    );
    const prior = once({ ...REFUND, totals: once(REFUND.totals), linkedTransaction: once(REFUND.linkedTransaction!) });
    const rest = refund(paid.document, 'all', { priorCorrections: [prior] });
    expect(rest.document.metadata).toMatchObject({ receiptExtra: { tenders: [{ method: 'card', amount: 19500 }] } });
  });
});
