import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  complete,
  createExchange,
  createRefund,
  type DraftLine,
  type DraftLineTax,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { DRAWS } from '../support/numbers';
import { draftOf, frozen, inputOf } from './support/drafts';
import { NET, shopOf } from './support/laws';
import { withDocument } from './support/results';

// Tests each line's refunded tax, by the jurisdictions that taxed the line in the sale.
const us = shopOf({
  ...NET,
  taxJurisdictions: true,
  tax: { ...NET.tax!, lineTolerance: 'perJurisdiction' },
});
const net = { scheme: 'UK_VAT', pricesIncludeTax: false };
const tax = (level: 'state' | 'county' | 'city' | 'district', name: string, rate: number) => ({ level, name, rate });
const CHICAGO = [
  tax('state', 'Illinois', 6.25),
  tax('county', 'Cook', 1.75),
  tax('city', 'Chicago', 1.25),
  tax('district', 'RTA', 1),
];
const FOOD = [tax('state', 'Illinois', 1), tax('district', 'RTA', 1.25)];
const SODA = [...CHICAGO, tax('city', 'Chicago soft drinks', 3)];
const ITEMS: DraftLine[] = [
  { name: 'Goods', unitPrice: 1999, quantity: 3, taxes: CHICAGO },
  { name: 'Bread', unitPrice: 450, taxes: FOOD },
  { name: 'Soda', unitPrice: 333, quantity: 2, taxes: SODA },
  { name: 'Gift card', unitPrice: 5000, taxes: [], taxCategory: 'O' },
];

const sold = (items: readonly DraftLine[], more: object = {}): Transaction => {
  const { document, issues } = withDocument(complete(us, draftOf(items, { tax: net, ...more })));
  expect(issues).toEqual([]);
  return frozen(document);
};
const refund = (sale: Transaction, lines: unknown, more: object = {}) => {
  const { document, issues, warnings } = withDocument(createRefund(us, inputOf(sale, { lines, ...more }) as never));
  expect([...issues, ...warnings]).toEqual([]);
  return document;
};
const sharesOf = ({ tax: { jurisdictions } }: Transaction) =>
  jurisdictions?.map(({ name, rate, taxAmount }) => [name, rate, taxAmount]);

describe("a refund's jurisdiction taxes", () => {
  const sale = sold(ITEMS);

  it('belong to the jurisdictions that taxed each line', () => {
    expect(sharesOf(refund(sale, [{ line: 1 }]))).toEqual([
      ['Illinois', 1, 4],
      ['RTA', 1.25, 6],
    ]);
    // The tax of 205, split by 6.25, 1.75, 1.25 and 1.
    expect(sharesOf(refund(sale, [{ line: 0, quantity: 1 }]))).toEqual([
      ['Illinois', 6.25, 125],
      ['Cook', 1.75, 35],
      ['Chicago', 1.25, 25],
      ['RTA', 1, 20],
    ]);
    expect(sharesOf(refund(sale, [{ line: 1 }, { line: 2, quantity: 1 }]))!.map(([name]) => name)).toEqual([
      'Illinois',
      'RTA',
      'Illinois',
      'Cook',
      'Chicago',
      'RTA',
      'Chicago soft drinks',
    ]);
  });

  it("equal the sale's if everything is refunded, and are 0 if nothing is taxed", () => {
    expect(refund(sale, 'all').tax.jurisdictions).toEqual(sale.tax.jurisdictions);
    expect(sharesOf(refund(sale, [{ line: 3 }]))!.map(([, , amount]) => amount)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("exclude the tax on a fee at one of the sale's rates", () => {
    const fees = [{ name: 'Restocking', amount: 500, taxRate: 10.25 }];
    const { totals, tax: back } = refund(sale, [{ line: 0, quantity: 1 }], { fees });
    expect(totals.tax).toBe(154);
    expect(back.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([94, 26, 19, 15]);
  });

  it('share the tax in proportion if amounts do not show which jurisdiction taxed a line', () => {
    const two = [tax('county', 'Cook', 1), tax('district', 'RTA', 1)];
    const stated = two.map((one) => ({ ...one, taxAmount: 150 }));
    const items = [
      { name: 'Goods', unitPrice: 10000, taxRate: 2 },
      { name: 'Bread', unitPrice: 5000, taxRate: 1 },
      { name: 'Milk', unitPrice: 5000, taxRate: 1 },
    ];
    const either = sold(items, { tax: { ...net, jurisdictions: stated } });
    expect(sharesOf(refund(either, [{ line: 1 }]))).toEqual([
      ['Cook', 1, 25],
      ['RTA', 1, 25],
    ]);
    const county = sold(items, {
      tax: { ...net, jurisdictions: stated.map((one, i) => ({ ...one, taxAmount: [200, 100][i] })) },
    });
    expect(sharesOf(refund(county, [{ line: 1 }]))).toEqual([['Cook', 1, 50]]);
  });

  it.each([
    ['one of ten districts, found by its rate', 10, 1],
    ['all of eleven districts, too many to be told apart', 11, 11],
  ])('belong to %s', (_, count, expected) => {
    // Each rate is twice the one before, so only one set of jurisdictions has a given sum.
    const all = Array.from({ length: count }, (_, i) => tax('district', `District ${i}`, 2 ** i / 100));
    const of = sold([
      { name: 'Goods', unitPrice: 100_000, taxes: all.slice(0, -1) },
      { name: 'Bread', unitPrice: 10_000, taxes: all.slice(-1) },
    ]);
    expect(sharesOf(refund(of, [{ line: 1 }]))).toHaveLength(expected);
  });

  it('belong to all of ten districts with the same rate, which could be combined in too many ways', () => {
    const all = Array.from({ length: 10 }, (_, i) => tax('district', `District ${i}`, 1));
    const of = sold([
      { name: 'Goods', unitPrice: 100_000, taxes: all.slice(4) },
      { name: 'Bread', unitPrice: 10_000, taxes: all.slice(0, 4) },
    ]);
    // Of the 210 combinations of six districts, the last is the right one.
    const last = { ...of, tax: { ...of.tax, jurisdictions: [...of.tax.jurisdictions!].reverse() } };
    expect(sharesOf(refund(last, [{ line: 1 }]))).toHaveLength(10);
  });

  it('do not prevent a refund if the sale states impossible rates', () => {
    const taxed = { ...sale, items: sale.items.map((item) => ({ ...item, taxRate: 0, taxAmount: 2 ** 40 })) };
    const zero = { ...tax('county', 'Cook', 0), taxAmount: 5 };
    for (const rate of [0, -1, 'x'])
      for (const from of [taxed, { ...sale, tax: { ...sale.tax, jurisdictions: [{ ...zero, rate }] } }]) {
        const input = inputOf(from as Transaction, { lines: [{ line: 0, amount: 500 }] });
        expect(withDocument(createRefund(us, input)).document.items).toHaveLength(1);
      }
  });

  it('exclude jurisdictions that the sale does not state', () => {
    const part = [{ ...CHICAGO[0]!, taxAmount: 375 }];
    const items = [{ name: 'Goods', unitPrice: 6000, taxRate: 10.25 }];
    const some = withDocument(complete(us, draftOf(items, { tax: { ...net, jurisdictions: part } }))).document;
    expect(some.totals.tax).toBe(615);
    const input = inputOf(some, { lines: [{ line: 0, amount: 2000 }] });
    expect(sharesOf(withDocument(createRefund(us, input)).document)).toEqual([['Illinois', 6.25, 125]]);
  });

  it('cover all lines in an exchange if its sold lines state jurisdictions', () => {
    const exchange = (line: DraftLine, returned: RefundLines = [{ line: 1 }]) =>
      withDocument(createExchange(us, inputOf(sale, { returned, sold: [line] as const })));
    const { document, issues } = exchange({ name: 'Goods', unitPrice: 1000, taxes: CHICAGO });
    expect(issues).toEqual([]);
    expect(sharesOf(document)).toEqual([
      ['Illinois', 1, -4],
      ['RTA', 1.25, -6],
      ['Illinois', 6.25, 63],
      ['Cook', 1.75, 18],
      ['Chicago', 1.25, 12],
      ['RTA', 1, 10],
    ]);
    const all = exchange({ name: 'Goods', unitPrice: 1000, taxes: CHICAGO }, 'all').document;
    expect(all.tax.jurisdictions!.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(all.totals.tax);
    expect(exchange({ name: 'Goods', unitPrice: 1000, taxRate: 10.25 }).document.tax).not.toHaveProperty(
      'jurisdictions',
    );
  });
});

/** The largest remainder method, with decimal.js alone. If remainders are equal, the earlier share comes first. */
function shared(amount: number, rates: readonly number[]): number[] {
  const whole = Decimal.sum(...rates);
  const exact = rates.map((rate) => new Decimal(amount).times(rate).div(whole));
  const parts = exact.map((part) => part.floor().toNumber());
  const order = rates.map((_, i) => i).sort((a, b) => exact[b]!.mod(1).comparedTo(exact[a]!.mod(1)) || a - b);
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const i of order.slice(0, rest)) parts[i]!++;
  return parts;
}

it('jurisdiction taxes of refunds match separately computed shares', () => {
  const line = fc.record({
    unitPrice: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    taxes: fc.constantFrom<DraftLineTax[]>(CHICAGO, SODA, CHICAGO.slice(0, 1)),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 5 }), fc.nat(4), (drawn, k) => {
      const sale = sold(drawn.map((one, i) => ({ ...one, name: `Goods ${i}` })));
      const at = k % drawn.length;
      const back = refund(sale, [{ line: at, quantity: 1 }]);
      const { taxAmount } = back.items[0]!;
      fc.pre(taxAmount !== sale.totals.tax && taxAmount > 0);
      const { taxes } = drawn[at]!;
      const parts = shared(
        taxAmount,
        taxes.map(({ rate }) => rate),
      );
      expect(sharesOf(back)).toEqual(taxes.map(({ name, rate }, i) => [name, rate, parts[i]]));
      expect(refund(sale, 'all').tax.jurisdictions).toEqual(sale.tax.jurisdictions);
    }),
    { numRuns: DRAWS },
  );
});
