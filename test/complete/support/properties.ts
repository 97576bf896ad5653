import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, type LawPack, type Transaction } from 'receipt-rule-packs';
import {
  checkCorrections,
  complete,
  exchangeOf,
  refundOf,
  remainingOf,
  type Completion,
} from 'receipt-rule-packs/complete';
import { drafts, extensionsOf } from './arbitraries';
import { frozen, headOf } from './drafts';
import { faultsOf } from './oracle';

const POLICIES = ['line', 'group'] as const;
const saidOf = ({ issues, warnings }: Completion) =>
  [...issues, ...warnings].map(({ field, code, message }) => `${field} ${code} ${message}`);

/** The properties of a completion, for any pack with a law. */
export function describeProperties(pack: LawPack, numRuns: number): void {
  const { country, law } = pack;
  const registry = createRegistry([pack]);
  const business = { country };
  const head = (more: object) => headOf({ extensions: extensionsOf(law), ...more }) as Parameters<typeof refundOf>[3];

  describe(pack.id, () => {
    it.each(POLICIES)(
      'completes to what is valid without a warning, by exact arithmetic, and changes nothing of that, rounding tax per %s',
      (taxRounding) => {
        fc.assert(
          fc.property(drafts(pack), (draft) => {
            const first = complete(registry, frozen(draft), business, { taxRounding });
            expect(saidOf(first)).toEqual([]);
            const faults = faultsOf(first.completed, pack, taxRounding);
            const { completed, filled } = complete(registry, frozen(first.completed), business, { taxRounding });
            expect({ faults, completed, filled }).toEqual({ faults: [], completed: first.completed, filled: [] });
          }),
          { numRuns },
        );
      },
    );

    it.each(POLICIES)('makes of an exchange the other way round the same figures, negative, per %s', (taxRounding) => {
      fc.assert(
        fc.property(drafts(pack, { type: 'exchange' }), (draft) => {
          const there = complete(registry, draft, business, { taxRounding });
          const turned = draft.items.map((item) => ({ ...item, quantity: -item.quantity! }));
          const back = complete(registry, { ...draft, items: turned }, business, { taxRounding });
          expect([...saidOf(there), ...saidOf(back)]).toEqual([]);
          expect(figuresOf(back.completed, -1)).toEqual(figuresOf(there.completed, 1));
        }),
        { numRuns },
      );
    });

    it('has totals that do not depend on the order of lines', () => {
      fc.assert(
        fc.property(drafts(pack, { extras: false }), fc.infiniteStream(fc.nat()), (draft, random) => {
          const keys = draft.items.map(() => random.next().value as number);
          const items = [...draft.items.keys()].sort((a, b) => keys[a]! - keys[b]!).map((i) => draft.items[i]!);
          const shuffled = complete(registry, { ...draft, items }, business);
          expect(shuffled.completed.totals).toEqual(complete(registry, draft, business).completed.totals);
        }),
        { numRuns },
      );
    });

    it('has parts of a refund that add up in any order', () => {
      fc.assert(
        fc.property(drafts(pack, { pieces: true }), fc.infiniteStream(fc.nat()), (draft, random) => {
          const sale = complete(registry, draft, business).completed;
          const earlier: Transaction[] = [];
          const said: string[] = [];
          const left = sale.items.map(({ quantity }) => quantity);
          while (left.some((quantity) => quantity > 0)) {
            const open = [...left.keys()].filter((i) => left[i]! > 0);
            const line = open[random.next().value % open.length]!;
            const quantity = 1 + (random.next().value % left[line]!);
            left[line]! -= quantity;
            const refund = refundOf(registry, sale, [{ line, quantity }], head({ earlier }), business);
            said.push(...saidOf(refund));
            earlier.push(refund.completed);
          }
          // A part that is worth nothing is a refund of 0.
          expect(said.filter((one) => !one.includes('total_is_zero'))).toEqual([]);
          const lines = earlier.flatMap(({ items }) => items);
          expect({
            isPositive: lines.every(({ amount, taxAmount }) => amount >= 0 && taxAmount >= 0),
            ...sumsOf(lines),
            left: remainingOf(sale, earlier).total,
            faults: checkCorrections(sale, earlier),
          }).toEqual({ isPositive: true, ...sumsOf(sale.items), discount: sale.totals.discount, left: 0, faults: [] });
          const more = refundOf(registry, sale, [{ line: 0, quantity: 1 }], head({ earlier }), business);
          expect(more.issues.map(({ code }) => code)).toContain('over_refund');
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      );
    });

    it('refunds all of a sale as it was sold, and exchanges it for itself at no cost', () => {
      fc.assert(
        fc.property(drafts(pack), (draft) => {
          const sale = complete(registry, draft, business).completed;
          fc.pre(sale.totals.total > 0 && sale.items.every(({ quantity, unitPrice }) => quantity > 0 && unitPrice > 0));
          const refund = refundOf(registry, sale, 'all', head({}), business);
          expect(saidOf(refund)).toEqual([]);
          expect(refund.completed.totals).toEqual(sale.totals);
          const takes = sale.items.map((_, line) => ({ line }));
          const exchange = exchangeOf(registry, sale, takes, sale.items, head({}), business);
          expect(saidOf(exchange)).toEqual([]);
          expect(exchange.completed.totals.total).toBe(0);
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      );
    });
  });
}

const sum = (figures: readonly number[]): number => Number(figures.reduce((all, figure) => all + BigInt(figure), 0n));

/** The sums of figures over lines. */
const sumsOf = (lines: Transaction['items']) => ({
  amount: sum(lines.map(({ amount }) => amount)),
  taxAmount: sum(lines.map(({ taxAmount }) => taxAmount)),
  discount: sum(lines.map(({ discount }) => discount?.amount ?? 0)),
});

/** What turns round with the signs of the lines; discounts stay positive. */
function figuresOf({ items, tax, totals }: Transaction, sign: 1 | -1) {
  const turn = (figure: number): number => sign * figure || 0;
  return {
    items: items.map(({ amount, taxAmount, discount }) => [turn(amount), turn(taxAmount), discount?.amount]),
    summary: tax.summary.map(({ rate, taxableAmount, taxAmount }) => [rate, turn(taxableAmount), turn(taxAmount)]),
    totals: [
      turn(totals.subtotal),
      totals.discount,
      turn(totals.tax),
      turn(totals.total),
      totals.rounding === undefined ? undefined : turn(totals.rounding),
    ],
  };
}
