import type { LineItem, TaxCategory } from '../document/types.generated.js';
import { lineAmount, vatBeside, vatOf } from './exact.js';
import type { LineSketch } from './line-sketch.js';
import type { Market } from './markets.js';
import type { TransactionOptions } from './options.js';
import { verdictOn } from './windows.js';

const UNTAXED: readonly TaxCategory[] = ['Z', 'E', 'O', 'AE'];
/** Above it sums have no room for more than the amounts themselves. */
const ROOMY = 2 ** 32;

/** How the lines of one document are written out. */
export interface LineStyle {
  readonly market: Market;
  readonly pricesIncludeTax: boolean;
  /** Local date on which rates must hold; undefined where they need not. */
  readonly day: string | undefined;
  /** The largest price that the sums of the document have room for. */
  readonly largest: number;
  readonly options: TransactionOptions;
}

/** Writes a line out; undefined where no rate of the market held on the day. */
export function lineOf(sketch: LineSketch, index: number, style: LineStyle): LineItem | undefined {
  const { name, up, returned, reason, factors } = sketch;
  const price = Math.min(factors.unitPrice, style.largest);
  const minus = (by: LineSketch['returned'], value: number) => (returned === by && value !== 0 ? -value : value);
  const [quantity, unitPrice] = [minus('quantity', factors.quantity), minus('price', price)];
  const gross = lineAmount(factors.quantity, price, 0, false);
  const off = discountOf(sketch, gross, style);
  const amount = lineAmount(quantity, unitPrice, off, up);
  const discount = off < 1 ? undefined : { amount: off, description: reason };
  const before = { name, quantity, unitPrice, amount };
  for (const rate of ratesOf(sketch, index, style)) {
    const line = { ...before, ...vatOfLine(sketch, index, amount, rate, style), discount, ...sketch.more };
    if (isRight(line, style)) return line;
  }
  return undefined;
}

/** More than the gross amount only where a line may be negative, and is not so large that sums would overflow. */
function discountOf({ discount }: LineSketch, gross: number, { options }: LineStyle): number {
  if (discount === undefined) return 0;
  const capped = options.returned === false || gross > ROOMY ? Math.min(discount, 100) : discount;
  return Number((BigInt(gross) * BigInt(capped)) / 100n);
}

const isReverse = (index: number, { options }: LineStyle): boolean => options.reverseCharge === true && index === 0;

/** The rates of the market in the order in which they are tried. */
function ratesOf({ rate }: LineSketch, index: number, style: LineStyle): readonly number[] {
  const { rates } = style.market;
  if (rate === 'lowest' || isReverse(index, style)) return [...rates].sort((a, b) => a - b);
  const start = rate % rates.length;
  return start === 0 ? rates : [...rates.slice(start), ...rates.slice(0, start)];
}

function isRight(line: LineItem, { market: { table }, day, options }: LineStyle): boolean {
  if (day === undefined || table.length === 0) return true;
  return verdictOn(table, line.taxRate, day, options.itemClass?.(line)) !== 'outside';
}

type Vat = Pick<LineItem, 'taxRate' | 'taxCategory' | 'taxAmount'>;

function vatOfLine(sketch: LineSketch, index: number, amount: number, taxRate: number, style: LineStyle): Vat {
  const { pricesIncludeTax, options } = style;
  const reverse = isReverse(index, style);
  const untaxed = options.reverseCharge === false ? 3 : 4;
  const taxCategory = reverse ? 'AE' : taxRate > 0 ? 'S' : UNTAXED[sketch.category % untaxed]!;
  if (options.deviating !== true || index > 0) {
    const off = Math.abs(amount) > ROOMY ? 0 : sketch.vatOff;
    return { taxRate, taxCategory, taxAmount: vatBeside(amount, taxRate, pricesIncludeTax, off) };
  }
  const unfit = reverse ? 'AE' : taxRate > 0 ? 'Z' : 'S';
  return { taxRate, taxCategory: unfit, taxAmount: vatOf(amount, taxRate, pricesIncludeTax) + 2 + sketch.category };
}

/** The same lines without any that is negative. */
export function withoutReturns(lines: readonly LineSketch[]): LineSketch[] {
  return lines.map((line) => ({ ...line, returned: 'no', discount: capped(line.discount), vatOff: 0 }));
}

/** The same lines of which only the first is negative, and the second one outweighs it. */
export function outweighed([first, , ...others]: readonly LineSketch[]): LineSketch[] {
  const taken: LineSketch = { ...first!, discount: capped(first!.discount), vatOff: 0 };
  return [taken, { ...taken, returned: 'no', discount: undefined, up: true }, ...withoutReturns(others)];
}

const capped = (discount: number | undefined): number | undefined =>
  discount === undefined ? undefined : Math.min(discount, 100);
