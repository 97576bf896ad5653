import { describe, expect, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import {
  checkCorrections,
  complete,
  exchangeOf,
  refundOf,
  remainingOf,
  type Draft,
  type DraftLine,
  type Take,
} from 'receipt-rule-packs/complete';
import { draftOf, frozen, headOf } from './support/drafts';
import { NET, QM, registryOf } from './support/laws';

// Which line of a sale a correction is about, and how much of it is left.
const registry = registryOf();
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, quantity: 2, taxRate: 25 };
const sold = (items: readonly DraftLine[], more: Partial<Draft> = {}, law = registry): Transaction => {
  const { completed, issues } = complete(law, draftOf(items, more), QM);
  expect(issues).toEqual([]);
  return frozen(completed);
};
const refund = (sale: Transaction, take: readonly Take[] | 'all', earlier: Transaction[] = []) =>
  refundOf(registry, sale, take, headOf({ earlier }), QM);
const quantities = (sale: Transaction, corrections: Transaction[]) =>
  remainingOf(sale, corrections).lines.map(({ quantity }) => quantity);

describe('lines', () => {
  it('are told apart by their names where they have no article number', () => {
    const sale = sold([MUG, { ...MUG, name: 'Bowl' }]);
    expect(quantities(sale, [refund(sale, [{ line: 0 }]).completed])).toEqual([0, 2]);
  });

  it('are told apart by their article numbers where they have some', () => {
    const sale = sold([
      { ...MUG, sku: 'a' },
      { ...MUG, sku: 'b' },
    ]);
    expect(quantities(sale, [refund(sale, [{ line: 1 }]).completed])).toEqual([2, 0]);
  });

  it('are told apart by unit, price and rate', () => {
    const sale = sold([MUG, { ...MUG, unit: 'box' }, { ...MUG, unitPrice: 9000 }, { ...MUG, taxRate: 6 }]);
    expect([0, 1, 2, 3].map((line) => quantities(sale, [refund(sale, [{ line }]).completed]))).toEqual([
      [0, 2, 2, 2],
      [2, 0, 2, 2],
      [2, 2, 0, 2],
      [2, 2, 2, 0],
    ]);
  });

  it('of no piece are sold, not taken back', () => {
    const { completed } = exchangeOf(
      registry,
      sold([MUG]),
      [{ line: 0 }],
      [{ name: 'Bag', unitPrice: 500, quantity: 0, taxRate: 25 }],
      headOf(),
      QM,
    );
    expect(remainingOf(completed).lines).toEqual([{ line: 1, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }]);
  });

  it('that the sale itself took back come back too', () => {
    const sale = sold([MUG, { name: 'Deposit', unitPrice: 100, quantity: -3, taxRate: 6 }]);
    expect(remainingOf(sale).rates).toEqual([
      expect.objectContaining({ rate: 25, amount: 20000 }),
      expect.objectContaining({ rate: 6, amount: -300 }),
    ]);
    const first = refund(sale, [{ line: 1, quantity: 1 }]).completed;
    expect(first.items[0]).toMatchObject({ quantity: -1, amount: -100 });
    expect(remainingOf(sale, [first])).toMatchObject({ total: 19800, rates: [{ amount: 20000 }, { amount: -200 }] });
    const all = refund(sale, 'all').completed;
    expect(all.totals.total).toBe(19700);
    expect(remainingOf(sale, [all])).toMatchObject({ total: 0, rates: [{ amount: 0 }, { amount: 0 }] });
    expect(remainingOf(sale, [all, all]).rates[0]).toMatchObject({ amount: 0, taxAmount: 0 });
    expect(remainingOf(sale, [all, first]).rates[1]).toMatchObject({ amount: 0, taxAmount: 0 });
  });
});

describe('an amount', () => {
  it('may be all that is left of a line', () => {
    const sale = sold([MUG]);
    const { completed, issues } = refund(sale, [{ line: 0, amount: 20000 }]);
    expect(issues).toEqual([]);
    expect(completed.totals.total).toBe(20000);
  });
});

describe('an exchange', () => {
  it('has no jurisdictions of the sale, since what is bought has a tax of its own', () => {
    const us = registryOf({ ...NET, taxJurisdictions: true });
    const jurisdictions = [{ level: 'state' as const, name: 'NY', rate: 25 }];
    const sale = sold([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions } }, us);
    const { completed } = exchangeOf(us, sale, [{ line: 0 }], [{ ...MUG, name: 'Bowl' }], headOf(), QM);
    expect(completed.tax).not.toHaveProperty('jurisdictions');
  });
});

describe('checkCorrections', () => {
  it('names the entry of the summary of the category that came back too often', () => {
    const free = { name: 'Stamp', unitPrice: 1000, taxRate: 0 };
    const sale = sold([
      { ...free, taxCategory: 'Z' },
      { ...free, name: 'Book', taxCategory: 'E' },
    ]);
    const whole = refund(sale, 'all').completed;
    const dear = structuredClone(whole);
    Object.assign(dear.items[1]!, { unitPrice: 1500, amount: 1500 });
    const found = checkCorrections(sale, [dear]).map(({ field, code }) => `${field} ${code}`);
    expect(found).toEqual(['documents[0].tax.summary[1] over_refund']);
  });
});
