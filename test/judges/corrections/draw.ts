import fc from 'fast-check';
import type { DraftLine, DraftTender } from 'receipt-rule-packs/complete';

/** One correction in a chain. Shares are in percent of the sale's remaining balance. */
export interface Step {
  readonly kind: 'units' | 'amount' | 'credit' | 'fee' | 'exchange' | 'bottles';
  readonly line: number;
  readonly other: number;
  readonly share: number;
}

export interface Chain {
  readonly items: readonly DraftLine[];
  readonly paid: 'card' | 'cash' | 'split' | 'gift card';
  /** The share of the first of two tenders, in percent. */
  readonly first: number;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: 'line' | 'group';
  readonly isRounded: boolean;
  /** The step before which a new currency replaces the sale's currency; undefined if none does. */
  readonly changeAt: number | undefined;
  readonly steps: readonly Step[];
}

const pieces = fc.integer({ min: 1, max: 6 });
const goods = fc
  .record({
    name: fc.constantFrom('Mug', 'Bowl'),
    unitPrice: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(500, 999)),
    quantity: fc.oneof(
      pieces,
      fc.integer({ min: 1, max: 9000 }).map((grams) => grams / 1000),
    ),
    taxRate: fc.constantFrom(25, 6, 19),
    off: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  })
  .map(({ off, ...line }): DraftLine => {
    const amount = Math.floor((line.quantity * line.unitPrice * (off ?? 0)) / 100);
    return amount > 0 ? { ...line, discount: { amount } } : line;
  });
const bottles = fc
  .record({ quantity: pieces, unitPrice: fc.constantFrom(10, 25, 100), taxRate: fc.constantFrom(25, 6) })
  .map((line): DraftLine => ({ ...line, name: 'Bottle', quantity: -line.quantity }));
/** Units of one line at two prices, with the same key. */
const split = fc
  .record({ quantity: fc.integer({ min: 2, max: 6 }), lineTotal: fc.integer({ min: 300, max: 3000 }) })
  .map((line): DraftLine => ({ ...line, name: 'Vase', taxRate: 19 }));
const card = fc
  .integer({ min: 100, max: 5000 })
  .map((unitPrice): DraftLine => ({ name: 'Gift card', unitPrice, quantity: 1, taxRate: 0, taxCategory: 'O' }));
const line = fc.oneof(
  { weight: 8, arbitrary: goods },
  { weight: 2, arbitrary: bottles },
  { weight: 1, arbitrary: split },
  { weight: 1, arbitrary: card },
);
const items = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.option(goods, { nil: undefined }), fc.boolean())
  // Every other sale contains a line twice, at the same or a different price.
  .map(([lines, again, isKeyed]) => {
    const all = again === undefined ? lines : [again, ...lines, { ...again, discount: undefined }];
    const isSplit = (one: DraftLine): boolean => one.lineTotal !== undefined;
    return all.map((one, i) => (isKeyed || isSplit(one) ? { ...one, key: `k${i}` } : one));
  });

export const chains: fc.Arbitrary<Chain> = fc.record({
  items,
  paid: fc.constantFrom('card', 'cash', 'split', 'gift card'),
  first: fc.integer({ min: 0, max: 100 }),
  pricesIncludeTax: fc.boolean(),
  taxRounding: fc.constantFrom('line', 'group'),
  isRounded: fc.boolean(),
  changeAt: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(6) }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('units', 'units', 'amount', 'credit', 'fee', 'exchange', 'bottles'),
      line: fc.nat(6),
      other: fc.nat(6),
      share: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

/** The tenders of a sale. A tender without an amount pays the rest. */
export function tendersOf({ paid, first }: Chain, total: number): readonly DraftTender[] | undefined {
  const amount = Math.floor((total * first) / 100);
  const method = paid === 'split' ? 'cash' : 'other';
  return paid === 'card' || paid === 'cash' || amount === 0 || amount === total
    ? undefined
    : [{ method: 'card', amount, last4: '4242' }, { method }];
}
