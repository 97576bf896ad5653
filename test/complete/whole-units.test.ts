import fc from 'fast-check';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createRefund,
  refundableBalance,
  type Completion,
  type DraftLine,
  type RefundLine,
  type SaleDraft,
} from 'receipt-rule-packs/complete';
import { huReceipt1 } from 'receipt-rule-packs/packs/hu-receipt-1';
import { describe, expect, it } from 'vitest';
import { DRAWS } from '../support/numbers';
import { inputOf } from './support/drafts';
import { withDocument } from './support/results';

const shop = createRegistry([huReceipt1]).shop({ country: 'HU' });
const draftOf = (items: readonly DraftLine[], more: Partial<SaleDraft> = {}): SaleDraft =>
  ({
    receiptNumber: '1',
    timestamp: '2026-11-21T10:00:00+01:00',
    currency: 'HUF',
    vendor: { id: 'biz_1' },
    source: { platform: 'till', externalId: '1' },
    payment: { method: 'card' },
    tax: { pricesIncludeTax: true },
    items,
    ...more,
  }) as SaleDraft;
const made = (...given: Parameters<typeof draftOf>) => {
  const result = complete(shop, draftOf(...given));
  if (!result.valid) throw new Error(result.error.message);
  const warnings = result.warnings.filter(({ code }) => code !== 'fiscal_missing');
  return { ...result.transaction, warnings: warnings.map(({ field, code }) => `${field} ${code}`) };
};
const weighed: DraftLine = { name: 'Alma', quantity: 0.532, unitPrice: 59900, taxRate: 27 };

describe('a draft in whole forints', () => {
  it('gets correct amounts, taxes and totals without fractions', () => {
    const { items, totals, warnings } = made([weighed, { name: 'Kenyér', price: '1376.12', taxRate: 18 }]);
    // Exactly 318.668 and 1,376.12, with taxes of 67.8… and 209.8….
    expect(items.map(({ amount, taxAmount }) => [amount, taxAmount])).toEqual([
      [31900, 6800],
      [137600, 21000],
    ]);
    expect(totals).toEqual({ subtotal: 169500, discount: 0, tax: 27800, total: 169500 });
    expect(warnings).toEqual([]);
  });

  it('rounds half a forint away from zero, and rounds only once', () => {
    const halves = [0.5, -0.5].map((quantity): DraftLine => ({
      name: 'Alma',
      quantity,
      unitPrice: 100,
      taxRate: 0,
      taxCategory: 'Z',
    }));
    const { items } = made([...halves, { ...halves[0]!, quantity: 0.4996 }, { ...halves[0]!, quantity: 9 }]);
    expect(items.map(({ amount }) => amount)).toEqual([100, -100, 0, 900]);
  });

  it('splits percentages and charges in whole forints', () => {
    const soap: DraftLine = { name: 'Szappan', unitPrice: 33300, taxRate: 27 };
    const { items, totals } = made([weighed, soap, { ...soap, discount: { percent: 10 } }], {
      discounts: [{ percent: 5 }],
      charges: [{ name: 'Szállítás', percent: 7 }],
    });
    const figures = items.flatMap(({ amount, taxAmount, discount }) => [amount, taxAmount, discount?.amount ?? 0]);
    expect([...figures, ...Object.values<number>(totals as never)].filter((figure) => figure % 100 !== 0)).toEqual([]);
    // 333 less 10 % is 300; 952 less 5 % is 904; 7 % of that is 63.
    expect(totals).toMatchObject({ subtotal: 96700, discount: 8100 });
  });

  it('adds taxes in whole forints to net prices, per line even if tax is rounded per group', () => {
    const lines = [weighed, { ...weighed, quantity: 0.771 }];
    const net = { tax: { pricesIncludeTax: false } };
    const { totals, warnings } = made(lines, net);
    expect(totals).toEqual({ subtotal: 78100, discount: 0, tax: 21100, total: 99200 });
    expect(warnings).toEqual(['tax.pricesIncludeTax prices_exclude_tax']);
    const groups = createRegistry([huReceipt1]).shop({ country: 'HU' }, { taxRounding: 'group' });
    expect(complete(groups, draftOf(lines, net)).transaction?.totals).toEqual(totals);
  });

  it('keeps stated fractions, and warns if the seller charges one', () => {
    const stated = { ...weighed, amount: 31867, taxAmount: 6775 };
    expect(made([stated]).warnings).toEqual(['items[0].amount amount_deviates', 'totals.total amount_deviates']);
    expect(made([stated, { ...stated, quantity: 1, unitPrice: 33, amount: 33, taxAmount: 7 }]).warnings).toEqual([]);
    const cash = made([stated], { payment: { method: 'cash' } });
    expect([cash.totals.rounding, cash.totals.total, cash.warnings]).toEqual([133, 32000, []]);
  });

  it('recomputes only wrong amounts', () => {
    const amountOf = (amount: number) =>
      complete(shop, draftOf([{ ...weighed, amount }]), { recompute: true }).transaction?.items[0]!.amount;
    expect([31800, 31867, 31900, 32000].map(amountOf)).toEqual([31800, 31867, 31900, 31900]);
  });
});

describe('corrections in whole forints', () => {
  const saleOf = (...given: Parameters<typeof draftOf>) => withDocument(complete(shop, draftOf(...given))).document;
  /** A correction's document, which must have no issues, and only these warnings. */
  const checked = (result: Completion): Transaction => {
    const said = [...result.issues, ...result.warnings].map(({ code }) => code);
    expect(
      said.filter(
        (code) => !['fiscal_missing', 'tax_amount_deviates', 'total_is_zero', 'prices_exclude_tax'].includes(code),
      ),
    ).toEqual([]);
    return withDocument(result).document;
  };
  const refundOf = (sale: Transaction, lines: 'all' | RefundLine[], priorCorrections: readonly Transaction[] = []) =>
    checked(createRefund(shop, inputOf(sale, { lines, priorCorrections })));
  const figuresOf = ({ items }: Transaction) =>
    items.map(({ amount, taxAmount, discount }) => [amount, taxAmount, discount?.amount ?? 0]);

  it('divide pieces of identical lines, which a correction returns together', () => {
    const soap: DraftLine = { name: 'Szappan', unitPrice: 33300, taxRate: 27 };
    const sale = saleOf([
      { ...soap, quantity: 2 },
      { ...soap, quantity: 3 },
    ]);
    const four = refundOf(saleOf([{ ...soap, quantity: 4 }]), 'all');
    // The tax on four pieces is 283, of which 212 belong to the three, and 71 to one of the two.
    const left = refundableBalance(shop, { sale, priorCorrections: [four], originalTransactionId: 'txn_1' });
    expect(left.balance?.lines).toEqual([
      { line: 0, quantity: 1, amount: 33300, discount: 0, taxAmount: 7100 },
      { line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 },
    ]);
  });

  it('refund weighed lines in parts, and the last part takes the remainder', () => {
    const sale = saleOf([{ ...weighed, discount: { percent: 10 } }]);
    // 318.668 less 32 is 287, with tax of 61.01….
    expect(figuresOf(sale)).toEqual([[28700, 6100, 3200]]);
    const prior: Transaction[] = [];
    for (const quantity of [0.2, 0.15, 0.182]) prior.push(refundOf(sale, [{ line: 0, quantity }], prior));
    // Running totals: 119.8, 209.65, 318.668; discounts, rounded down: 12.03, 21.05, 32; taxes: 23.0, 40.2, 61.
    expect(prior.map((refund) => figuresOf(refund)[0])).toEqual([
      [10800, 2300, 1200],
      [8100, 1700, 900],
      [9800, 2100, 1100],
    ]);
  });

  it('split amounts between lines and rates', () => {
    const sale = saleOf([
      { name: 'Alma', unitPrice: 100000, taxRate: 27 },
      { name: 'Kenyér', unitPrice: 33300, taxRate: 18 },
      { ...weighed, key: 'a', lineTotal: 33400, unitPrice: undefined, quantity: 3 },
    ]);
    const credit = createCreditNote(shop, inputOf(sale, { amount: 50000, reason: 'price_adjustment' as const }));
    // 1,334 at 27 %, and 333 at 18 %.
    expect(figuresOf(checked(credit)).map(([amount, tax]) => [amount, tax])).toEqual([
      [40000, 8500],
      [10000, 1500],
    ]);
    const part = refundOf(sale, [{ key: 'a', amount: 10000 }]);
    expect(part.items.map(({ amount }) => amount)).toEqual([3300, 6700]);
  });

  it('count pieces of two identical lines that were returned together', () => {
    const soap: DraftLine = { name: 'Szappan', unitPrice: 33300, taxRate: 27 };
    const sale = saleOf([soap, soap]);
    const two = structuredClone(refundOf(sale, [{ line: 0 }]));
    const { amount, taxAmount } = sale.items[0]!;
    Object.assign(two.items[0]!, { quantity: 2, amount: 2 * amount, taxAmount: 2 * taxAmount });
    const left = refundableBalance(shop, { sale, priorCorrections: [two], originalTransactionId: 'txn_1' });
    expect(left.balance?.lines).toMatchObject([{ quantity: 0 }, { quantity: 0 }]);
  });

  it('keep the fractions that a sale states', () => {
    const sale = saleOf([{ ...weighed, quantity: 2.5, amount: 149750, taxAmount: 31837 }]);
    const refund = (lines: 'all' | RefundLine[], priorCorrections: readonly Transaction[]) => {
      const result = createRefund(shop, inputOf(sale, { lines, priorCorrections }));
      expect(result.issues).toEqual([]);
      return withDocument(result).document;
    };
    const prior = [refund([{ line: 0, quantity: 0.333 }], [])];
    prior.push(refund('all', prior));
    const [first, last] = prior.map((refund) => figuresOf(refund)[0]!);
    expect([first![0], first![0]! + last![0]!, first![1]! + last![1]!]).toEqual([19947, 149750, 31837]);
    const credit = withDocument(createCreditNote(shop, inputOf(sale, { amount: 50000 }))).document;
    // 500.00 of 1,497.50 include 106.30 of the tax of 318.37.
    expect(credit.totals.tax).toBe(10630);
    const left = refundableBalance(shop, { sale, priorCorrections: [credit], originalTransactionId: 'txn_1' });
    expect(left.balance?.lines).toMatchObject([{ amount: 149750 - 50000, taxAmount: 31837 - 10630 }]);
  });

  const lines = fc.array(
    fc
      .record({
        name: fc.constantFrom('Alma', 'Kenyér'),
        unitPrice: fc.integer({ min: 1, max: 200_000 }),
        quantity: fc.oneof(
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 4000 }).map((grams) => grams / 1000),
        ),
        taxRate: fc.constantFrom(27, 18, 5),
        percent: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
      })
      .map(({ percent, ...line }): DraftLine => (percent === undefined ? line : { ...line, discount: { percent } })),
    { minLength: 1, maxLength: 4 },
  );
  const takes = fc.array(
    fc.record({
      line: fc.nat(3),
      share: fc.integer({ min: 1, max: 100 }),
      kind: fc.constantFrom('units', 'amount', 'credit'),
    }),
    { maxLength: 6 },
  );

  it.each([true, false])('refund parts that add up to the sale (prices include tax: %s)', (pricesIncludeTax) => {
    fc.assert(
      fc.property(lines, takes, (items, chain) => {
        const sale = saleOf(items, { tax: { pricesIncludeTax } });
        fc.pre(sale.items.every(({ amount }) => amount > 0));
        const prior: Transaction[] = [];
        const left = () => {
          const result = refundableBalance(shop, { sale, priorCorrections: prior, originalTransactionId: 'txn_1' });
          expect(result.issues).toEqual([]);
          return result.balance!;
        };
        for (const { line: at, share, kind } of chain) {
          const balance = left();
          const line = at % sale.items.length;
          const { quantity, amount } = balance.lines[line]!;
          const part = (figure: number) => Math.floor((figure * share) / 10_000) * 100;
          const units = Number.isInteger(quantity)
            ? Math.ceil((quantity * share) / 100)
            : Math.ceil(quantity * share * 10) / 1000;
          if (kind === 'credit') {
            const credit = part(balance.rates.reduce((sum, rate) => sum + rate.amount, 0));
            if (credit > 0)
              prior.push(checked(createCreditNote(shop, inputOf(sale, { amount: credit, priorCorrections: prior }))));
          } else if (kind === 'units' ? quantity > 0 : part(amount) > 0) {
            const taken = kind === 'units' ? { quantity: Math.min(quantity, units) } : { amount: part(amount) };
            prior.push(refundOf(sale, [{ line, ...taken }], prior));
          }
        }
        if (left().lines.some(({ quantity }) => quantity > 0)) prior.push(refundOf(sale, 'all', prior));
        const figures = prior.flatMap(figuresOf);
        expect(figures.flat().filter((figure) => figure < 0 || figure % 100 !== 0)).toEqual([]);
        const sum = (all: readonly (readonly number[])[]) =>
          [0, 1].map((i) => all.reduce((total, one) => total + one[i]!, 0));
        expect(sum(figures)).toEqual(sum(figuresOf(sale)));
        expect(left().total).toBe(0);
      }),
      { numRuns: DRAWS },
    );
  });
});
