import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  checkCorrections,
  complete,
  creditNoteOf,
  exchangeOf,
  refundOf,
  remainingOf,
  voidOf,
  type Draft,
  type DraftLine,
  type Take,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, headOf } from './support/drafts';
import { NET, QM, registryOf } from './support/laws';

// Which figures a correction gives back, and which of the sale are left.
const registry = registryOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 3, taxRate: 25 };
const CHEESE: DraftLine = { name: 'Cheese', unit: 'kg', unitPrice: 18900, quantity: 0.485, taxRate: 6 };
const sold = (items: readonly DraftLine[], more: Partial<Draft> = {}, law = registry): Transaction => {
  const { completed, issues } = complete(law, draftOf(items, more), QM);
  expect(issues).toEqual([]);
  return frozen(completed);
};
const refund = (sale: Transaction, take: readonly Take[] | 'all', earlier: Transaction[] = []) =>
  refundOf(registry, sale, take, headOf({ earlier }), QM);
const said = ({ issues }: { issues: readonly { field: string; code: string }[] }) =>
  issues.map(({ field, code }) => `${field} ${code}`);
const codes = (list: readonly { field: string; code: string }[]) => list.map(({ field, code }) => `${field} ${code}`);
const changed = (document: Transaction, change: (copy: Transaction) => void): Transaction => {
  const copy = structuredClone(document);
  change(copy);
  return frozen(copy);
};

describe('pieces of lines that are alike', () => {
  const ONE = { ...MUG, quantity: 1 };

  it('come from any of them', () => {
    const sale = sold([MUG, ONE]);
    const one = refund(sale, [{ line: 0, quantity: 1 }]).completed;
    expect(said(refund(sale, [{ line: 1, quantity: 1 }], [one]))).toEqual([]);
    const other = sold([ONE, MUG]);
    const taken = refund(other, [{ line: 1, quantity: 1 }]).completed;
    expect(remainingOf(other, [taken]).lines.map(({ quantity }) => quantity)).toEqual([1, 2]);
    expect(refund(other, 'all', [taken]).completed.items.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  it('are not alike in another unit, and are pieces where there is none', () => {
    const sale = sold([{ ...ONE, unit: 'l' }, { ...ONE, unit: 'm' }, ONE]);
    const left = (line: number, unit?: string) => {
      const { completed } = refund(sale, [{ line, quantity: 1 }]);
      const back = changed(completed, ({ items: [item] }) => void Object.assign(item!, unit && { unit }));
      return remainingOf(sale, [back]).lines.map(({ quantity }) => quantity);
    };
    expect([left(0), left(1), left(2), left(2, 'pcs')]).toEqual([
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });
});

describe('weighed lines that are alike', () => {
  const sale = sold([{ ...CHEESE, quantity: 0.5, discount: { amount: 50 } }, { ...CHEESE, quantity: 0.5 }, CHEESE]);
  const amounts = (corrections: Transaction[]) => remainingOf(sale, corrections).lines.map(({ amount }) => amount);

  it('are told apart by their amounts', () => {
    expect(amounts([])).toEqual([9400, 9450, 9167]);
    expect(amounts([refund(sale, [{ line: 0 }]).completed])).toEqual([9450, 0, 9167]);
    expect(amounts([refund(sale, [{ line: 1 }]).completed])).toEqual([9400, 0, 9167]);
    expect(amounts([refund(sale, [{ line: 2 }]).completed])).toEqual([9400, 9450, 0]);
  });

  it('are found by their quantity, if the amount is another', () => {
    const other = changed(refund(sale, [{ line: 2 }]).completed, ({ items: [item] }) => void (item!.amount -= 1));
    expect(remainingOf(sale, [other]).lines.map(({ quantity }) => quantity)).toEqual([0.5, 0.5, 0]);
    expect(said(refund(sale, [{ line: 2 }], [other]))).toEqual(['take[0].quantity over_refund']);
    expect(said(refund(sale, [{ line: 0 }], [other]))).toEqual([]);
  });
});

describe('lines below 0', () => {
  const DEPOSIT: DraftLine = { name: 'Deposit', unitPrice: -1001, taxRate: 25, quantity: 3 };

  it('come back part by part, with the tax that is theirs', () => {
    const sale = sold([MUG, DEPOSIT]);
    const earlier: Transaction[] = [];
    for (let i = 0; i < 3; i++) earlier.push(refund(sale, [{ line: 1, quantity: 1 }], [...earlier]).completed);
    expect(earlier.map(({ items: [item] }) => [item!.amount, item!.taxAmount])).toEqual([
      [-1001, -200],
      [-1001, -201],
      [-1001, -200],
    ]);
    expect(remainingOf(sale, earlier)).toEqual({
      lines: [
        { line: 0, quantity: 3, amount: 30000, discount: 0, taxAmount: 6000 },
        { line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 },
      ],
      rates: [{ rate: 25, category: 'S', amount: 30000, taxAmount: 6000 }],
      total: 30000,
    });
  });

  it('may be too much for their rate, too', () => {
    const sale = sold([MUG, { ...DEPOSIT, taxRate: 6 }, { ...MUG, name: 'Gift', unitPrice: 0, taxRate: 12 }]);
    const dearer = (line: number, unitPrice: number) =>
      changed(refund(sale, [{ line, quantity: 1 }]).completed, ({ items: [item] }) => {
        Object.assign(item!, { unitPrice, amount: unitPrice });
      });
    expect(checkCorrections(sale, [refund(sale, [{ line: 1, quantity: 1 }]).completed])).toEqual([]);
    expect(checkCorrections(sale, [dearer(1, -3003)])).toEqual([]);
    expect(checkCorrections(sale, [dearer(1, -3004)])).toMatchObject([
      { field: 'documents[0].tax.summary[0]', code: 'over_refund', found: -3004, expected: -3003 },
    ]);
    expect(checkCorrections(sale, [dearer(2, 1)])).toMatchObject([
      { field: 'documents[0].tax.summary[0]', code: 'over_refund', found: 1, expected: 0 },
    ]);
  });

  it('are not given back by amount, nor is more than a rate has left', () => {
    const sale = sold([
      { ...MUG, quantity: 1 },
      { ...DEPOSIT, quantity: 1 },
    ]);
    expect(said(refund(sale, [{ line: 1, amount: 5 }]))).toEqual(['take[0].amount over_refund']);
    expect(refund(sale, [{ line: 1, amount: 5 }]).issues[0]).toMatchObject({ found: 5, expected: -1001 });
    expect(refund(sale, [{ line: 0 }]).issues).toMatchObject([
      { field: 'take[0]', code: 'over_refund', found: 10000, expected: 8999 },
    ]);
    expect(said(refund(sale, [{ line: 1 }, { line: 0 }]))).toEqual([]);
  });
});

describe('amounts', () => {
  const sale = sold([MUG, CHEESE]);
  const credit = (amount: unknown, more: object = {}, of = sale) =>
    creditNoteOf(registry, of, { amount } as { amount: number }, headOf(more), QM);

  it.each([
    [{ reason: 'price_adjustment' }, 'price adjustment'],
    [{ reason: 'other', note: 'Chipped' }, 'Chipped'],
    [{ reason: 'other' }, 'credit'],
    [{ note: 'Chipped' }, 'Chipped'],
    [{ note: '' }, 'credit'],
    [{ note: 5 }, 'credit'],
    [{}, 'credit'],
  ])('of a head %j are named %s', (more, name) => {
    expect(credit(100, more).completed.items[0]!.name).toBe(name);
  });

  it('come in lines of their own, and none of rates that have nothing left', () => {
    const [first, second] = credit(3000).completed.items;
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
    const mugs = refund(sale, [{ line: 0 }]).completed;
    expect(credit(100, { earlier: [mugs] }).completed.items.map(({ taxRate }) => taxRate)).toEqual([6]);
    expect(credit(1).completed.items).toHaveLength(1);
    const free = sold([MUG, { ...CHEESE, unitPrice: 0 }]);
    expect(credit(500, {}, free).completed.items.map(({ taxRate }) => taxRate)).toEqual([25]);
  });

  it('are not shared by rates whose lines are below 0', () => {
    const less = sold([MUG, { ...CHEESE, unitPrice: -1000, quantity: 1 }]);
    expect(credit(100, {}, less).completed.items.map(({ taxRate, amount }) => [taxRate, amount])).toEqual([[25, 100]]);
  });

  it('of all leave nothing of a line', () => {
    const all = credit(39167).completed;
    expect(said(refund(sale, [{ line: 0, amount: 5 }], [all]))).toEqual(['take[0] over_refund']);
    expect(said(refund(sale, [{ line: 0, quantity: 1 }], [all]))).toEqual(['take[0] over_refund']);
    expect(said(refund(sale, 'all', [all]))).toEqual(['take over_refund']);
    expect(refund(sale, 'all', [all]).issues[0]).toMatchObject({ expected: 0 });
    expect(remainingOf(sale, [all])).toMatchObject({ total: 0, rates: [{ amount: 0 }, { amount: 0 }] });
  });

  it.each([
    ['5', 'invalid_type'],
    [NaN, 'out_of_range'],
    [0, 'out_of_range'],
    [-1, 'out_of_range'],
    [null, 'invalid_type'],
  ])('of a line are refused: %s', (amount, code) => {
    expect(said(refund(sale, [{ line: 0, amount: amount as number }]))).toEqual([`take[0].amount ${code}`]);
  });

  it.each([
    [null, 'take invalid_type'],
    ['some', 'take invalid_type'],
    [[], 'take too_few_items'],
  ])('of a credit note are refused: %j', (take, expected) => {
    expect(said(creditNoteOf(registry, sale, take as never, headOf(), QM))).toEqual([expected]);
  });

  it('that are left of a rate are one line more', () => {
    const part = credit(3000).completed;
    const { items } = refund(sale, 'all', [part]).completed;
    expect(items.map(({ name, taxRate, amount }) => [name, taxRate, amount])).toEqual([
      ['Remaining amount', 25, 30000 - 2298],
      ['Remaining amount', 6, 9167 - 702],
    ]);
  });
});

describe('all of a sale', () => {
  const sale = sold([MUG, CHEESE]);
  const one = refund(sale, [{ line: 0, quantity: 1 }]).completed;

  it('is what its corrections say that they gave back, not what their lines do', () => {
    const dear = changed(one, ({ totals }) => void (totals.total = sale.totals.total - 9000));
    expect(refund(sale, [{ line: 1 }], [dear]).issues).toMatchObject([
      { field: 'take', code: 'over_refund', found: 9167, expected: 9000 },
    ]);
    expect(remainingOf(sale, [dear]).total).toBe(9000);
    const over = changed(one, ({ totals }) => void (totals.total = sale.totals.total + 5));
    expect(remainingOf(sale, [over]).total).toBe(0);
    expect(checkCorrections(sale, [over])).toMatchObject([
      { field: 'documents[0].totals.total', found: sale.totals.total + 5, expected: sale.totals.total },
    ]);
    // Takes that have a fault of their own are not reported once more, nor is what is worth nothing.
    expect(said(refund(sale, [{ line: 9 }, { line: 1 }], [dear]))).toEqual(['take[0].line line_not_found']);
    const gift = sold([MUG, CHEESE, { ...MUG, name: 'Gift', unitPrice: 0 }]);
    expect(said(refund(gift, [{ line: 2 }], [over]))).toEqual([]);
    const exact = changed(one, ({ totals }) => void (totals.total = sale.totals.total));
    expect(checkCorrections(sale, [exact])).toEqual([]);
  });

  it('counts what an exchange took back, not what was bought in it', () => {
    const exchange = exchangeOf(
      registry,
      sale,
      [{ line: 0, quantity: 1 }],
      [{ name: 'Bowl', unitPrice: 15000, taxRate: 25 }],
      headOf(),
      QM,
    ).completed;
    expect(remainingOf(sale, [exchange])).toMatchObject({
      total: 29167,
      rates: [
        { rate: 25, category: 'S', amount: 20000, taxAmount: 4000 },
        { rate: 6, category: 'S', amount: 9167, taxAmount: 519 },
      ],
    });
    // The exchange can be corrected in its turn.
    const back = refund(exchange, 'all').completed;
    expect(back.items.map(({ name }) => name)).toEqual(['Bowl']);
    expect(checkCorrections(exchange, [back])).toEqual([]);
    expect(codes(checkCorrections(exchange, [back, back]))).toEqual(['documents[1].items[0].quantity over_refund']);
    expect(remainingOf(exchange, [back])).toEqual({
      lines: [{ line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }],
      rates: [{ rate: 25, category: 'S', amount: 0, taxAmount: 0 }],
      total: 0,
    });
  });

  it('counts a void with its tax where prices have none', () => {
    const net = registryOf(NET);
    const other = sold([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } }, net);
    const all = voidOf(net, other, headOf(), QM).completed;
    expect(remainingOf(other).total).toBe(37500);
    expect(remainingOf(other, [all]).total).toBe(0);
    expect(remainingOf(other, [refundOf(net, other, [{ line: 0, quantity: 1 }], headOf(), QM).completed]).total).toBe(
      25000,
    );
  });
});

describe('lines that the sale does not have', () => {
  const sale = sold([
    MUG,
    { ...MUG, name: 'Book', taxRate: 6 },
    { ...MUG, name: 'Book', taxRate: 12 },
    { ...MUG, name: 'Stamp', taxRate: 0, taxCategory: 'E' },
  ]);
  const one = (line: number) => refund(sale, [{ line, quantity: 1 }]).completed;
  const check = (line: number, item: object) =>
    checkCorrections(sale, [changed(one(line), ({ items }) => void Object.assign(items[0]!, item))]);

  it('are held against the rate of those of the same name, or of any', () => {
    const at = 'documents[0].items[0]';
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

  it('count against their rate: that is a warning, but for a credit note or another price', () => {
    expect(check(0, { name: 'Vase' })).toMatchObject([
      { field: 'documents[0].items[0]', code: 'line_not_found', severity: 'warning' },
    ]);
    expect(check(0, { unitPrice: 9000, amount: 9000 })).toEqual([]);
    const note = creditNoteOf(registry, sale, { amount: 500 }, headOf(), QM).completed;
    expect(checkCorrections(sale, [note])).toEqual([]);
  });

  it('may be too much for their rate, which the summary names if it can be read', () => {
    const dear = (summary: unknown) =>
      checkCorrections(sale, [
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
        { field: `documents[0].${at}`, code: 'over_refund', found: 30001, expected: 30000 },
      ]);
  });

  it('are reported in the document that has them, though the rate was passed before', () => {
    const dear = changed(one(1), ({ items, totals }) => {
      Object.assign(items[0]!, { unitPrice: 30001, amount: 30001 });
      Object.assign(totals, { total: 1 });
    });
    expect(codes(checkCorrections(sale, [dear, one(0)]))).toEqual(['documents[0].tax.summary[0] over_refund']);
  });
});

describe('jurisdictions', () => {
  const us = registryOf({ ...NET, taxJurisdictions: true });
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
    [[0, 0], undefined],
    [[2600, -50], undefined],
    [[2550, undefined], undefined],
  ])('with shares %j get back %j', (taxAmounts, expected) => {
    const draft = refundOf(us, sale(taxAmounts), [{ line: 0, quantity: 1 }], headOf(), QM).completed;
    expect(draft.tax.jurisdictions?.map(({ taxAmount }) => taxAmount)).toEqual(expected);
  });

  it('are left to the caller in an exchange', () => {
    const bought = [{ name: 'Bowl', unitPrice: 500, taxRate: 8.5 }];
    const { completed } = exchangeOf(us, sale([1200, 1350]), [{ line: 0, quantity: 1 }], bought, headOf(), QM);
    expect(completed.tax).not.toHaveProperty('jurisdictions');
  });
});

describe('a line that came back whole', () => {
  it('has nothing left, whatever amount was given back for it', () => {
    const sale = sold([MUG, CHEESE]);
    const cheap = changed(refund(sale, [{ line: 0 }]).completed, ({ items: [item] }) => void (item!.amount -= 5));
    expect(remainingOf(sale, [cheap]).lines[0]).toEqual({ line: 0, quantity: 0, amount: 0, discount: 0, taxAmount: 0 });
  });
});

describe('a stored sale', () => {
  it('needs to be named, and is not said to be another one where it is not', () => {
    const stored = { ...sold([MUG]), id: 'txn_1' } as unknown as Transaction;
    const head = headOf({ originalTransactionId: undefined });
    expect(said(refundOf(registry, stored, 'all', head, QM))).toEqual([
      'linkedTransaction.originalTransactionId required',
    ]);
  });
});

describe('a void of what was corrected before', () => {
  it('expects no corrections', () => {
    const sale = sold([MUG]);
    const earlier = [refund(sale, [{ line: 0, quantity: 1 }]).completed];
    const { issues } = voidOf(registry, sale, headOf({ earlier }), QM);
    expect(issues).toMatchObject([{ field: 'earlier', code: 'over_refund', expected: [] }]);
    expect(issues[0]).not.toHaveProperty('found');
  });
});
