import type { LineItem, TaxCategory } from './types.generated.js';
import { ExactSum } from '../money/exact-sum.js';

/** The categories of lines without tax, for messages. */
export const UNTAXED = 'Z (zero-rated), E (exempt), AE (reverse charge) or O (outside the scope)';

/** The lines that share a (rate, category) pair. */
export interface LineGroup {
  readonly rate: number;
  readonly category: TaxCategory;
  /** The number of lines. */
  readonly lines: number;
  /** The sum of the lines' amounts in minor units; a bigint if it exceeds ±(2^53 − 1). */
  readonly amount: { readonly value: number | bigint };
  /** The sum of the lines' taxes in minor units; a bigint if it exceeds ±(2^53 − 1). */
  readonly taxAmount: { readonly value: number | bigint };
}

/** A group under construction. */
interface OpenGroup extends LineGroup {
  lines: number;
  readonly amount: ExactSum;
  readonly taxAmount: ExactSum;
}

/** A document's groups, in the order of their first lines. */
export interface LineGroups {
  readonly all: readonly LineGroup[];
  /** The group with this rate and category; undefined if no line has them. */
  find(rate: number, category: TaxCategory): LineGroup | undefined;
}

/** Groups the lines. A line with an invalid rate or category is undefined in this array, and belongs to no group. */
export function groupLines(items: readonly (LineItem | undefined)[]): LineGroups {
  const groups = new RateCategoryMap<OpenGroup>();
  for (const item of items) {
    if (item?.taxRate === undefined || item.taxCategory === undefined) continue;
    let group = groups.find(item.taxRate, item.taxCategory);
    if (group === undefined) {
      group = {
        rate: item.taxRate,
        category: item.taxCategory,
        lines: 0,
        amount: new ExactSum(),
        taxAmount: new ExactSum(),
      };
      groups.add(group);
    }
    group.lines++;
    if (item.amount !== undefined) group.amount.add(item.amount);
    if (item.taxAmount !== undefined) group.taxAmount.add(item.taxAmount);
  }
  return groups;
}

/** Up to this many pairs, searching a list is faster than a map. With more pairs, a map keeps the time linear. */
const MAX_LINEAR_SEARCH = 48;

/** Values by (rate, category) pair. */
export class RateCategoryMap<T extends { readonly rate: number; readonly category: TaxCategory }> {
  private values: readonly T[];
  /** The first `add` copies the values, so that the caller's array never changes. */
  private added: T[] | undefined;
  private byCategory: Map<TaxCategory, Map<number, T>> | undefined;

  /** @param values the values; if several have the same pair, `find` returns one of them */
  constructor(values?: readonly T[]) {
    this.values = values ?? (this.added = []);
    if (this.values.length > MAX_LINEAR_SEARCH) for (const value of this.values) this.index(value);
  }

  get all(): readonly T[] {
    return this.values;
  }

  find(rate: number, category: TaxCategory): T | undefined {
    if (this.values.length > MAX_LINEAR_SEARCH) return this.byCategory?.get(category)?.get(rate);
    for (const value of this.values) if (value.rate === rate && value.category === category) return value;
    return undefined;
  }

  /** Adds a value with a new pair. */
  add(value: T): void {
    if (this.added === undefined) this.values = this.added = [...this.values];
    this.added.push(value);
    if (this.added.length === MAX_LINEAR_SEARCH + 1) for (const each of this.added) this.index(each);
    else if (this.added.length > MAX_LINEAR_SEARCH) this.index(value);
  }

  private index(value: T): void {
    this.byCategory ??= new Map();
    let rates = this.byCategory.get(value.category);
    if (rates === undefined) this.byCategory.set(value.category, (rates = new Map<number, T>()));
    rates.set(value.rate, value);
  }
}
