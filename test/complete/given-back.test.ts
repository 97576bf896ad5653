import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createVoid,
  type CreditNoteInput,
  type DraftLine,
  type ExchangeInput,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { DRAWS } from '../support/numbers';
import { draftOf, frozen, inputOf } from './support/drafts';
import { NET, shopOf } from './support/laws';
import { balanceFaults, balanceOf, withDocument } from './support/results';

// Tests a correction's refunded figures, and the sale's remaining figures.
const shop = shopOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 3, taxRate: 25 };
const CHEESE: DraftLine = { name: 'Cheese', unit: 'kg', unitPrice: 18900, quantity: 0.485, taxRate: 6 };
const sold = (items: readonly DraftLine[], more: object = {}, of = shop): Transaction => {
  const { document, issues } = withDocument(complete(of, draftOf(items, more)));
  expect(issues).toEqual([]);
  return frozen(document);
};
const refund = (sale: Transaction, lines: RefundLines, priorCorrections: readonly Transaction[] = [], of = shop) =>
  withDocument(createRefund(of, inputOf(sale, { lines, priorCorrections })));
const creditNote = (sale: Transaction, input: object) =>
  withDocument(createCreditNote(shop, inputOf(sale, input) as unknown as CreditNoteInput));
const exchanged = (sale: Transaction, input: Pick<ExchangeInput, 'returned' | 'sold'>, of = shop) =>
  withDocument(createExchange(of, inputOf(sale, input))).document;
const said = ({ issues }: { issues: readonly { field: string; code: string }[] }) =>
  issues.map(({ field, code }) => `${field} ${code}`);
const codes = (list: readonly { field: string; code: string }[]) => list.map(({ field, code }) => `${field} ${code}`);
const changed = (document: Transaction, change: (copy: Transaction) => void): Transaction => {
  const copy = structuredClone(document);
  change(copy);
  return frozen(copy);
};

describe('pieces of identical lines', () => {
  const ONE = { ...MUG, quantity: 1 };

  it('may be returned as any of the identical lines', () => {
    const sale = sold([MUG, ONE]);
    const one = refund(sale, [{ line: 0, quantity: 1 }]).document;
    expect(said(refund(sale, [{ line: 1, quantity: 1 }], [one]))).toEqual([]);
    const other = sold([ONE, MUG]);
    const taken = refund(other, [{ line: 1, quantity: 1 }]).document;
    expect(balanceOf(other, [taken]).lines.map(({ quantity }) => quantity)).toEqual([1, 2]);
    expect(refund(other, 'all', [taken]).document.items.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  it.each<[string, readonly number[], number, number, readonly number[]]>([
    // The four pieces count as returned from the line of five, until three pieces of that line are returned.
    ['in part, as many as the other line has', [2, 5], 4, 3, [0, 0]],
    ['in part, over two other lines', [2, 1, 5], 4, 4, [0, 0, 0]],
    ['as a whole, if the other line has more', [6, 8], 2, 8, [4, 0]],
  ])('are reassigned to other lines if a return names a line: %s', (_, pieces, any, named, left) => {
    const sale = sold(pieces.map((quantity) => ({ ...MUG, quantity })));
    const back = refund(sold([{ ...MUG, quantity: any }]), 'all').document;
    const prior = changed(back, (copy) => (copy.linkedTransaction = refund(sale, 'all').document.linkedTransaction!));
    const last = pieces.length - 1;
    const next = refund(sale, [{ line: last, quantity: named }], [prior]);
    expect(next.issues).toEqual([]);
    expect(balanceOf(sale, [prior, next.document]).lines.map(({ quantity }) => quantity)).toEqual(left);
    const more = refund(sale, [{ line: last, quantity: named + 1 }], [prior]);
    expect(said(more)).toEqual(['lines[0].quantity over_refund']);
  });

  it('are refunded by amount as any of the identical lines', () => {
    const sale = sold([ONE, ONE]);
    const first = refund(sale, [{ line: 0, amount: 9000 }]).document;
    // The document does not state the line, so 110.00 is left of both together.
    const next = (amount: number) => refund(sale, [{ line: 1, amount }], [first]);
    expect([next(11000).issues, next(11000).document.totals.total]).toEqual([[], 11000]);
    expect(next(11001).issues).toMatchObject([{ field: 'lines[0].amount', code: 'over_refund', expected: 11000 }]);
  });

  it('are told apart from a line of quantity 0', () => {
    const sale = sold([ONE, { ...ONE, quantity: 0 }, ONE]);
    const one = refund(sale, [{ line: 0 }]).document;
    expect(balanceOf(sale, [one, one]).lines.map(({ quantity }) => quantity)).toEqual([0, 0, 0]);
  });

  it('are taken from a line with as many pieces, if there is one', () => {
    const sale = sold([MUG, ONE]);
    const three = refund(sale, [{ line: 0, quantity: 3 }]).document;
    expect(balanceOf(sale, [three]).lines.map(({ quantity }) => quantity)).toEqual([0, 1]);
  });

  it('may be refunded for less, which increases no other line', () => {
    const sale = sold([ONE, ONE]);
    const one = refund(sale, [{ line: 0 }]).document;
    const cheaper = (by: number, tax: number) =>
      changed(one, ({ items: [item] }) => {
        item!.amount -= by;
        item!.taxAmount -= tax;
      });
    const left = (prior: Transaction[]) =>
      balanceOf(sale, prior).lines.map(({ quantity, amount, taxAmount }) => [quantity, amount, taxAmount]);
    expect(left([one, cheaper(1, 0)])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(left([cheaper(5000, 1000)])).toEqual([
      [1, 10000, 2000],
      [0, 0, 0],
    ]);
  });

  it('may be refunded with a tax that is 1 too low, which then remains on another line that is not returned yet', () => {
    const sale = sold([MUG, ONE, ONE]);
    const three = refund(sale, [{ line: 0 }]).document;
    const one = changed(refund(sale, [{ line: 1 }], [three]).document, ({ items: [item] }) => void item!.taxAmount--);
    expect(balanceOf(sale, [three, one]).lines.map(({ quantity, taxAmount }) => [quantity, taxAmount])).toEqual([
      [0, 0],
      [1, 2001],
      [0, 0],
    ]);
  });

  it('are counted one by one even if a piece costs a single minor unit', () => {
    const nails = { name: 'Nail', unitPrice: 1, quantity: 3, taxRate: 25 };
    const sale = sold([nails, nails]);
    const two = refund(sale, [{ line: 1, quantity: 2 }]).document;
    expect(balanceOf(sale, [two]).lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [3, 3],
      [1, 1],
    ]);
  });

  it('are distinguished by unit, and a line without a unit is counted in pieces', () => {
    const sale = sold([{ ...ONE, unit: 'l' }, { ...ONE, unit: 'm' }, ONE]);
    const left = (line: number, unit?: string) => {
      const { document } = refund(sale, [{ line, quantity: 1 }]);
      const back = changed(document, ({ items: [item] }) => void Object.assign(item!, unit && { unit }));
      return balanceOf(sale, [back]).lines.map(({ quantity }) => quantity);
    };
    expect([left(0), left(1), left(2), left(2, 'pcs')]).toEqual([
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });
});

describe('parts of a weighed line', () => {
  // 0.5 kg at 9.99 cost 4.995, and 0.4 kg at 12.48 cost 4.992: rounded down, to the nearest, and up.
  it.each([
    [0.5, 999, 499, [0.25], [249, 250]],
    [0.5, 999, 500, [0.25], [250, 250]],
    [0.4, 1248, 499, [0.3], [374, 125]],
    [0.4, 1248, 500, [0.3], [375, 125]],
    // 0.05 kg cost 62.4, and 0.25 kg cost exactly 312.
    [0.4, 1248, 500, [0.05, 0.2], [63, 249, 188]],
  ])('are rounded in the same direction: %d × %d = %d', (quantity, unitPrice, amount, parts, amounts) => {
    const sale = sold([{ ...CHEESE, taxRate: 0, taxCategory: 'Z', quantity, unitPrice }]);
    const stated = changed(sale, (copy) => {
      Object.assign(copy.items[0]!, { amount });
      Object.assign(copy.tax.summary[0]!, { taxableAmount: amount });
      Object.assign(copy.totals, { subtotal: amount, total: amount });
    });
    const prior: Transaction[] = [];
    for (const part of [...parts, undefined]) {
      const { document, issues } = refund(stated, [{ line: 0, quantity: part }], [...prior]);
      expect(issues).toEqual([]);
      prior.push(document);
    }
    expect(prior.map(({ items: [item] }) => item!.amount)).toEqual(amounts);
  });
});

describe('parts of a discounted line', () => {
  // Half of 1.01 is 0.505.
  it.each([
    ['a weighed line, rounded down', { ...CHEESE, quantity: 0.4 }, 0.2, [50, 51]],
    ['pieces, rounded to the nearest', { ...MUG, quantity: 2 }, 1, [51, 50]],
  ])('have shares of the discount that add up: %s', (_, line, quantity, discounts) => {
    const sale = sold([{ ...line, discount: { amount: 101 } }]);
    const first = refund(sale, [{ line: 0, quantity }]).document;
    const rest = refund(sale, [{ line: 0 }], [first]).document;
    expect([first, rest].map(({ items: [item] }) => item!.discount!.amount)).toEqual(discounts);
  });
});

describe('quantities with more than twelve decimals', () => {
  const FINE = 0.1234567890123;

  it('are refunded and counted exactly', () => {
    const sale = sold([{ ...CHEESE, quantity: FINE }]);
    expect(refund(sale, [{ line: 0, quantity: FINE }]).issues).toEqual([]);
    const other = sold([CHEESE]);
    const one = refund(other, [{ line: 0, quantity: 0.2 }]).document;
    const fine = changed(one, ({ items: [item] }) => void (item!.quantity = FINE));
    expect(balanceOf(other, [fine]).lines[0]!.quantity).toBe(0.3615432109877);
  });
});

describe('an amount of lines with the same key', () => {
  it('is refunded only from lines of which something is left', () => {
    const sale = sold([
      { ...MUG, key: 'k' },
      { ...MUG, name: 'Bowl', key: 'k' },
    ] as DraftLine[]);
    const bowls = refund(sale, [{ line: 1 }]).document;
    const { document } = refund(sale, [{ key: 'k', amount: 100 }], [bowls]);
    expect(document.items.map(({ name, amount }) => [name, amount])).toEqual([['Mug', 100]]);
  });
});

describe('weighed lines with the same price', () => {
  const sale = sold([{ ...CHEESE, quantity: 0.5, discount: { amount: 50 } }, { ...CHEESE, quantity: 0.5 }, CHEESE]);
  const amounts = (corrections: Transaction[]) => balanceOf(sale, corrections).lines.map(({ amount }) => amount);

  it('are distinguished by their amounts', () => {
    expect(amounts([])).toEqual([9400, 9450, 9167]);
    expect(amounts([refund(sale, [{ line: 0 }]).document])).toEqual([0, 9450, 9167]);
    expect(amounts([refund(sale, [{ line: 1 }]).document])).toEqual([9400, 0, 9167]);
    expect(amounts([refund(sale, [{ line: 2 }]).document])).toEqual([9400, 9450, 0]);
  });

  it('are found by quantity if the amount differs', () => {
    const other = changed(refund(sale, [{ line: 2 }]).document, ({ items: [item] }) => void (item!.amount -= 1));
    expect(balanceOf(sale, [other]).lines.map(({ quantity }) => quantity)).toEqual([0.5, 0.5, 0]);
    expect(said(refund(sale, [{ line: 2 }], [other]))).toEqual(['lines[0].quantity over_refund']);
    expect(said(refund(sale, [{ line: 0 }], [other]))).toEqual([]);
  });
});

describe('pieces and a weighed line with the same price', () => {
  const PIECES = { ...MUG, name: 'Melon' };
  const WEIGHED = { ...PIECES, quantity: 2.345 };
  const chain = (sale: Transaction, ...takes: readonly (readonly [line: number, quantity: number])[]) => {
    const prior: Transaction[] = [];
    for (const [line, quantity] of takes) {
      const { document, issues } = refund(sale, [{ line, quantity }], [...prior]);
      expect(issues).toEqual([]);
      prior.push(document);
    }
    return prior;
  };

  it.each([
    ['before', 1, [WEIGHED, PIECES, MUG]],
    ['after', 0, [PIECES, WEIGHED, MUG]],
  ])('are refunded once, with the weighed line %s the pieces', (_, pieces, items) => {
    const sale = sold(items);
    const first = balanceOf(sale, chain(sale, [pieces, 2])).lines;
    expect([first[pieces]!.quantity, first[1 - pieces]!.quantity]).toEqual([1, 2.345]);
    const prior = chain(sale, [pieces, 2], [1 - pieces, 2.345]);
    expect(balanceFaults(sale, prior)).toEqual([]);
    expect(balanceOf(sale, prior).lines[pieces]!.quantity).toBe(1);
    expect(balanceOf(sale, prior).lines[1 - pieces]!.quantity).toBe(0);
    // This amount is still refundable, but these goods are not.
    expect(said(refund(sale, [{ line: pieces, quantity: 2 }], prior))).toEqual(['lines[0].quantity over_refund']);
    expect(said(refund(sale, [{ line: 1 - pieces, quantity: 0.001 }], prior))).toEqual([
      'lines[0].quantity over_refund',
    ]);
    const rest = refund(sale, 'all', prior);
    expect(rest.issues).toEqual([]);
    expect(rest.document.items.map(({ quantity }) => quantity)).toEqual([1, 3]);
    expect(balanceOf(sale, [...prior, rest.document]).total).toBe(0);
  });

  it('can be returned even if weighed goods are returned in whole kilograms', () => {
    const sale = sold([PIECES, WEIGHED]);
    const weighed = balanceOf(sale, chain(sale, [1, 0.345]));
    expect(weighed.lines.map(({ quantity }) => quantity)).toEqual([3, 2]);
    expect(chain(sale, [1, 1], [1, 1.345], [0, 3])).toHaveLength(3);
    expect(said(refund(sale, 'all', chain(sale, [1, 2], [0, 3], [1, 0.345])))).toEqual(['lines over_refund']);
    // Only both lines together leave enough.
    expect(chain(sale, [0, 1], [1, 0.4], [0, 2], [1, 1], [1, 0.945])).toHaveLength(5);
  });

  it('earlier returns are reassigned among the lines if a new return has to be spread over several of them', () => {
    const sale = sold([0.285, 1.299, 3.323].map((quantity) => ({ ...WEIGHED, quantity })));
    const prior = chain(sale, [0, 0.057], [0, 0.051], [1, 0.572], [1, 0.24], [2, 3]);
    expect(said(refund(sale, [{ line: 2, quantity: 0.988 }], prior))).toEqual(['lines[0].quantity over_refund']);
    expect(said(refund(sale, 'all', prior))).toEqual([]);
  });
});

describe('negative lines', () => {
  const DEPOSIT: DraftLine = { name: 'Deposit', unitPrice: -1001, taxRate: 25, quantity: 3 };

  it('are refunded in parts, each with separate tax', () => {
    const sale = sold([MUG, DEPOSIT]);
    const given: Transaction[] = [];
    for (let i = 0; i < 3; i++) given.push(refund(sale, [{ line: 1, quantity: 1 }], [...given]).document);
    expect(given.map(({ items: [item] }) => [item!.amount, item!.taxAmount])).toEqual([
      [-1001, -200],
      [-1001, -201],
      [-1001, -200],
    ]);
    expect(balanceOf(sale, given)).toEqual({
      lines: [
        { line: 0, quantity: 3, amount: 30000, discount: 0, taxAmount: 6000 },
        { line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 },
      ],
      rates: [{ rate: 25, category: 'S', amount: 30000, taxAmount: 6000 }],
      total: 30000,
    });
  });

  it('have figures of 0, not −0', () => {
    const free = { ...DEPOSIT, taxRate: 0, taxCategory: 'Z' } as const;
    const sale = sold([MUG, free, { ...free, name: 'Gift', unitPrice: 0, quantity: -1 }]);
    const back = refund(sale, 'all').document;
    expect(back.items.slice(1)).toMatchObject([{ taxAmount: 0 }, { amount: 0, taxAmount: 0 }]);
    const exempt = sold([
      { ...MUG, taxRate: 0, taxCategory: 'Z' },
      { ...MUG, name: 'Gift', unitPrice: 0 },
    ]);
    const [mug, gift] = exchanged(exempt, { returned: 'all', sold: [MUG] }).items;
    expect([mug, gift]).toMatchObject([{ taxAmount: 0 }, { amount: 0, taxAmount: 0 }]);
  });

  it('count as fees if the sale does not contain them', () => {
    const sale = sold([MUG, { ...DEPOSIT, taxRate: 6 }, { ...MUG, name: 'Gift', unitPrice: 0, taxRate: 12 }]);
    const dearer = (line: number, unitPrice: number) =>
      changed(refund(sale, [{ line, quantity: 1 }]).document, ({ items: [item] }) => {
        Object.assign(item!, { unitPrice, amount: unitPrice });
      });
    expect(balanceFaults(sale, [refund(sale, [{ line: 1, quantity: 1 }]).document])).toEqual([]);
    // A negative line that the sale does not contain is a fee, which refunds nothing.
    expect(balanceFaults(sale, [dearer(1, -3004)])).toEqual([]);
    expect(balanceFaults(sale, [dearer(2, 1)])).toMatchObject([
      { field: 'priorCorrections[0].tax.summary[0]', code: 'over_refund', found: 1, expected: 0 },
    ]);
  });

  it('are not refunded by amount, and do not reduce other lines', () => {
    const sale = sold([
      { ...MUG, quantity: 1 },
      { ...DEPOSIT, quantity: 1 },
    ]);
    expect(said(refund(sale, [{ line: 1, amount: 5 }]))).toEqual(['lines[0].amount over_refund']);
    expect(refund(sale, [{ line: 1, amount: 5 }]).issues[0]).toMatchObject({ found: 5, expected: 0 });
    expect(said(refund(sale, [{ line: 0 }]))).toEqual([]);
    expect(said(refund(sale, [{ line: 1 }, { line: 0 }]))).toEqual([]);
  });
});

describe('amounts', () => {
  const sale = sold([MUG, CHEESE]);
  const credit = (amount: unknown, more: object = {}, of = sale) => creditNote(of, { amount, ...more });

  it.each([
    [{ reason: 'price_adjustment' }, 'price adjustment'],
    [{ reason: 'other', note: 'Chipped' }, 'Chipped'],
    [{ reason: 'other' }, 'credit'],
    [{ note: 'Chipped' }, 'Chipped'],
    [{ note: '' }, 'credit'],
    [{ note: 5 }, 'credit'],
    [{}, 'credit'],
  ])('with the fields %j are named %s', (more, name) => {
    expect(credit(100, more).document.items[0]!.name).toBe(name);
  });

  it('become one line per rate, except for rates with nothing left', () => {
    const [first, second] = credit(3000).document.items;
    expect(first).toEqual({
      name: 'credit',
      quantity: 1,
      unitPrice: 2298,
      amount: 2298,
      taxRate: 25,
      taxCategory: 'S',
      taxAmount: 460,
    });
    expect(second).toMatchObject({ taxRate: 6, amount: 702 });
    const mugs = refund(sale, [{ line: 0 }]).document;
    expect(credit(100, { priorCorrections: [mugs] }).document.items.map(({ taxRate }) => taxRate)).toEqual([6]);
    expect(credit(1).document.items).toHaveLength(1);
    const free = sold([MUG, { ...CHEESE, unitPrice: 0 }]);
    expect(credit(500, {}, free).document.items.map(({ taxRate }) => taxRate)).toEqual([25]);
  });

  it('are not split over rates whose lines are negative', () => {
    const less = sold([MUG, { ...CHEESE, unitPrice: -1000, quantity: 1 }]);
    expect(credit(100, {}, less).document.items.map(({ taxRate, amount }) => [taxRate, amount])).toEqual([[25, 100]]);
  });

  it('exclude lines outside the scope of the tax, unless nothing else is left', () => {
    const goods = { name: 'Goods', unitPrice: 1999, taxRate: 19 };
    const card: DraftLine = { name: 'Gift card', unitPrice: 5000, taxRate: 0, taxCategory: 'O' };
    const of = sold([goods, card], { tip: 300 });
    const items = (amount: number, priorCorrections: readonly Transaction[] = [], sale = of) => {
      const { document, issues } = credit(amount, { priorCorrections }, sale);
      expect(issues).toEqual([]);
      return document.items.map((item) => [item.taxCategory, item.amount, item.taxAmount]);
    };
    expect(items(1000)).toEqual([['S', 1000, 160]]);
    expect(items(3000)).toEqual([
      ['S', 1999, 319],
      ['O', 1001, 0],
    ]);
    expect(items(500, [credit(1999, {}, of).document])).toEqual([['O', 500, 0]]);
    expect(items(500, [], sold([card]))).toEqual([['O', 500, 0]]);
    expect(said(credit(7300, {}, of))).toEqual(['amount over_refund']);
    // A line that is selected explicitly is refunded all the same.
    expect(refund(of, [{ line: 1, amount: 700 }]).document.totals).toMatchObject({ total: 700, tax: 0 });
  });

  it("include only the goods' tax, whatever else was sold", () => {
    const price = fc.integer({ min: 1, max: 30_000 });
    const drawn = fc.array(fc.record({ unitPrice: price, taxRate: fc.constantFrom(25, 6) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(drawn, fc.array(price, { maxLength: 3 }), fc.integer({ min: 1, max: 100 }), (goods, cards, share) => {
        const named = goods.map((line, i) => ({ ...line, name: `Goods ${i}` }));
        const others = cards.map((unitPrice) => ({
          name: 'Gift card',
          unitPrice,
          taxRate: 0,
          taxCategory: 'O' as const,
        }));
        const amount = Math.ceil((goods.reduce((sum, { unitPrice }) => sum + unitPrice, 0) * share) / 100);
        const alone = credit(amount, {}, sold(named)).document;
        const beside = credit(amount, {}, sold([...others, ...named])).document;
        expect(beside.items).toEqual(alone.items);
      }),
      { numRuns: DRAWS },
    );
  });

  it('leave nothing of any line if they cover everything', () => {
    const all = credit(39167).document;
    expect(said(refund(sale, [{ line: 0, amount: 5 }], [all]))).toEqual(['lines[0].amount over_refund']);
    expect(said(refund(sale, [{ line: 0, quantity: 1 }], [all]))).toEqual(['lines[0].quantity over_refund']);
    expect(said(refund(sale, 'all', [all]))).toEqual(['lines over_refund']);
    expect(refund(sale, 'all', [all]).issues[0]).toMatchObject({ expected: 0 });
    expect(balanceOf(sale, [all])).toMatchObject({ total: 0, rates: [{ amount: 0 }, { amount: 0 }] });
  });

  it.each([
    ['5', 'invalid_type'],
    [NaN, 'out_of_range'],
    [0, 'out_of_range'],
    [-1, 'out_of_range'],
    [null, 'invalid_type'],
  ])('of a line are rejected: %s', (amount, code) => {
    expect(said(refund(sale, [{ line: 0, amount: amount as number }]))).toEqual([`lines[0].amount ${code}`]);
  });

  it.each([
    [null, 'lines invalid_type'],
    ['some', 'lines invalid_type'],
    [[], 'lines too_few_items'],
  ])('of a credit note are rejected: %j', (lines, expected) => {
    expect(said(creditNote(sale, { lines }))).toEqual([expected]);
  });

  it('count as discounts on the remaining balance', () => {
    const part = credit(3000).document;
    const { items } = refund(sale, 'all', [part]).document;
    expect(items.map(({ name, discount, amount }) => [name, discount?.amount, amount])).toEqual([
      ['Mug', 2298, 30000 - 2298],
      ['Cheese', 702, 9167 - 702],
    ]);
  });
});

describe('a refund of everything that is left', () => {
  const sale = sold([MUG, CHEESE]);
  const one = refund(sale, [{ line: 0, quantity: 1 }]).document;

  it('subtracts the refund that a correction states, not the sum of its lines', () => {
    const dear = changed(one, ({ totals }) => void (totals.total = sale.totals.total - 9000));
    expect(refund(sale, [{ line: 1 }], [dear]).issues).toMatchObject([
      { field: 'lines', code: 'over_refund', found: 9167, expected: 9000 },
    ]);
    for (const [field, goods] of [
      ['lines', { lines: [{ line: 1 }] }],
      ['amount', { amount: 9167 }],
    ] as const)
      expect(creditNote(sale, { ...goods, priorCorrections: [dear] }).issues).toMatchObject([
        { field, code: 'over_refund', found: 9167, expected: 9000 },
      ]);
    expect(balanceOf(sale, [dear]).total).toBe(9000);
    const over = changed(one, ({ totals }) => void (totals.total = sale.totals.total + 5));
    expect(balanceFaults(sale, [over])).toMatchObject([
      { field: 'priorCorrections[0].totals.total', found: sale.totals.total + 5, expected: sale.totals.total },
    ]);
    // A refund line with an issue is not reported twice, and a line without value is not reported at all.
    expect(said(refund(sale, [{ line: 9 }, { line: 1 }], [dear]))).toEqual(['lines[0].line line_not_found']);
    const gift = sold([MUG, CHEESE, { ...MUG, name: 'Gift', unitPrice: 0 }]);
    expect(said(refund(gift, [{ line: 2 }], [over]))).toEqual([]);
    const exact = changed(one, ({ totals }) => void (totals.total = sale.totals.total));
    expect(balanceFaults(sale, [exact])).toEqual([]);
  });

  it('subtracts the goods that were returned in an exchange, not those that it sold', () => {
    const exchange = exchanged(sale, {
      returned: [{ line: 0, quantity: 1 }],
      sold: [{ name: 'Bowl', unitPrice: 15000, taxRate: 25 }],
    });
    expect(balanceOf(sale, [exchange])).toMatchObject({
      total: 29167,
      rates: [
        { rate: 25, category: 'S', amount: 20000, taxAmount: 4000 },
        { rate: 6, category: 'S', amount: 9167, taxAmount: 519 },
      ],
    });
    // The exchange itself can be corrected too.
    const back = refund(exchange, 'all').document;
    expect(back.items.map(({ name }) => name)).toEqual(['Bowl']);
    expect(balanceFaults(exchange, [back])).toEqual([]);
    expect(codes(balanceFaults(exchange, [back, back]))).toEqual(['priorCorrections[1].items[0].quantity over_refund']);
    expect(balanceOf(exchange, [back])).toEqual({
      lines: [{ line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }],
      rates: [{ rate: 25, category: 'S', amount: 0, taxAmount: 0 }],
      total: 0,
    });
  });

  it('counts a void including tax if prices exclude tax', () => {
    const net = shopOf(NET);
    const other = sold([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } }, net);
    const all = withDocument(createVoid(net, inputOf(other, {}))).document;
    expect(balanceOf(other).total).toBe(37500);
    expect(balanceOf(other, [all]).total).toBe(0);
    expect(balanceOf(other, [refund(other, [{ line: 0, quantity: 1 }], [], net).document]).total).toBe(25000);
  });
});

describe('lines that the sale does not contain', () => {
  const sale = sold([
    MUG,
    { ...MUG, name: 'Book', taxRate: 6 },
    { ...MUG, name: 'Book', taxRate: 12 },
    { ...MUG, name: 'Stamp', taxRate: 0, taxCategory: 'E' },
  ]);
  const one = (line: number) => refund(sale, [{ line, quantity: 1 }]).document;
  const check = (line: number, item: object) =>
    balanceFaults(sale, [changed(one(line), ({ items }) => void Object.assign(items[0]!, item))]);

  it('are checked against the rate of lines with the same name, or of any line', () => {
    const at = 'priorCorrections[0].items[0]';
    expect(check(0, { taxRate: 6 })).toMatchObject([
      { field: `${at}.taxRate`, code: 'rate_differs_from_sale', found: 6, expected: 25 },
    ]);
    expect(check(1, { taxRate: 25 })).toMatchObject([{ field: `${at}.taxRate`, found: 25, expected: [6, 12] }]);
    expect(check(3, { taxCategory: 'Z' })).toMatchObject([
      { field: `${at}.taxCategory`, code: 'rate_differs_from_sale', found: 'Z', expected: 'E' },
    ]);
    expect(check(0, { name: 'Vase', taxRate: 8 })).toMatchObject([
      { field: `${at}.taxRate`, found: 8, expected: [25, 6, 12, 0] },
    ]);
    expect(check(0, { name: 'Vase', taxCategory: 'Z' })).toMatchObject([
      { field: `${at}.taxCategory`, found: 'Z', expected: ['S', 'E'] },
    ]);
  });

  it("count against their rate's balance, with a warning, except in a credit note or at another price", () => {
    expect(check(0, { name: 'Vase' })).toMatchObject([
      { field: 'priorCorrections[0].items[0]', code: 'line_not_found', severity: 'warning' },
    ]);
    expect(check(0, { unitPrice: 9000, amount: 9000 })).toEqual([]);
    const coded = sold([{ ...MUG, sku: 'mug' }]);
    const renamed = changed(refund(coded, [{ line: 0, quantity: 1 }]).document, ({ items: [item] }) => {
      Object.assign(item!, { name: 'Cup', unitPrice: 9000, amount: 9000 });
    });
    expect(balanceFaults(coded, [renamed])).toEqual([]);
    const note = creditNote(sale, { amount: 500 }).document;
    expect(balanceFaults(sale, [note])).toEqual([]);
  });

  it("may exceed their rate's balance, which the summary reports if readable", () => {
    const dear = (summary: unknown) =>
      balanceFaults(sale, [
        changed(one(1), (copy) => {
          Object.assign(copy.items[0]!, { unitPrice: 30001, amount: 30001 });
          Object.assign(copy.tax, { summary });
          Object.assign(copy.totals, { total: 1 });
        }),
      ]);
    const entry = { rate: 6, category: 'S' };
    for (const [summary, at] of [
      [[entry], 'tax.summary[0]'],
      [[null, { rate: 6, category: 'Z' }, { rate: 12, category: 'S' }, entry], 'tax.summary[3]'],
      [[{ rate: 25, category: 'S' }], 'tax.summary'],
      [undefined, 'tax.summary'],
    ] as const)
      expect(dear(summary)).toMatchObject([
        { field: `priorCorrections[0].${at}`, code: 'over_refund', found: 30001, expected: 30000 },
      ]);
  });

  it("are reported in their own document, even if an earlier one exceeded the rate's balance", () => {
    const dear = changed(one(1), ({ items, totals }) => {
      Object.assign(items[0]!, { unitPrice: 30001, amount: 30001 });
      Object.assign(totals, { total: 1 });
    });
    expect(codes(balanceFaults(sale, [dear, one(0)]))).toEqual(['priorCorrections[0].tax.summary[0] over_refund']);
  });
});

describe('jurisdictions', () => {
  const us = shopOf({ ...NET, taxJurisdictions: true });
  const sale = (taxAmounts: readonly unknown[]) =>
    changed(
      sold(
        [{ ...MUG, taxRate: 8.5 }],
        {
          tax: {
            scheme: 'UK_VAT',
            pricesIncludeTax: false,
            jurisdictions: [
              { level: 'state', name: 'NY', rate: 4 },
              { level: 'city', name: 'NYC', rate: 4.5 },
            ],
          },
        },
        us,
      ),
      ({ tax }) => tax.jurisdictions!.forEach((entry, i) => Object.assign(entry, { taxAmount: taxAmounts[i] })),
    );

  it.each([
    [
      [1200, 1350],
      [400, 450],
    ],
    [
      [0, 2550],
      [0, 850],
    ],
    [
      [2400, 2700],
      [400, 450],
    ],
    [[0, 0], undefined],
    [[2600, -50], undefined],
    [[2550, undefined], undefined],
  ])('with shares %j get back %j', (taxAmounts, expected) => {
    const back = refund(sale(taxAmounts), [{ line: 0, quantity: 1 }], [], us).document;
    expect(back.tax.jurisdictions?.map(({ taxAmount }) => taxAmount)).toEqual(expected);
  });

  it('must be given by the caller in an exchange', () => {
    const input = {
      returned: [{ line: 0, quantity: 1 }],
      sold: [{ name: 'Bowl', unitPrice: 500, taxRate: 8.5 }],
    } as const;
    expect(exchanged(sale([1200, 1350]), input, us).tax).not.toHaveProperty('jurisdictions');
  });
});

describe('a line that was refunded completely', () => {
  it('has nothing left, whatever amount was refunded', () => {
    const sale = sold([MUG, CHEESE]);
    const cheap = changed(refund(sale, [{ line: 0 }]).document, ({ items: [item] }) => void (item!.amount -= 5));
    const all = refund(sale, [{ line: 0 }]).document;
    expect(refund(sale, [{ line: 0, quantity: 1 }], [all, all]).issues).toMatchObject([{ expected: 0 }]);
    expect(balanceOf(sale, [cheap]).lines[0]).toEqual({ line: 0, quantity: 0, amount: 0, discount: 0, taxAmount: 0 });
  });
});

describe('a stored sale', () => {
  const stored = { ...sold([MUG]), id: 'txn_7' };

  it('need not be identified, and cannot be mistaken for another line', () => {
    const of = (originalTransactionId: unknown) =>
      withDocument(
        createRefund(shop, inputOf(stored, { lines: 'all', originalTransactionId: originalTransactionId as string })),
      );
    const result = of(undefined);
    expect(said(result)).toEqual([]);
    expect(result.document.linkedTransaction).toEqual({ originalTransactionId: 'txn_7' });
    expect(said(of('txn_7'))).toEqual([]);
    for (const named of ['txn_1', 5, null]) {
      expect(of(named).issues).toMatchObject([
        { field: 'originalTransactionId', code: 'original_mismatch', found: named, expected: 'txn_7' },
      ]);
    }
  });
});

describe('a void of a corrected sale', () => {
  it('expects no corrections', () => {
    const sale = sold([MUG]);
    const priorCorrections = [refund(sale, [{ line: 0, quantity: 1 }]).document];
    const { issues } = createVoid(shop, inputOf(sale, { priorCorrections }));
    expect(issues).toMatchObject([{ field: 'priorCorrections', code: 'over_refund', expected: [] }]);
    expect(issues[0]).not.toHaveProperty('found');
  });
});
