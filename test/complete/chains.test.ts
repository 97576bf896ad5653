import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shop, Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createRefund,
  refundableBalance,
  type Completion,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { DRAWS } from '../support/numbers';
import { draftOf, inputOf } from './support/drafts';
import { NET, shopOf } from './support/laws';
import { withDocument } from './support/results';

// Checks chains of corrections against their sale. The expected figures are computed with decimal.js alone.

/** A step of a chain: returns units of a line, refunds an amount of a line, or credits an amount. */
type Step =
  | { readonly kind: 'units'; readonly line: number; readonly share: number }
  | { readonly kind: 'amount'; readonly line: number; readonly share: number }
  | { readonly kind: 'credit'; readonly share: number };

const lines: fc.Arbitrary<DraftLine> = fc
  .record({
    name: fc.constantFrom('Mug', 'Bowl'),
    unitPrice: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(500, 999)),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4000 }).map((grams) => grams / 1000),
      fc.integer({ min: 1, max: 36 }).map((bottles) => -bottles),
    ),
    taxRate: fc.constantFrom(25, 6, 19),
    off: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  })
  .map(({ off, ...line }) => {
    const amount = Math.floor((Math.abs(line.quantity) * line.unitPrice * (off ?? 0)) / 100);
    return amount > 0 && line.quantity > 0 ? { ...line, discount: { amount } } : line;
  });
const sales = fc
  .array(lines, { minLength: 1, maxLength: 5 })
  .filter((items) => items.some((item) => item.quantity! > 0));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('units' as const), line: fc.nat(4), share: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('amount' as const), line: fc.nat(4), share: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('credit' as const), share: fc.integer({ min: 1, max: 100 }) }),
  ),
  { maxLength: 6 },
);

type Items = Transaction['items'];
const sum = (figures: readonly Decimal.Value[]): Decimal => Decimal.sum(0, ...figures);
const above0 = (items: Items): Items => items.filter(({ quantity }) => quantity > 0);
const sumsOf = (items: Items) => [
  sum(items.map((i) => i.amount)).toString(),
  sum(items.map((i) => i.taxAmount)).toString(),
];

/**
 * Describes what is wrong with the figures of refunded lines.
 *
 * @param most how far a line's tax may deviate from its exact tax: further in the last credit, which takes what is left
 * of all lines at a rate
 */
function oddOf(items: Items, including: boolean, most: number): string[] {
  return items.flatMap(({ quantity, unitPrice, amount, discount, taxAmount, taxRate }, i) => {
    const size = new Decimal(quantity)
      .times(unitPrice)
      .abs()
      .minus(discount?.amount ?? 0);
    const tax = new Decimal(amount).times(taxRate).div(including ? 100 + taxRate : 100);
    return [
      ...(size.minus(Math.abs(amount)).abs().gte(1) ? [`amount of ${i}`] : []),
      ...(tax.minus(taxAmount).abs().gt(most) ? [`tax of ${i}`] : []),
      ...(amount * quantity < 0 || taxAmount * quantity < 0 || (discount?.amount ?? 0) < 0 ? [`sign of ${i}`] : []),
    ];
  });
}

const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings]
    .map(({ field, code }) => `${field} ${code}`)
    .filter((one) => !/total_is_zero|tax_amount_deviates/.test(one));

/** The refundable balance of the sale, which must have no issues. */
function leftOf(shop: Shop, sale: Transaction, priorCorrections: readonly Transaction[]) {
  const result = refundableBalance(shop, { sale, priorCorrections, originalTransactionId: 'txn_1' });
  expect(said(result)).toEqual([]);
  return result.balance!;
}

/** The correction for a step; undefined if nothing is left to refund. */
function make(shop: Shop, sale: Transaction, prior: readonly Transaction[], step: Step): Transaction | undefined {
  const left = leftOf(shop, sale, prior);
  const refund = (take: object) =>
    createRefund(shop, inputOf(sale, { priorCorrections: prior, lines: [take] }) as never);
  let result: Completion;
  if (step.kind === 'credit') {
    const rest = sum(left.rates.map(({ amount }) => amount));
    const amount = rest.times(step.share).div(100).floor().toNumber();
    if (amount === 0) return undefined;
    const input = inputOf(sale, { priorCorrections: prior, amount, reason: 'price_adjustment' as const });
    result = createCreditNote(shop, input);
  } else {
    const one = left.lines[step.line % left.lines.length]!;
    const quantity = new Decimal(one.quantity).abs();
    const units = quantity
      .times(step.share)
      .div(100)
      .toDecimalPlaces(quantity.isInteger() ? 0 : 3, Decimal.ROUND_UP);
    const amount = new Decimal(one.amount).times(step.share).div(100).floor().toNumber();
    // A refund cannot be negative, so lines that are returns in the sale itself are refunded only with everything else.
    if (step.kind === 'units' ? one.quantity <= 0 : amount <= 0) return undefined;
    const of = step.kind === 'units' ? { quantity: Decimal.min(units, quantity).toNumber() } : { amount };
    result = refund({ line: one.line, ...of });
    if (step.kind === 'units')
      expect(withDocument(result).document.items[0]!.unitPrice).toBe(sale.items[one.line]!.unitPrice);
  }
  expect(said(result)).toEqual([]);
  return withDocument(result).document;
}

describe.each([
  ['with tax, by line', shopOf()],
  ['with tax, by group', shopOf({}, { taxRounding: 'group' })],
  ['without tax, by line', shopOf(NET)],
  ['without tax, by group', shopOf(NET, { taxRounding: 'group' })],
])('chains of corrections, prices %s', (_, shop) => {
  const pricesIncludeTax = shop.pack!.law!.tax.pricesIncludeTax;
  const tax = { scheme: 'UK_VAT', pricesIncludeTax };

  it('refund exactly what was sold, to the minor unit', () => {
    fc.assert(
      fc.property(sales, steps, (items, chain) => {
        const sale = withDocument(complete(shop, draftOf(items, { tax }))).document;
        fc.pre(sale.totals.total >= 0 && sale.items.every(({ amount }) => amount !== 0));
        const prior: Transaction[] = [];
        for (const step of chain) {
          const correction = make(shop, sale, prior, step);
          if (correction !== undefined) prior.push(correction);
        }
        const isOpen = leftOf(shop, sale, prior).lines.some(({ quantity }) => quantity !== 0);
        const all = withDocument(createRefund(shop, inputOf(sale, { lines: 'all', priorCorrections: prior })));
        if (isOpen) {
          // The remainder may be negative, which only an exchange can state.
          expect(said(all)).toEqual(all.document.totals.total < 0 ? ['lines out_of_range'] : []);
          prior.push(all.document);
        } else expect(said(all)).toEqual(['lines over_refund']);
        const back = prior.flatMap((correction) => correction.items);
        const isCredited = chain.some(({ kind }) => kind !== 'units');
        expect(oddOf(back, pricesIncludeTax, isCredited ? 1 + sale.items.length / 2 : 1)).toEqual([]);
        expect(sumsOf(above0(back))).toEqual(sumsOf(above0(sale.items)));
        expect(sumsOf(back)).toEqual(sumsOf(sale.items));
        expect(leftOf(shop, sale, prior).total).toBe(0);
      }),
      { numRuns: DRAWS },
    );
  });
});

describe("chains in the currency that replaced the sale's currency", () => {
  const leva = shopOf({
    currencies: [
      { code: 'BGN', until: '2025-12-31', successor: { code: 'EUR', perUnit: 1.95583, bothUntil: '2026-01-31' } },
      { code: 'EUR', from: '2026-01-01' },
    ],
  });
  const inEuros = (figures: readonly number[]) =>
    sum(
      figures.map((figure) => new Decimal(figure).div('1.95583').toDecimalPlaces(0, Decimal.ROUND_HALF_UP)),
    ).toString();

  it('refund each converted amount to the minor unit', () => {
    fc.assert(
      fc.property(sales, steps, (items, chain) => {
        const more = { currency: 'BGN', timestamp: '2025-12-20T10:00:00+02:00' };
        const sale = withDocument(complete(leva, draftOf(items, more))).document;
        fc.pre(sale.totals.total >= 0 && sale.items.every(({ amount }) => Math.abs(amount) > 10));
        const prior: Transaction[] = [];
        const refund = (taken: unknown) =>
          withDocument(createRefund(leva, inputOf(sale, { priorCorrections: prior, lines: taken }) as never));
        const left = sale.items.map(({ quantity }) => quantity);
        for (const { share, ...step } of chain) {
          const line = ('line' in step ? step.line : 0) % left.length;
          const decimals = Number.isInteger(sale.items[line]!.quantity) ? 1 : 1000;
          const quantity = Math.ceil((left[line]! * share * decimals) / 100) / decimals;
          if (left[line]! <= 0 || quantity > left[line]!) continue;
          const { document, ...result } = refund([{ line, quantity }]);
          expect(result.issues).toEqual([]);
          expect(sum(document.items.map((item) => item.quantity)).toNumber()).toBe(quantity);
          left[line] = new Decimal(left[line]!).minus(quantity).toNumber();
          prior.push(document);
        }
        const all = refund('all');
        if (left.some((quantity) => quantity !== 0)) {
          expect(all.issues.map(({ code }) => code)).toEqual(all.document.totals.total < 0 ? ['out_of_range'] : []);
          prior.push(all.document);
        }
        expect(prior.map(({ currency }) => currency)).toEqual(prior.map(() => 'EUR'));
        const back = prior.flatMap((correction) => correction.items);
        expect(oddOf(back, true, 2).filter((one) => !one.startsWith('tax'))).toEqual([]);
        expect(sumsOf(back)).toEqual([
          inEuros(sale.items.map(({ amount }) => amount)),
          inEuros(sale.items.map(({ taxAmount }) => taxAmount)),
        ]);
      }),
      { numRuns: DRAWS },
    );
  });
});
