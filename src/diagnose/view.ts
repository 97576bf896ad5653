import { isFigure, isNumber } from '../complete/exact.js';
import { roundedLineAmount } from '../money/line-amount.js';
import { roundedLineTax } from '../money/tax.js';
import { groupsBy } from './loss.js';
import { isFields, type Fields } from './revision.js';

/** A line. Figures that are not finite numbers are NaN. */
export interface Line {
  readonly isObject: boolean;
  readonly fields: Fields;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly amount: number;
  readonly taxRate: number;
  readonly taxAmount: number;
  /** 0 if there is none. */
  readonly discount: number;
  readonly category: unknown;
  /** Rate and category, which identify an entry of tax.summary. */
  readonly pair: string;
}

/** An entry of tax.summary. Figures that are not finite numbers are NaN. */
export interface Entry {
  readonly isObject: boolean;
  readonly rate: number;
  readonly category: unknown;
  readonly pair: string;
  readonly taxableAmount: number;
  readonly taxAmount: number;
}

/** The figures of a document that can violate the schema. */
export interface View {
  readonly document: Fields;
  readonly lines: readonly Line[];
  readonly entries: readonly Entry[];
  readonly jurisdictions: readonly Fields[];
  readonly totals: Fields;
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  /** 0 if absent. */
  readonly rounding: number;
  readonly pricesIncludeTax: boolean | undefined;
  /** The first ten characters of the timestamp: the local date, if the timestamp is valid. */
  readonly day: string;
  readonly isCash: boolean;
}

const NOTHING: Fields = {};

const numberOf = (value: unknown): number => (isNumber(value) ? value : NaN);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NOTHING);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Reads documents. Caches lines, because revisions of a document share most of them. */
export class Reader {
  private readonly known = new WeakMap<Fields, Line>();

  read(value: unknown): View {
    const document = fieldsOf(value);
    const tax = fieldsOf(document.tax);
    const totals = fieldsOf(document.totals);
    const { pricesIncludeTax } = tax;
    return {
      document,
      lines: listOf(document.items).map((item) => this.line(item)),
      entries: listOf(tax.summary).map(readEntry),
      jurisdictions: listOf(tax.jurisdictions).map(fieldsOf),
      totals,
      subtotal: numberOf(totals.subtotal),
      tax: numberOf(totals.tax),
      total: numberOf(totals.total),
      rounding: totals.rounding === undefined ? 0 : numberOf(totals.rounding),
      pricesIncludeTax: typeof pricesIncludeTax === 'boolean' ? pricesIncludeTax : undefined,
      day: typeof document.timestamp === 'string' ? document.timestamp.slice(0, 10) : '',
      isCash: fieldsOf(document.payment).method === 'cash',
    };
  }

  private line(item: unknown): Line {
    const fields = fieldsOf(item);
    let line = this.known.get(fields);
    if (line === undefined) this.known.set(fields, (line = readLine(fields, isFields(item))));
    return line;
  }
}

function readLine(fields: Fields, isObject: boolean): Line {
  const { amount } = fieldsOf(fields.discount);
  return {
    isObject,
    fields,
    quantity: numberOf(fields.quantity),
    unitPrice: numberOf(fields.unitPrice),
    amount: numberOf(fields.amount),
    taxRate: numberOf(fields.taxRate),
    taxAmount: numberOf(fields.taxAmount),
    discount: isFigure(amount) ? amount : 0,
    category: fields.taxCategory,
    pair: pairOf(fields.taxRate, fields.taxCategory),
  };
}

function readEntry(value: unknown): Entry {
  const { rate, category, taxableAmount, taxAmount } = fieldsOf(value);
  return {
    isObject: isFields(value),
    rate: numberOf(rate),
    category,
    pair: pairOf(rate, category),
    taxableAmount: numberOf(taxableAmount),
    taxAmount: numberOf(taxAmount),
  };
}

const pairOf = (rate: unknown, category: unknown): string =>
  `${typeof rate === 'number' ? rate : ''} ${typeof category === 'string' ? category : ''}`;

/** An exact sum, in minor units; NaN if an element is not an amount, or if the sum is beyond ±(2^53 − 1). */
export function sumOf(amounts: readonly number[]): number {
  let sum = 0;
  for (const amount of amounts) {
    sum += amount;
    if (!isFigure(sum)) return NaN;
  }
  return sum;
}

/** The tax on an amount, as the library computes it; NaN if it cannot be computed. */
export function taxOf(amount: number, rate: number, pricesIncludeTax: boolean | undefined): number {
  if (!isFigure(amount) || !isNumber(rate) || pricesIncludeTax === undefined) return NaN;
  return roundedLineTax(amount, rate, pricesIncludeTax) ?? NaN;
}

/** quantity × unitPrice − discount, as the library computes it; NaN if one of them is not a number. */
export function amountOf({ quantity, unitPrice, discount }: Pick<Line, 'quantity' | 'unitPrice' | 'discount'>): number {
  if (!isNumber(quantity) || !isFigure(unitPrice)) return NaN;
  return roundedLineAmount(quantity, unitPrice, discount) ?? NaN;
}

/** Rounds half away from zero. Adds a little first, because floats such as 1.15 × 100 come out too small. */
export function rounded(value: number): number {
  const size = Math.round(Math.abs(value) + 1e-9);
  return value < 0 && size !== 0 ? -size : size;
}

/** The correct taxable amount for the summary entry of these lines: excludes tax, even if prices include it. */
export function taxableOf(lines: readonly Line[], pricesIncludeTax: boolean | undefined): number {
  return sumOf(lines.map(({ amount, taxAmount }) => (pricesIncludeTax === true ? amount - taxAmount : amount)));
}

export const taxOfLines = (lines: readonly Line[]): number => sumOf(lines.map(({ taxAmount }) => taxAmount));

/** The total before rounding: the subtotal, plus the tax if prices exclude it. */
export const exactTotal = ({ subtotal, tax, pricesIncludeTax }: View): number =>
  subtotal + (pricesIncludeTax === false ? tax : 0);

/** Groups lines by rate and category, in order. */
export const linesByPair = (lines: readonly Line[]): Map<string, Line[]> =>
  groupsBy(
    lines.filter(({ taxRate }) => Number.isFinite(taxRate)),
    ({ pair }) => pair,
  );
