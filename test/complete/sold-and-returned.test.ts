import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  refundableBalance,
  type DraftLine,
  type ExchangeInput,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, inputOf } from './support/drafts';
import { lawOf, NET, shopOf } from './support/laws';
import { balanceFaults, balanceOf, withDocument } from './support/results';

// Finds the line of a sale that a correction refunds, and how much of that line remains.
const shop = shopOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 2, taxRate: 25 };
const sold = (items: readonly DraftLine[], more: object = {}, of = shop): Transaction => {
  const { document, issues } = withDocument(complete(of, draftOf(items, more)));
  expect(issues).toEqual([]);
  return frozen(document);
};
const refund = (sale: Transaction, lines: RefundLines, priorCorrections: readonly Transaction[] = []) =>
  withDocument(createRefund(shop, inputOf(sale, { lines, priorCorrections })));
const exchanged = (sale: Transaction, input: Pick<ExchangeInput, 'returned' | 'sold'>, of = shop) =>
  withDocument(createExchange(of, inputOf(sale, input))).document;
const quantities = (sale: Transaction, corrections: Transaction[]) =>
  balanceOf(sale, corrections).lines.map(({ quantity }) => quantity);

describe('lines', () => {
  it('are distinguished by name if they have no article number', () => {
    const sale = sold([MUG, { ...MUG, name: 'Bowl' }]);
    expect(quantities(sale, [refund(sale, [{ line: 0 }]).document])).toEqual([0, 2]);
  });

  it('are counted in fractions if a correction returned half a piece', () => {
    const sale = sold([MUG]);
    const half = structuredClone(refund(sale, [{ line: 0, quantity: 1 }]).document);
    Object.assign(half.items[0]!, { quantity: 0.5, amount: 5000, taxAmount: 1000 });
    expect(balanceOf(sale, [half]).lines).toMatchObject([{ quantity: 1.5, amount: 15000 }]);
  });

  it('are distinguished by any article number', () => {
    const sale = sold([
      { ...MUG, sku: 'a' },
      { ...MUG, sku: 'b' },
    ]);
    expect(quantities(sale, [refund(sale, [{ line: 1 }]).document])).toEqual([2, 0]);
  });

  it('are distinguished by unit, price and rate', () => {
    const sale = sold([MUG, { ...MUG, unit: 'box' }, { ...MUG, unitPrice: 9000 }, { ...MUG, taxRate: 6 }]);
    expect([0, 1, 2, 3].map((line) => quantities(sale, [refund(sale, [{ line }]).document]))).toEqual([
      [0, 2, 2, 2],
      [2, 0, 2, 2],
      [2, 2, 0, 2],
      [2, 2, 2, 0],
    ]);
  });

  it('do not reduce other lines if negative after a discount', () => {
    const sale = sold([
      { name: 'Lamp', unitPrice: 6000, taxRate: 25 },
      { name: 'Bulb', unitPrice: 1000, taxRate: 25, discount: { amount: 6000 } },
    ]);
    const { document, issues } = refund(sale, [{ line: 0 }]);
    expect([issues, document.totals.total]).toEqual([[], 6000]);
  });

  it('are refunded in parts that add up, and counted, if their discount exceeds their price', () => {
    const sale = sold([
      { name: 'Lamp', unitPrice: 60000, taxRate: 25 },
      { name: 'Bulb', unitPrice: 1001, quantity: 3, taxRate: 25, discount: { amount: 12000 } },
    ]);
    const bulbs = { amount: -8997, discount: 12000, taxAmount: -1799 };
    expect(balanceOf(sale)).toMatchObject({ total: 60000, lines: [{}, bulbs] });
    const part = refund(sale, [{ line: 0 }, { line: 1, quantity: 1 }]);
    expect(part.issues).toEqual([]);
    expect(part.document.items[1]).toMatchObject({ amount: -2999, discount: { amount: 4000 }, taxAmount: -600 });
    const rest = { line: 1, quantity: 2, amount: -5998, discount: 8000, taxAmount: -1199 };
    expect(balanceOf(sale, [part.document])).toMatchObject({
      total: 0,
      rates: [{ amount: 0, taxAmount: 0 }],
      lines: [{}, rest],
    });
    // Nothing is left to credit after a refund of everything.
    const all = refund(sale, 'all').document;
    expect(all.totals).toEqual(sale.totals);
    expect(balanceOf(sale, [all])).toMatchObject({ total: 0, rates: [{ amount: 0, taxAmount: 0 }] });
    const credit = (priorCorrections: readonly Transaction[]) =>
      withDocument(createCreditNote(shop, inputOf(sale, { amount: 1000, priorCorrections })));
    expect(credit([all]).issues).toMatchObject([{ field: 'amount', code: 'over_refund', expected: 0 }]);
    expect(balanceOf(sale, [credit([]).document]).lines).toMatchObject([{ amount: 59000, taxAmount: 11800 }, bulbs]);
    expect(refund(sale, [{ line: 1, amount: 1 }]).issues).toMatchObject([{ code: 'over_refund', expected: 0 }]);
  });

  it('are refunded as stated, even if their amount does not follow from quantity and price', () => {
    const sale = sold([MUG]);
    const stated = { ...sale, items: [{ ...sale.items[0]!, amount: 19999 }] };
    expect(balanceOf(stated).lines).toEqual([{ line: 0, quantity: 2, amount: 19999, discount: 0, taxAmount: 4000 }]);
  });

  it('never refund more tax than was stated', () => {
    const of = shopOf({ tax: { ...lawOf().tax, lineTolerance: 50 } });
    // Each piece contains a tax of exactly 1, but the sale states 3 for all five.
    const sale = sold([{ name: 'Pen', unitPrice: 5, quantity: 5, taxRate: 25, taxAmount: 3 }], {}, of);
    const prior: Transaction[] = [];
    for (let i = 0; i < 5; i++)
      prior.push(
        withDocument(
          createRefund(of, inputOf(sale, { lines: [{ line: 0, quantity: 1 }], priorCorrections: [...prior] })),
        ).document,
      );
    expect(prior.map(({ totals }) => totals.tax)).toEqual([1, 1, 1, 0, 0]);
  });

  it('are rounded like the whole line if weighed, before the discount', () => {
    const cheese = { name: 'Cheese', unit: 'kg', quantity: 0.485, unitPrice: 18997, taxRate: 6 };
    // The exact prices are 9,213.545 and 4,749.25; the part's share of the discount is 515.46.
    const sale = sold([{ ...cheese, discount: { amount: 1000 } }]);
    expect(sale.items[0]).toMatchObject({ amount: 8214, taxAmount: 465 });
    const { document, issues } = refund(sale, [{ line: 0, quantity: 0.25 }]);
    expect(issues).toEqual([]);
    expect(document.items[0]).toMatchObject({ amount: 4234, discount: { amount: 515 }, taxAmount: 240 });
  });

  it('count as sold, not as returned, with quantity 0', () => {
    const exchange = exchanged(sold([MUG]), {
      returned: [{ line: 0 }],
      sold: [{ name: 'Bag', unitPrice: 500, quantity: 0, taxRate: 25 }],
    });
    expect(balanceOf(exchange).lines).toEqual([{ line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }]);
    const gift = { name: 'Gift', unitPrice: 0, quantity: 1, taxRate: 25 };
    const free = exchanged(sold([MUG]), { returned: [{ line: 0 }], sold: [gift] });
    expect(balanceOf(free).lines).toMatchObject([{ line: 1, quantity: 1 }]);
  });

  it('of quantity 0 can be returned once, as long as nothing else was returned', () => {
    const sale = sold([MUG, { name: 'Bag', unitPrice: 500, quantity: 0, taxRate: 25 }]);
    const bag = refund(sale, [{ line: 1 }]);
    expect([bag.issues, bag.document.items[0]]).toMatchObject([[], { name: 'Bag', quantity: 0, amount: 0 }]);
    const mug = refund(sale, [{ line: 0, quantity: 1 }]).document;
    for (const [lines, prior] of [
      [[{ line: 1, quantity: 1 }], []],
      [[{ line: 1 }], [mug]],
      [[{ line: 1 }], [bag.document]],
    ] as const) {
      const { issues } = refund(sale, lines, prior);
      expect(issues).toMatchObject([{ field: 'lines[0].quantity', code: 'over_refund', expected: 0 }]);
    }
    // The line is refunded as stated, so that a wrong amount is reported.
    const items = [sale.items[0]!, { ...sale.items[1]!, amount: 500 }];
    for (const lines of [[{ line: 1 }], 'all'] as const)
      expect(refund({ ...sale, items }, lines).issues).toMatchObject([
        { field: 'sale.items[1].amount', code: 'amount_mismatch', found: 500 },
      ]);
    const names = (prior: Transaction[]) => refund(sale, 'all', prior).document.items.map(({ name }) => name);
    expect([names([]), names([mug])]).toEqual([['Mug', 'Bag'], ['Mug']]);
  });

  it('are counted separately if they were returned in the sale itself', () => {
    const sale = sold([MUG, { name: 'Deposit', unitPrice: 100, quantity: -3, taxRate: 6 }]);
    expect(balanceOf(sale)).toMatchObject({
      total: 20000,
      rates: [
        { rate: 25, amount: 20000 },
        { rate: 6, amount: 0 },
      ],
    });
    const first = refund(sale, [{ line: 1, quantity: 1 }]).document;
    expect(first.items[0]).toMatchObject({ quantity: -1, amount: -100 });
    expect(balanceOf(sale, [first])).toMatchObject({ total: 20000, lines: [{ quantity: 2 }, { quantity: -2 }] });
    const all = refund(sale, 'all').document;
    expect(all.totals.total).toBe(19700);
    expect(balanceOf(sale, [all])).toMatchObject({ total: 0, rates: [{ amount: 0 }, { amount: 0 }] });
    // An over-refunded sale has no balance.
    for (const again of [all, first]) {
      expect(balanceFaults(sale, [all, again])[0]).toMatchObject({ code: 'over_refund', expected: 0 });
    }
  });

  it('are refunded at their price if sold together with returned bottles', () => {
    const drill = { name: 'Drill', unitPrice: 999, taxRate: 25 };
    const milk = { name: 'Milk', unitPrice: 119, taxRate: 6 };
    const sale = sold([drill, milk, { name: 'Bottle', unitPrice: 25, quantity: -36, taxRate: 25 }]);
    expect(sale.totals.total).toBe(218);
    const one = refund(sale, [{ line: 0 }]);
    expect(one.issues).toEqual([]);
    expect(one.document.totals.total).toBe(999);
    expect(balanceFaults(sale, [one.document])).toEqual([]);
    const two = refund(sale, [{ line: 1 }], [one.document]);
    expect(two.document.totals.total).toBe(119);
    expect(balanceOf(sale, [one.document, two.document])).toMatchObject({
      total: 0,
      lines: [{}, {}, { quantity: -36 }],
    });
    expect(refund(sale, [{ line: 0 }], [one.document]).issues[0]).toMatchObject({ code: 'over_refund', expected: 0 });
  });

  it('are distinguished by price and discount if they have the same name', () => {
    const mug = { name: 'Mug', unitPrice: 500, taxRate: 25 };
    const sale = sold([mug, { ...mug, discount: { amount: 250 } }]);
    const [dear, cheap] = [refund(sale, [{ line: 0 }]).document, refund(sale, [{ line: 1 }]).document];
    expect(dear.items[0]).toEqual(sale.items[0]);
    expect(cheap.items[0]).toEqual(sale.items[1]);
    // The documents do not state the line, but only one line has these figures.
    expect(quantities(sale, [dear])).toEqual([0, 1]);
    expect(quantities(sale, [cheap])).toEqual([1, 0]);
    expect(refund(sale, [{ line: 1 }], [dear]).document.totals.total).toBe(250);
    expect(refund(sale, [{ line: 0 }], [dear]).issues[0]).toMatchObject({ code: 'over_refund', expected: 0 });
  });

  it('can all be refunded, in any order, if they differ only by a minor unit of tax', () => {
    // Rounded per group, the tax of 655 is 328 on one line and 327 on the other.
    const of = shopOf(NET, { taxRounding: 'group' });
    const bowl: DraftLine = { name: 'Bowl', unitPrice: 1365, quantity: 4, taxRate: 6 };
    const sale = sold([bowl, bowl], { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } }, of);
    expect(sale.items.map(({ taxAmount }) => taxAmount)).toEqual([328, 327]);
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const prior: Transaction[] = [];
      for (const lines of [[{ line: first }], [{ line: second, quantity: 3 }], [{ line: second, quantity: 1 }]]) {
        const result = createRefund(of, inputOf(sale, { lines, priorCorrections: prior }));
        expect(result.issues).toEqual([]);
        prior.push(withDocument(result).document);
      }
      expect(prior.reduce((sum, { totals }) => sum + totals.total, 0)).toBe(sale.totals.total);
      const one = withDocument(createRefund(of, inputOf(sale, { lines: [{ line: first }] }))).document;
      const rest = createRefund(of, inputOf(sale, { lines: 'all', priorCorrections: [one] }));
      expect(withDocument(rest).document.totals.total).toBe(sale.totals.total - one.totals.total);
    }
  });

  it('can be refunded by name, for the amount left after a price adjustment', () => {
    const sale = sold([{ name: 'Lamp', unitPrice: 10000, taxRate: 25 }]);
    const credit = withDocument(
      createCreditNote(shop, inputOf(sale, { amount: 1000, reason: 'price_adjustment' })),
    ).document;
    for (const lines of ['all', [{ line: 0 }]] as const) {
      const { document, issues, warnings } = refund(sale, lines, [credit]);
      expect([...issues, ...warnings]).toEqual([]);
      expect(document.items).toEqual([
        expect.objectContaining({ name: 'Lamp', unitPrice: 10000, amount: 9000, discount: { amount: 1000 } }),
      ]);
      expect(document.totals.tax + credit.totals.tax).toBe(sale.totals.tax);
      expect(balanceOf(sale, [credit, document]).total).toBe(0);
    }
  });

  it('lose no fraction of a minor unit over a series of credits', () => {
    for (let price = 10; price < 60; price++) {
      const sale = sold([{ name: 'Pen', unitPrice: price, taxRate: 25 }]);
      for (let first = 1; first < price; first++) {
        const given: Transaction[] = [];
        for (const amount of [first, price - first]) {
          const input = inputOf(sale, { amount, reason: 'price_adjustment' as const, priorCorrections: given });
          const { document, issues } = withDocument(createCreditNote(shop, input));
          expect(issues).toEqual([]);
          given.push(document);
        }
        expect(given.reduce((sum, { totals }) => sum + totals.tax, 0)).toBe(sale.totals.tax);
      }
    }
  });
});

describe('an amount', () => {
  it('may be all that is left of a line', () => {
    const sale = sold([MUG]);
    const { document, issues } = refund(sale, [{ line: 0, amount: 20000 }]);
    expect(issues).toEqual([]);
    expect(document.totals.total).toBe(20000);
  });

  it('is refunded on the line named, not on an identical one', () => {
    const sale = sold([MUG, MUG]);
    const amounts = (lines: RefundLines, prior: Transaction[] = []) =>
      refund(sale, lines, prior).document.items.map(({ amount }) => amount);
    expect(amounts([{ line: 1, amount: 1000 }])).toEqual([1000]);
    expect(amounts([{ line: 1, amount: 20000 }])).toEqual([20000]);
    // Too little is left of one line alone.
    expect(amounts([{ line: 1, amount: 20001 }]).reduce((a, b) => a + b)).toBe(20001);
  });

  it('that is the last of a line has the tax that is left', () => {
    const of = shopOf({ tax: { ...lawOf().tax, lineTolerance: 50 } });
    // The price of each pen contains a tax of exactly 1, but the sale states 7 for all five.
    const sale = sold([{ name: 'Pen', unitPrice: 5, quantity: 5, taxRate: 25, taxAmount: 7 }], {}, of);
    const part = (amount: number, priorCorrections: Transaction[] = []) =>
      withDocument(createRefund(of, inputOf(sale, { lines: [{ line: 0, amount }], priorCorrections }))).document;
    const first = part(20);
    expect([first, part(5, [first])].map(({ totals }) => totals.tax)).toEqual([4, 3]);
  });
});

describe('an exchange', () => {
  it('that sells goods like those that the sale took back returns none of them', () => {
    const bottle: DraftLine = { name: 'Bottle', unitPrice: 25, taxRate: 25 };
    const sale = sold([MUG, { ...bottle, quantity: -1 }]);
    const changed = exchanged(sale, { returned: [{ line: 0, quantity: 1 }], sold: [{ ...bottle, quantity: 1 }] });
    expect(quantities(sale, [changed])).toEqual([1, -1]);
  });

  it("does not copy the sale's jurisdictions, because the sold lines are taxed separately", () => {
    const us = shopOf({ ...NET, taxJurisdictions: true });
    const jurisdictions = [{ level: 'state' as const, name: 'NY', rate: 25 }];
    const sale = sold([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions } }, us);
    const exchange = exchanged(sale, { returned: [{ line: 0 }], sold: [{ ...MUG, name: 'Bowl' }] }, us);
    expect(exchange.tax).not.toHaveProperty('jurisdictions');
  });
});

describe('refundableBalance', () => {
  it('reports the summary entry for the over-refunded category', () => {
    const free = { name: 'Stamp', unitPrice: 1000, taxRate: 0 };
    const sale = sold([
      { ...free, taxCategory: 'Z' },
      { ...free, name: 'Book', taxCategory: 'E' },
    ]);
    const whole = refund(sale, 'all').document;
    const dear = structuredClone(whole);
    Object.assign(dear.items[1]!, { unitPrice: 1500, amount: 1500 });
    const found = balanceFaults(sale, [dear]).map(({ field, code }) => `${field} ${code}`);
    expect(found).toEqual(['priorCorrections[0].tax.summary[1] over_refund']);
    // A later refund of the other category at the same rate is not at fault.
    const [book, stamp] = [refund(sale, [{ line: 1 }]).document, refund(sale, [{ line: 0 }]).document];
    const dearBook = structuredClone(book);
    Object.assign(dearBook.items[0]!, { unitPrice: 1500, amount: 1500 });
    expect(balanceFaults(sale, [dearBook, stamp])).toMatchObject([{ field: 'priorCorrections[0].tax.summary[0]' }]);
  });
});

describe("a currency that replaced the sale's currency", () => {
  const leva = shopOf({
    currencies: [
      { code: 'BGN', until: '2025-12-31', successor: { code: 'EUR', perUnit: 1.95583, bothUntil: '2026-01-31' } },
      { code: 'EUR', from: '2026-01-01' },
    ],
  });
  const at = (day: string) => ({ timestamp: `${day}T10:00:00+02:00` });
  const of = (items: readonly DraftLine[]) => sold(items, { currency: 'BGN', ...at('2025-12-20') }, leva);
  const later = (sale: Transaction, more: object, day = '2026-02-10') =>
    withDocument(createRefund(leva, { ...inputOf(sale, more), ...at(day) } as never));
  const coat = of([{ name: 'Coat', unitPrice: 11990, taxRate: 20 }]);

  it('is used in corrections from its first day, at the legal rate', () => {
    expect(later(coat, { lines: 'all' }, '2025-12-31').document).toMatchObject({
      currency: 'BGN',
      totals: { total: 11990 },
    });
    for (const day of ['2026-01-01', '2026-02-10']) {
      const { document, issues, warnings } = later(coat, { lines: 'all' }, day);
      expect([...issues, ...warnings]).toEqual([]);
      expect(document).toMatchObject({ currency: 'EUR', totals: { total: 6130, tax: 1022 } });
      const input = { sale: coat, originalTransactionId: 'txn_1', priorCorrections: [document] };
      expect(refundableBalance(leva, input)).toMatchObject({ valid: true, balance: { total: 0 }, warnings: [] });
      const again = later(coat, { lines: 'all', priorCorrections: [document] });
      expect(again.issues.map(({ code }) => code)).toEqual(['over_refund']);
    }
  });

  it('leaves the remainder to the last part, even after refunds in the old currency', () => {
    const cups = of([{ name: 'Cup', unitPrice: 1000, quantity: 3, taxRate: 20 }]);
    const one = (prior: readonly Transaction[], day: string) =>
      later(cups, { lines: [{ line: 0, quantity: 1 }], priorCorrections: prior }, day).document;
    const old = one([], '2025-12-31');
    const first = one([old], '2026-01-05');
    const last = one([old, first], '2026-02-05');
    // 30.00 leva are 15.34 euros; 10.00 leva are 5.11 euros.
    expect([old, first, last].map(({ currency, totals }) => [currency, totals.total])).toEqual([
      ['BGN', 1000],
      ['EUR', 512],
      ['EUR', 511],
    ]);
    const all = later(cups, { lines: 'all' });
    expect(all.issues).toEqual([]);
    expect(all.document.items.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      [1, 512],
      [2, 511],
    ]);
    expect(all.document.totals.total).toBe(1534);
  });

  it('counts a refund in the old currency as the sum of its converted lines', () => {
    const stamps = of(['A', 'B', 'C', 'D'].map((name) => ({ name, unitPrice: 50, taxRate: 20 })));
    const old = later(stamps, { lines: [{ line: 0 }, { line: 1 }, { line: 2 }] }, '2025-12-31').document;
    const last = later(stamps, { lines: 'all', priorCorrections: [old] }).document;
    // 0.50 leva are 0.2556 euros, and 1.50 leva are 0.7669.
    expect([old, last].map(({ totals }) => totals.total)).toEqual([150, 26]);
    const input = { sale: stamps, originalTransactionId: 'txn_1', priorCorrections: [old, last] };
    expect(refundableBalance(leva, input)).toMatchObject({ valid: true, balance: { total: 0 } });
  });

  it('does not refuse a refund because earlier ones were converted one by one', () => {
    const sale = of([
      { name: 'Pen', unitPrice: 50, quantity: 4, taxRate: 20 },
      { name: 'Stamp', unitPrice: 50, taxRate: 20 },
    ]);
    const prior: Transaction[] = [];
    for (let i = 0; i < 4; i++) {
      const input = { lines: [{ line: 0, quantity: 1 }], priorCorrections: [...prior] };
      prior.push(later(sale, input, '2025-12-31').document);
    }
    // 2.00 leva are 1.02 euros, but four times 0.50 leva are four times 0.26 euros.
    const stamp = later(sale, { lines: [{ line: 1 }], priorCorrections: prior });
    expect([stamp.issues, stamp.document.totals.total]).toEqual([[], 26]);
    const input = { sale, originalTransactionId: 'txn_1', priorCorrections: [...prior, stamp.document] };
    expect(refundableBalance(leva, input)).toMatchObject({ valid: true, balance: { total: 0 } });
  });

  it('splits weighed goods only if no price results in their amount', () => {
    const back = (quantity: number, unitPrice: number) =>
      later(of([{ name: 'Cheese', quantity, unitPrice, taxRate: 20 }]), { lines: 'all' }).document.items.map((item) => [
        item.quantity,
        item.unitPrice,
        item.amount,
      ]);
    // 5.00 leva are 2.56 euros, and 19.58 leva are 10.01 euros.
    expect(back(0.5, 1000)).toEqual([[0.5, 512, 256]]);
    expect(back(2.5, 783)).toEqual([
      [1, 401, 401],
      [1.5, 400, 600],
    ]);
  });

  it.each<[string, { unitPrice: number; quantity: number }, readonly (readonly number[])[]]>([
    // 9.99 leva are 5.11 euros, and 3.00 leva are 1.53 euros.
    [
      'returned pieces',
      { unitPrice: 333, quantity: -3 },
      [
        [-1, 171, -171],
        [-2, 170, -340],
      ],
    ],
    [
      'pieces at a negative price',
      { unitPrice: -333, quantity: 3 },
      [
        [1, -171, -171],
        [2, -170, -340],
      ],
    ],
    ['returned pieces at a price that fits', { unitPrice: 100, quantity: -3 }, [[-3, 51, -153]]],
    ['pieces at a negative price that fits', { unitPrice: -100, quantity: 3 }, [[3, -51, -153]]],
    ['free lines of quantity 0', { unitPrice: 100, quantity: 0 }, [[0, 51, 0]]],
  ])('keeps the signs of %s', (_, line, expected) => {
    const sale = of([
      { name: 'Coat', unitPrice: 11990, taxRate: 20 },
      { name: 'Deposit', taxRate: 20, ...line },
    ]);
    const { document, issues } = later(sale, { lines: 'all' });
    expect(issues).toEqual([]);
    expect(document.items.slice(1).map((item) => [item.quantity, item.unitPrice, item.amount])).toEqual(expected);
  });

  it('does not treat a credit in the old currency as the return of a unit with nearly the same price', () => {
    const ropes = of([{ name: 'Rope', unitPrice: 538, quantity: 3, taxRate: 20 }]);
    // Both are 2.75 or 2.76 euros.
    const credit = later(ropes, { lines: [{ line: 0, amount: 540 }] }, '2025-12-31').document;
    const rest = later(ropes, { lines: [{ line: 0, quantity: 3 }], priorCorrections: [credit] });
    expect(rest.issues).toEqual([]);
    // 10.74 leva
    expect(rest.document.totals.total).toBe(549);
  });

  it('must be used once the old currency is no longer legal tender', () => {
    const inLeva = (day: string) => ({ ...later(coat, { lines: 'all' }, '2025-12-31').document, ...at(day) });
    const faults = (document: Transaction) => {
      const input = { sale: coat, originalTransactionId: 'txn_1', priorCorrections: [document] };
      return refundableBalance(leva, input).issues.map(({ field, code, expected }) => [field, code, expected]);
    };
    expect(faults(inLeva('2026-01-31'))).toEqual([]);
    expect(faults(inLeva('2026-02-01'))).toEqual([['priorCorrections[0].currency', 'original_mismatch', 'EUR']]);
    const early = { ...later(coat, { lines: 'all' }).document, ...at('2025-12-31') };
    expect(faults(early)).toEqual([['priorCorrections[0].currency', 'original_mismatch', 'BGN']]);
  });
});
