import type { LineItem, TaxCategory } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { groupLines, RateCategoryMap } from '../../src/document/line-groups';

const CATEGORIES: readonly TaxCategory[] = ['S', 'Z', 'E'];

/** The given number of pairs, with three categories per rate. */
const pairs = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ rate: Math.floor(i / 3), category: CATEGORIES[i % 3]! }));

describe('PairMap', () => {
  // The code uses a list for up to 48 pairs, and a map for more.
  it.each([0, 1, 2, 3, 47, 48, 49, 50, 51, 120])('finds each of %d pairs, and no other pairs', (count) => {
    const all = pairs(count);
    const map = new RateCategoryMap<(typeof all)[number]>();
    for (const [i, pair] of all.entries()) {
      expect(map.find(pair.rate, pair.category)).toBeUndefined();
      map.add(pair);
      for (const added of all.slice(0, i + 1)) expect(map.find(added.rate, added.category)).toBe(added);
    }
    expect(map.all).toEqual(all);
    expect(map.find(0, 'O')).toBeUndefined();
    expect(map.find(100, 'S')).toBeUndefined();
    expect(map.find(-1, 'Z')).toBeUndefined();
  });

  it.each([0, 1, 48, 49, 120])('accepts %d values at once without changing the array', (count) => {
    const all = Object.freeze(pairs(count));
    const map = new RateCategoryMap(all);
    for (const pair of all) expect(map.find(pair.rate, pair.category)).toBe(pair);
    expect(map.all).toEqual(all);
    map.add({ rate: 1000, category: 'S' });
    expect(map.find(1000, 'S')).toEqual({ rate: 1000, category: 'S' });
    expect(map.find(1000, 'Z')).toBeUndefined();
  });
});

describe('groupLines', () => {
  const line = (rate: number, category: TaxCategory, amount: number, taxAmount: number) =>
    ({ taxRate: rate, taxCategory: category, amount, taxAmount }) as LineItem;

  it('adds up the lines of each pair, in the order of first lines', () => {
    const lines = [line(6, 'S', 100, 6), line(25, 'S', 200, 40), line(6, 'S', 300, 17), line(6, 'Z', 1, 0)];
    const found = groupLines(lines).all.map(({ rate, category, lines, amount, taxAmount }) => [
      rate,
      category,
      lines,
      amount.value,
      taxAmount.value,
    ]);
    expect(found).toEqual([
      [6, 'S', 2, 400, 23],
      [25, 'S', 1, 200, 40],
      [6, 'Z', 1, 1, 0],
    ]);
  });

  it('omits a line without rate or category, and a missing figure', () => {
    const faulted = { ...line(6, 'S', 5, 5) } as Partial<LineItem>;
    const groups = groupLines([
      undefined,
      { ...faulted, taxRate: undefined } as never,
      { ...faulted, taxCategory: undefined } as never,
      { ...faulted, amount: undefined } as never,
      { ...faulted, taxAmount: undefined } as never,
    ]);
    expect(groups.all).toHaveLength(1);
    const group = groups.find(6, 'S')!;
    expect([group.lines, group.amount.value, group.taxAmount.value]).toEqual([2, 5, 5]);
  });

  it('finds the groups of many pairs', () => {
    const lines = pairs(50).map(({ rate, category }, i) => line(rate, category, i, 0));
    const groups = groupLines([...lines, ...lines]);
    expect(groups.all.map((group) => [group.lines, group.amount.value])).toEqual(
      lines.map(({ amount }) => [2, 2 * amount]),
    );
  });
});
