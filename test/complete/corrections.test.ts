import { describe, expect, it } from 'vitest';
import type { Issue, Transaction } from 'receipt-rule-packs';
import {
  checkCorrections,
  complete,
  creditNoteOf,
  exchangeOf,
  refundOf,
  remainingOf,
  voidOf,
  type Completion,
  type CorrectionHead,
  type Draft,
  type DraftLine,
  type Take,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, headOf } from './support/drafts';
import { NET, QM, registryOf, roundingRow } from './support/laws';

const registry = registryOf();
const MUGS: DraftLine = {
  name: 'Mug',
  sku: 'mug',
  unitPrice: 10000,
  quantity: 3,
  taxRate: 25,
  discount: { amount: 1000, description: 'Offer' },
  category: 'kitchen',
};
const CHEESE: DraftLine = { name: 'Cheese', unit: 'kg', unitPrice: 18900, quantity: 0.485, taxRate: 6 };
const sold = (items: readonly DraftLine[], more: Partial<Draft> = {}, law = registry): Transaction => {
  const { completed, issues } = complete(law, draftOf(items, more), QM);
  expect(issues).toEqual([]);
  return frozen(completed);
};
const SALE = sold([MUGS, CHEESE]);
const head = (more: Partial<CorrectionHead> = {}): CorrectionHead => headOf(more);
const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
const refund = (take: readonly Take[] | 'all', more: Partial<CorrectionHead> = {}, sale: unknown = SALE) =>
  refundOf(registry, sale as Transaction, take, head(more), QM);
/** What was found and expected, as far as an issue says so. */
const detailsOf = (list: readonly Issue[]) =>
  list.map((issue) => ['found', 'expected'].filter((key) => key in issue).map((key) => issue[key as 'found']));
const codes = (list: readonly { field: string; code: string }[]) => list.map(({ field, code }) => `${field} ${code}`);

describe('refundOf', () => {
  it('copies what belongs to the sale, and takes the rest from the head', () => {
    const result = refund([{ line: 0, quantity: 1 }], {
      reason: 'returned',
      note: 'Chipped',
      payment: { method: 'mobile' },
      metadata: { till: 3 },
    });
    expect(said(result)).toEqual([]);
    expect(result.completed).toEqual({
      type: 'refund',
      settled: true,
      receiptNumber: '2',
      timestamp: '2026-11-22T10:00:00+01:00',
      currency: 'EUR',
      metadata: { till: 3 },
      vendor: { id: 'biz_1' },
      items: [
        {
          name: 'Mug',
          sku: 'mug',
          category: 'kitchen',
          unitPrice: 10000,
          quantity: 1,
          amount: 9667,
          taxRate: 25,
          taxCategory: 'S',
          taxAmount: 1933,
          discount: { amount: 333, description: 'Offer' },
        },
      ],
      tax: {
        scheme: 'UK_VAT',
        pricesIncludeTax: true,
        summary: [{ rate: 25, category: 'S', taxableAmount: 7734, taxAmount: 1933 }],
      },
      totals: { subtotal: 9667, discount: 333, tax: 1933, total: 9667 },
      payment: { method: 'mobile' },
      source: { platform: 'test', externalId: '2' },
      linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned', note: 'Chipped' },
    });
  });

  it('gives a line of three back one by one, and no fourth', () => {
    const earlier: Transaction[] = [];
    for (let i = 0; i < 3; i++) {
      const result = refund([{ line: 0, quantity: 1 }], { earlier: frozen([...earlier]) });
      expect(said(result)).toEqual([]);
      earlier.push(result.completed);
    }
    expect(earlier.map(({ items: [item] }) => item!.amount)).toEqual([9667, 9666, 9667]);
    const fourth = refund([{ line: 0, quantity: 1 }], { earlier });
    expect(said(fourth)).toEqual(['take[0].quantity over_refund']);
    expect(fourth.issues[0]).toMatchObject({ found: 1, expected: 0 });
    // Nothing that could be signed.
    expect(fourth.completed.items).toEqual([]);
    expect(fourth.completed.totals).toBeUndefined();
  });

  it('takes all that is left, and what is left of one line', () => {
    const first = refund([{ line: 0, quantity: 2 }]).completed;
    expect(refund('all', { earlier: [first] }).completed.totals.total).toBe(SALE.totals.total - first.totals.total);
    expect(refund([{ line: 0 }], { earlier: [first] }).completed.items[0]).toMatchObject({ quantity: 1, amount: 9667 });
    const rest = refund('all', { earlier: [first] }).completed;
    expect(said(refund('all', { earlier: [first, rest] }))).toEqual(['take over_refund']);
  });

  it('counts what one call takes twice', () => {
    expect(
      refund([
        { line: 0, quantity: 1 },
        { line: 0, quantity: 2 },
      ]).completed.items.map(({ amount }) => amount),
    ).toEqual([9667, 19333]);
    expect(
      said(
        refund([
          { line: 0, quantity: 2 },
          { line: 0, quantity: 2 },
        ]),
      ),
    ).toEqual(['take[1].quantity over_refund']);
  });

  it('takes weighed goods whole, or by amount', () => {
    expect(refund([{ line: 1 }]).completed.items[0]).toMatchObject({ quantity: 0.485, amount: 9167, taxAmount: 519 });
    expect(said(refund([{ line: 1, quantity: 0.2 }]))).toEqual(['take[0].quantity invalid_value']);
    const part = refund([{ line: 1, amount: 5000 }]);
    expect(said(part)).toEqual([]);
    expect(part.completed.items[0]).toEqual({
      name: 'Cheese',
      quantity: 1,
      unitPrice: 5000,
      amount: 5000,
      taxRate: 6,
      taxCategory: 'S',
      taxAmount: 283,
    });
    // 9167 − 5000 is left of the rate, and so is its tax.
    const more = refund([{ line: 1, amount: 4168 }], { earlier: [part.completed] });
    expect(said(more)).toEqual(['take[0] over_refund']);
    const rest = refund([{ line: 1, amount: 4167 }], { earlier: [part.completed] }).completed;
    expect(rest.totals.tax).toBe(519 - 283);
    expect(said(refund([{ line: 1, amount: 9168 }]))).toEqual(['take[0].amount over_refund']);
    expect(said(refund([{ line: 1 }], { earlier: [refund([{ line: 1 }]).completed] }))).toEqual([
      'take[0].quantity over_refund',
    ]);
  });

  it('treats lines that are alike as one', () => {
    const sale = sold([
      { ...MUGS, quantity: 1, discount: undefined },
      { ...MUGS, quantity: 1, discount: undefined },
      { ...CHEESE },
      { ...CHEESE, quantity: 0.2 },
    ]);
    const one = refund([{ line: 1 }], {}, sale).completed;
    expect(remainingOf(sale, [one]).lines.map(({ quantity }) => quantity)).toEqual([1, 0, 0.485, 0.2]);
    expect(said(refund([{ line: 0 }], { earlier: [one] }, sale))).toEqual([]);
    expect(said(refund([{ line: 0 }, { line: 1 }], { earlier: [one] }, sale))).toEqual([
      'take[1].quantity over_refund',
    ]);
    const small = refund([{ line: 3 }], {}, sale).completed;
    expect(remainingOf(sale, [small]).lines.map(({ quantity }) => quantity)).toEqual([1, 1, 0.485, 0]);
    expect(said(refund([{ line: 3 }], { earlier: [small] }, sale))).toEqual(['take[0].quantity over_refund']);
  });

  it.each([
    ['no line', [{ line: 2 }], 'take[0].line line_not_found', [2]],
    ['a line by name', [{ line: 'Mug' }], 'take[0].line line_not_found', ['Mug']],
    ['nothing of it', [{ line: 0, quantity: 0 }], 'take[0].quantity out_of_range', [0]],
    ['half a piece', [{ line: 0, quantity: 0.5 }], 'take[0].quantity invalid_value', [0.5, 3]],
    ['part of a weight', [{ line: 1, quantity: 0.2 }], 'take[0].quantity invalid_value', [0.2, 0.485]],
    ['a piece too many', [{ line: 0, quantity: 4 }], 'take[0].quantity over_refund', [4, 3]],
    ['text', [{ line: 0, quantity: '1' }], 'take[0].quantity invalid_type', ['1']],
    ['null, which would be all of it', [{ line: 0, quantity: null }], 'take[0].quantity invalid_type', [null]],
    ['a misspelled quantity, which would be all of it', [{ line: 0, qty: 1 }], 'take[0].qty unknown_field', []],
    ['both', [{ line: 0, quantity: 1, amount: 5 }], 'take[0].amount not_allowed', []],
    ['a negative amount', [{ line: 0, amount: -5 }], 'take[0].amount out_of_range', [-5]],
    ['more than its amount', [{ line: 1, amount: 9168 }], 'take[0].amount over_refund', [9168, 9167]],
    ['no take', [null], 'take[0].line line_not_found', []],
    ['no list', 'some', 'take invalid_type', ['some']],
    ['an empty list', [], 'take too_few_items', []],
  ])('refuses %s', (_, take, expected, details) => {
    const result = refund(take as never);
    expect(said(result)).toEqual([expected]);
    expect(detailsOf(result.issues)).toEqual([details]);
  });

  it.each([
    ['null', null, ['sale not_refundable']],
    ['text', 'sale', ['sale not_refundable']],
    ['a sale without lines', { ...SALE, items: undefined }, ['sale not_refundable']],
    [
      'a sale with a price as text',
      { ...SALE, items: [{ ...SALE.items[0], unitPrice: '5' }] },
      ['sale not_refundable'],
    ],
    ['a refund', { ...SALE, type: 'refund' }, ['sale.type not_refundable']],
    ['another sale', { ...SALE, id: 'txn_2' }, ['linkedTransaction.originalTransactionId original_mismatch']],
  ])('refuses %s as the sale', (_, sale, expected) => {
    expect(said(refund('all', {}, sale))).toEqual(expected);
  });

  it('refuses earlier documents that are not of the sale, or that it cannot count', () => {
    const one = refund([{ line: 0, quantity: 1 }]).completed;
    const stored = { ...SALE, id: 'txn_1' };
    const other = {
      ...one,
      vendor: { id: 'biz_2' },
      currency: 'SEK',
      linkedTransaction: { originalTransactionId: 'txn_9' },
    };
    const result = refund([{ line: 0 }], { earlier: [other, null as never, SALE] }, stored);
    expect(said(result)).toEqual([
      'earlier[0].linkedTransaction.originalTransactionId original_mismatch',
      'earlier[0].vendor.id original_mismatch',
      'earlier[0].currency original_mismatch',
      'earlier[1] not_computable',
      'earlier[2].type original_mismatch',
    ]);
    expect(detailsOf(result.issues)).toEqual([
      ['txn_9', 'txn_1'],
      ['biz_2', 'biz_1'],
      ['SEK', 'EUR'],
      [],
      ['sale', ['refund', 'credit_note', 'void', 'exchange']],
    ]);
  });

  it('says in one result what the head lacks too', () => {
    const { receiptNumber: _, ...rest } = head();
    const result = refundOf(registry, SALE, [{ line: 5 }], rest as CorrectionHead, QM);
    expect(said(result)).toEqual(['take[0].line line_not_found', 'receiptNumber required']);
  });

  it('refuses a misspelled field of the head: without the earlier refunds, goods could come back twice', () => {
    expect(said(refund('all', { earler: [] } as object))).toEqual(['earler unknown_field']);
  });

  it('rounds cash as the sale was rounded', () => {
    const cash = registryOf({ cashRounding: [roundingRow({ increment: 100 })] });
    const sale = sold(
      [{ ...MUGS, quantity: 1, unitPrice: 10150, discount: undefined }],
      { payment: { method: 'cash' } },
      cash,
    );
    expect(refundOf(cash, sale, 'all', head(), QM).completed.totals).toEqual(sale.totals);
  });

  it('gives back what was bought in an exchange, not what was taken back in it', () => {
    const exchange = exchangeOf(
      registry,
      SALE,
      [{ line: 0, quantity: 1 }],
      [{ name: 'Bowl', unitPrice: 15000, taxRate: 25 }],
      head(),
      QM,
    ).completed;
    expect(said(refund([{ line: 0 }], {}, exchange))).toEqual(['take[0].line not_refundable']);
    const result = refund('all', {}, exchange);
    expect(said(result)).toEqual([]);
    expect(result.completed.totals.total).toBe(15000);
  });

  it('shares the tax of jurisdictions as the sale did', () => {
    const us = registryOf({ ...NET, taxJurisdictions: true });
    const jurisdictions = [
      { level: 'state' as const, name: 'NY', rate: 4 },
      { level: 'city' as const, name: 'NYC', rate: 4.5 },
    ];
    const sale = sold(
      [{ ...MUGS, taxRate: 8.5, discount: undefined }],
      { tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions } },
      us,
    );
    const result = refundOf(us, sale, [{ line: 0, quantity: 1 }], head(), QM);
    expect(said(result)).toEqual([]);
    expect(result.completed.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([400, 450]);
  });

  it('holds rates against the day of the sale', () => {
    const law = registryOf({
      rates: [
        { rate: 12, until: '2026-11-21', enforce: true, citation: 'Fictional' },
        { rate: 6, from: '2026-11-22', enforce: true, citation: 'Fictional' },
      ],
    });
    const sale = sold([{ ...CHEESE, taxRate: 12 }], {}, law);
    const options = { rateWindows: 'enforce' } as const;
    expect(said(refundOf(law, sale, 'all', head(), QM, options))).toEqual([]);
    const original = { timestamp: '2026-11-22T10:00:00Z' };
    expect(said(refundOf(law, sale, 'all', head(), QM, { ...options, original }))).toEqual([
      'items[0].taxRate rate_not_in_window',
    ]);
  });

  it('is a TypeError without a head', () => {
    expect(() => refundOf(registry, SALE, 'all', undefined as never, QM)).toThrow(TypeError);
  });
});

describe('creditNoteOf', () => {
  const TWO = sold([
    { name: 'A', unitPrice: 7500, taxRate: 25 },
    { name: 'B', unitPrice: 5000, taxRate: 6 },
  ]);
  const credit = (amount: unknown, earlier: Transaction[] = []) =>
    creditNoteOf(registry, TWO, { amount } as { amount: number }, head({ reason: 'price_adjustment', earlier }), QM);

  it('shares an amount among the rates', () => {
    const { completed, issues, warnings } = credit(2500);
    expect([...issues, ...warnings]).toEqual([]);
    expect(completed.type).toBe('credit_note');
    expect(completed.items.map(({ name, amount, taxAmount }) => [name, amount, taxAmount])).toEqual([
      ['price adjustment', 1500, 300],
      ['price adjustment', 1000, 57],
    ]);
  });

  it('goes on until nothing is left', () => {
    const first = credit(2501).completed;
    const rest = credit(9999, [first]).completed;
    expect(rest.totals.tax + first.totals.tax).toBe(TWO.totals.tax);
    expect(said(credit(1, [first, rest]))).toEqual(['take.amount over_refund']);
    expect(said(credit(12501))).toEqual(['take.amount over_refund']);
    expect(detailsOf(credit(12501).issues)).toEqual([[12501, 12500]]);
    expect(remainingOf(TWO, [first])).toMatchObject({
      total: 9999,
      rates: [
        { rate: 25, amount: 5999 },
        { rate: 6, amount: 4000 },
      ],
    });
    expect(refundOf(registry, TWO, 'all', head({ earlier: [first] }), QM).completed.totals.total).toBe(9999);
  });

  it.each([
    [0, 'out_of_range'],
    ['5', 'invalid_type'],
    [undefined, 'required'],
  ])('refuses the amount %s', (amount, code) => {
    expect(said(credit(amount))).toEqual([`take.amount ${code}`]);
    expect(detailsOf(credit(amount).issues)).toEqual([amount === undefined ? [] : [amount]]);
  });

  it('refuses a line that is not in a list: the amount would be shared among all rates', () => {
    const { issues } = creditNoteOf(registry, TWO, { line: 0, amount: 500 } as { amount: number }, head(), QM);
    expect(codes(issues)).toEqual(['take.line unknown_field']);
  });

  it('takes lines as a refund does', () => {
    expect(creditNoteOf(registry, SALE, [{ line: 0, quantity: 1 }], head(), QM).completed.items[0]).toMatchObject({
      quantity: 1,
      amount: 9667,
    });
  });
});

describe('voidOf', () => {
  it('copies the lines, and has the total 0', () => {
    const { completed, issues, warnings } = voidOf(registry, SALE, head({ reason: 'duplicate' }), QM);
    expect([...issues, ...warnings]).toEqual([]);
    expect(completed).toMatchObject({
      type: 'void',
      settled: false,
      items: SALE.items,
      totals: { ...SALE.totals, total: 0 },
    });
    expect(remainingOf(SALE, [completed]).total).toBe(0);
  });

  it('is for a whole sale', () => {
    const earlier = [refund([{ line: 1 }]).completed];
    expect(said(voidOf(registry, SALE, head({ earlier }), QM))).toEqual(['earlier over_refund']);
  });
});

describe('exchangeOf', () => {
  it('takes back at the figures of the sale, and rounds the difference', () => {
    const cash = registryOf({ cashRounding: [roundingRow({ increment: 100 })] });
    const { completed, issues, warnings } = exchangeOf(
      cash,
      SALE,
      [{ line: 0, quantity: 1 }],
      [{ name: 'Bowl', unitPrice: 9500, taxRate: 25 }],
      head({ payment: { method: 'cash' } }),
      QM,
    );
    expect([...issues, ...warnings]).toEqual([]);
    expect(completed.items[0]).toMatchObject({
      quantity: -1,
      amount: -9667,
      taxAmount: -1933,
      discount: { amount: 333 },
    });
    expect(completed.totals).toEqual({ subtotal: -167, discount: 333, tax: -33, rounding: -33, total: -200 });
    expect(remainingOf(SALE, [completed]).lines[0]).toEqual({
      line: 0,
      quantity: 2,
      amount: 19333,
      discount: 667,
      taxAmount: 3867,
    });
  });
});

describe('checkCorrections', () => {
  const one = refund([{ line: 0, quantity: 1 }]).completed;
  const changed = (change: (document: Transaction) => void, document = one): Transaction => {
    const copy = structuredClone(document);
    change(copy);
    return copy;
  };

  it('finds nothing where all is right', () => {
    const two = refund([{ line: 0, quantity: 2 }], { earlier: [one] }).completed;
    const rest = creditNoteOf(registry, SALE, 'all', head({ earlier: [one, two] }), QM).completed;
    expect(checkCorrections(SALE, [one, two, rest])).toEqual([]);
    expect(checkCorrections(SALE, [])).toEqual([]);
  });

  it('finds a piece too many, in the document that takes it', () => {
    const rest = refund([{ line: 0 }], { earlier: [one] }).completed;
    const issues = checkCorrections(SALE, [one, rest, one]);
    expect(codes(issues)).toEqual(['documents[2].items[0].quantity over_refund']);
    expect(issues[0]).toMatchObject({ found: 1, expected: 0, severity: 'error' });
  });

  it('finds too much of a rate, and in all', () => {
    const dear = changed(({ items, tax: { summary }, totals }) => {
      Object.assign(items[0]!, { name: 'Mug', unitPrice: 29001, amount: 29001, discount: undefined });
      Object.assign(summary[0]!, { taxableAmount: 23201, taxAmount: 5800 });
      Object.assign(totals, { subtotal: 29001, total: 29001, discount: 0 });
    });
    expect(codes(checkCorrections(SALE, [dear]))).toEqual(['documents[0].tax.summary[0] over_refund']);
    const total = changed(({ totals }) => void (totals.total = SALE.totals.total + 1));
    expect(codes(checkCorrections(SALE, [total]))).toEqual(['documents[0].totals.total over_refund']);
  });

  it('finds another rate, another line and another sale', () => {
    expect(codes(checkCorrections(SALE, [changed(({ items }) => void (items[0]!.taxRate = 12))]))).toEqual([
      'documents[0].items[0].taxRate rate_differs_from_sale',
    ]);
    expect(
      codes(checkCorrections(SALE, [changed(({ items }) => Object.assign(items[0]!, { name: 'Vase', sku: 'vase' }))])),
    ).toEqual(['documents[0].items[0] line_not_found']);
    expect(codes(checkCorrections({ ...SALE, id: 'txn_2' } as never, [one]))).toEqual([
      'documents[0].linkedTransaction.originalTransactionId original_mismatch',
    ]);
    expect(codes(checkCorrections(SALE, [SALE]))).toEqual(['documents[0].type original_mismatch']);
  });

  it('finds what cannot be corrected, or read', () => {
    expect(codes(checkCorrections(one, [one]))).toEqual([
      'documents[0].linkedTransaction.originalTransactionId not_refundable',
    ]);
    expect(checkCorrections(one, [one])[0]).toMatchObject({ found: 'refund', expected: ['sale', 'exchange'] });
    expect(codes(checkCorrections(undefined as never, [one]))).toEqual([
      'documents[0].linkedTransaction.originalTransactionId not_refundable',
    ]);
    expect(codes(checkCorrections(SALE, [5 as never, one]))).toEqual(['documents[0] not_computable']);
  });

  it('counts a void and an exchange', () => {
    const all = voidOf(registry, SALE, head(), QM).completed;
    expect(codes(checkCorrections(SALE, [all, one]))).toEqual(['documents[1].items[0].quantity over_refund']);
    const exchange = exchangeOf(registry, SALE, [{ line: 0, quantity: 3 }], [], head(), QM).completed;
    expect(codes(checkCorrections(SALE, [exchange, one]))).toEqual(['documents[1].items[0].quantity over_refund']);
  });
});

describe('remainingOf', () => {
  it('is a TypeError for a value that is not a document', () => {
    const wrong = [
      [() => remainingOf(null as never), 'sale'],
      [() => remainingOf(SALE, [SALE, {} as never]), 'earlier[1]'],
      [() => remainingOf(SALE, null as never), 'earlier'],
    ] as const;
    for (const [call, named] of wrong) {
      expect(call).toThrow(TypeError);
      expect(call).toThrow(named);
    }
  });
});
