import type { LineItem, TaxCategory } from '../document/types.generated.js';
import { lineAmount, vatOf } from './exact.js';
import type { LineSketch } from './line-sketch.js';
import type { Market } from './markets.js';
import type { TransactionOptions } from './options.js';

const UNTAXED: readonly TaxCategory[] = ['Z', 'E', 'O', 'AE'];

/** How the lines of one document are written out. */
export interface LineStyle {
  readonly market: Market;
  readonly pricesIncludeTax: boolean;
  /** Whether returned lines are negative here. */
  readonly returns: boolean;
  readonly options: TransactionOptions;
}

/** Writes a line out. */
export function lineOf(sketch: LineSketch, index: number, style: LineStyle): LineItem {
  const { name, up, returned, reason, factors } = sketch;
  const minus = (by: LineSketch['returned'], value: number) =>
    style.returns && returned === by && value !== 0 ? -value : value;
  const [quantity, unitPrice] = [minus('quantity', factors.quantity), minus('price', factors.unitPrice)];
  const gross = lineAmount(factors.quantity, factors.unitPrice, 0, false);
  const off = sketch.discount === undefined ? 0 : Number((BigInt(gross) * BigInt(sketch.discount)) / 100n);
  const amount = lineAmount(quantity, unitPrice, off, up);
  const { taxRate, taxCategory, taxAmount } = vatOfLine(sketch, index, amount, style);
  const discount = off < 1 ? undefined : { amount: off, description: reason };
  return { name, quantity, unitPrice, amount, taxRate, taxCategory, taxAmount, discount, ...sketch.more };
}

type Vat = Pick<LineItem, 'taxRate' | 'taxCategory' | 'taxAmount'>;

function vatOfLine(
  sketch: LineSketch,
  index: number,
  amount: number,
  { market, pricesIncludeTax, options }: LineStyle,
): Vat {
  const { rates } = market;
  const reverse = options.reverseCharge === true && index === 0;
  const taxRate = reverse ? Math.min(...rates) : rates[sketch.rate % rates.length]!;
  const untaxed = options.reverseCharge === false ? 3 : 4;
  const taxCategory = reverse ? 'AE' : taxRate > 0 ? 'S' : UNTAXED[sketch.category % untaxed]!;
  const taxAmount = vatOf(amount, taxRate, pricesIncludeTax);
  if (options.deviating !== true || index > 0) return { taxRate, taxCategory, taxAmount };
  const unfit = reverse ? 'AE' : taxRate > 0 ? 'Z' : 'S';
  return { taxRate, taxCategory: unfit, taxAmount: taxAmount + 2 + sketch.category };
}
