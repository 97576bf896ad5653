import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, type LawPack, type Shop, type Transaction } from 'receipt-rule-packs';
import {
  complete as completion,
  createExchange,
  createRefund,
  refundableBalance,
  type Draft,
  type Completion,
  type DraftLine,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { drafts, extensionsOf } from './arbitraries';
import { frozen, inputOf } from './drafts';
import { faultsOf } from './oracle';
import { withDocument } from './results';
import { outsiderOf } from '../../support/outsider';

const POLICIES = ['line', 'group'] as const;
const saidOf = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code, message }) => `${field} ${code} ${message}`);

/** The generated drafts have rates from any date. */
const DATELESS = { rateWindows: 'off' } as const;

/** Tests the properties of completions under any pack with a law. */
export function describeProperties(pack: LawPack, numRuns: number): void {
  const { law } = pack;
  const registry = createRegistry([pack]);
  // A business without fiscal duties, because drafts have no fiscal data.
  const business = outsiderOf(law);
  const shop = registry.shop(business, DATELESS);
  const complete = (draft: unknown, of: Shop = shop) => withDocument(completion(of, draft as Draft));
  const extensions = extensionsOf(law);
  const refunded = (sale: Transaction, lines: RefundLines, priorCorrections: readonly Transaction[] = []) =>
    withDocument(createRefund(shop, inputOf(sale, { extensions, lines, priorCorrections })));

  describe(pack.id, () => {
    it.each(POLICIES)(
      'completes drafts exactly, without a warning, and changes nothing when run again, with tax rounded per %s',
      (taxRounding) => {
        const own = registry.shop(business, { ...DATELESS, taxRounding });
        fc.assert(
          fc.property(drafts(pack), (draft) => {
            const first = complete(frozen(draft), own);
            expect(saidOf(first)).toEqual([]);
            const faults = faultsOf(first.document, pack, taxRounding);
            const { document, filled } = complete(frozen(first.document), own);
            expect({ faults, document, filled }).toEqual({ faults: [], document: first.document, filled: [] });
          }),
          { numRuns },
        );
      },
    );

    it.each(POLICIES)(
      'computes the negated figures for a reversed exchange, with tax rounded per %s',
      (taxRounding) => {
        const own = registry.shop(business, { ...DATELESS, taxRounding });
        fc.assert(
          fc.property(drafts(pack, { type: 'exchange' }), (draft) => {
            const there = complete(draft, own);
            const turned = draft.items.map((item) => ({ ...item, quantity: -item.quantity! }));
            const back = complete({ ...draft, items: turned }, own);
            expect([...saidOf(there), ...saidOf(back)]).toEqual([]);
            expect(figuresOf(back.document, -1)).toEqual(figuresOf(there.document, 1));
          }),
          { numRuns },
        );
      },
    );

    it('computes totals that do not depend on line order', () => {
      fc.assert(
        fc.property(drafts(pack, { extras: false }), fc.infiniteStream(fc.nat()), (draft, random) => {
          const keys = draft.items.map(() => random.next().value as number);
          const items = [...draft.items.keys()].sort((a, b) => keys[a]! - keys[b]!).map((i) => draft.items[i]!);
          const shuffled = complete({ ...draft, items });
          expect(shuffled.document.totals).toEqual(complete(draft).document.totals);
        }),
        { numRuns },
      );
    });

    it('makes partial refunds that add up in any order', () => {
      fc.assert(
        fc.property(drafts(pack, { pieces: true }), fc.infiniteStream(fc.nat()), (draft, random) => {
          const sale = complete(draft).document;
          const prior: Transaction[] = [];
          const said: string[] = [];
          const open = sale.items.map(({ quantity }) => quantity);
          while (open.some((quantity) => quantity > 0)) {
            const lines = [...open.keys()].filter((i) => open[i]! > 0);
            const line = lines[random.next().value % lines.length]!;
            const quantity = 1 + (random.next().value % open[line]!);
            open[line]! -= quantity;
            const refund = refunded(sale, [{ line, quantity }], prior);
            said.push(...saidOf(refund));
            prior.push(refund.document);
          }
          // A refund for a part without value is 0.
          expect(said.filter((one) => !one.includes('total_is_zero'))).toEqual([]);
          const lines = prior.flatMap(({ items }) => items);
          const left = refundableBalance(shop, {
            sale,
            originalTransactionId: 'txn_1',
            priorCorrections: prior,
          });
          expect({
            isPositive: lines.every(({ amount, taxAmount }) => amount >= 0 && taxAmount >= 0),
            ...sumsOf(lines),
            left: left.valid && left.balance.total,
            faults: saidOf(left),
          }).toEqual({ isPositive: true, ...sumsOf(sale.items), discount: sale.totals.discount, left: 0, faults: [] });
          const more = refunded(sale, [{ line: 0, quantity: 1 }], prior);
          expect(more.issues.map(({ code }) => code)).toContain('over_refund');
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      );
    });

    it('refunds a whole sale exactly, and exchanges a sale for itself at no cost', () => {
      fc.assert(
        fc.property(drafts(pack), (draft) => {
          const sale = complete(draft).document;
          fc.pre(sale.totals.total > 0 && sale.items.every(({ quantity, unitPrice }) => quantity > 0 && unitPrice > 0));
          const refund = refunded(sale, 'all');
          expect(saidOf(refund)).toEqual([]);
          expect(refund.document.totals).toEqual(sale.totals);
          const returned = sale.items.map((_, line) => ({ line }));
          const sold = sale.items as [DraftLine, ...DraftLine[]];
          const exchange = withDocument(createExchange(shop, inputOf(sale, { extensions, returned, sold })));
          expect(saidOf(exchange)).toEqual([]);
          expect(exchange.document.totals.total).toBe(0);
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      );
    });
  });
}

const sum = (figures: readonly number[]): number => Number(figures.reduce((all, figure) => all + BigInt(figure), 0n));

/** Adds up the figures of all lines. */
const sumsOf = (lines: Transaction['items']) => ({
  amount: sum(lines.map(({ amount }) => amount)),
  taxAmount: sum(lines.map(({ taxAmount }) => taxAmount)),
  discount: sum(lines.map(({ discount }) => discount?.amount ?? 0)),
});

/** The figures, with the sign of the lines applied. Discounts stay positive. */
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
