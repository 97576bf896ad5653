import type { LineItem, TaxCategory } from '../document/types.generated.js';
import type { Destination } from './destinations.js';
import { amountInUnits, lineAmount, vatBeside, vatOf, weightSlack } from './exact.js';
import type { LineParts } from './line-draft.js';
import type { TransactionOptions } from './options.js';
import { verdictOn, type RateVerdict } from './days.js';

const UNTAXED: readonly TaxCategory[] = ['Z', 'E', 'O', 'AE'];
/** Amounts above this limit never deviate from the exact amount, so that sums stay safe integers. */
const AMPLE = 2 ** 32;

/** The settings that all lines of a document share. */
export interface LineStyle {
  readonly destination: Destination;
  readonly pricesIncludeTax: boolean;
  /** The local date on which the rate must be in force, for a line with this amount; undefined if any date will do. */
  readonly dayOf: (amount: number) => string | undefined;
  /** The largest price that keeps all sums in the document safe integers. */
  readonly largest: number;
  /** Double the tolerance between a line's stated and exact tax. */
  readonly twice: number;
  readonly options: TransactionOptions;
  /** The smallest amount that is charged in the currency, in minor units. */
  readonly unit: number;
}

const CERTAIN: readonly RateVerdict[] = ['holds'];
const UNCERTAIN: readonly RateVerdict[] = ['holds', 'unconfirmed'];

/** Builds a line; undefined if none of the destination's rates was in force on the day. */
export function lineOf(draft: LineParts, index: number, style: LineStyle): LineItem | undefined {
  const { name, up, returned, reason, factors } = draft;
  const price = Math.min(factors.unitPrice, style.largest);
  const minus = (by: LineParts['returned'], value: number) => (returned === by && value !== 0 ? -value : value);
  const [quantity, unitPrice] = [minus('quantity', factors.quantity), minus('price', price)];
  const gross = lineAmount(factors.quantity, price, 0, false);
  const off = discountOf(draft, gross, style);
  // Rounds very large amounts towards zero, so that they stay within bounds.
  const isUp = gross > AMPLE && style.unit > 1 ? quantity * unitPrice < 0 : up;
  const exact = amountInUnits(quantity, unitPrice, off, isUp, style.unit);
  const amount = style.unit > 1 ? exact : exact + weightOff(draft, exact, price);
  const discount = off < 1 ? undefined : { amount: off, description: reason };
  const before = { name, quantity, unitPrice, amount };
  const ofRate = (rate: number): LineItem => ({
    ...before,
    ...vatOfLine(draft, index, amount, rate, style),
    discount,
    ...draft.more,
  });
  const day = style.dayOf(amount);
  const rates = ratesOf(draft, index, style);
  if (day === undefined) return ofRate(rates[0]!);
  for (const allowed of style.options.unusual === true ? [UNCERTAIN] : [CERTAIN, UNCERTAIN]) {
    for (const rate of rates) {
      const line = ofRate(rate);
      const { tables } = style.destination;
      if (allowed.includes(verdictOn(tables, rate, day, style.options.productTaxClass?.(line)))) return line;
    }
  }
  return undefined;
}

/** The deviation in the amount of a weighed line: away from zero, so that the amount keeps its sign. */
function weightOff({ weightOff, factors }: LineParts, amount: number, price: number): number {
  if (!weightOff || Number.isInteger(factors.quantity) || Math.abs(amount) > AMPLE) return 0;
  // Rounding may already have moved the amount by almost 1.
  return Math.sign(amount) * Math.max(0, weightSlack(factors.quantity, price) - 1);
}

/** The discount. It exceeds the gross amount only if the line may be negative and sums cannot overflow. */
function discountOf({ discount }: LineParts, gross: number, { options }: LineStyle): number {
  if (discount === undefined) return 0;
  const capped = options.returned === false || gross > AMPLE ? Math.min(discount, 100) : discount;
  return Number((BigInt(gross) * BigInt(capped)) / 100n);
}

const isReverse = (index: number, { options }: LineStyle): boolean => options.reverseCharge === true && index === 0;

/** The destination's rates, in the order in which to try them. */
function ratesOf({ rate }: LineParts, index: number, style: LineStyle): readonly number[] {
  const { rates } = style.destination;
  if (rate === 'lowest' || isReverse(index, style)) return [...rates].sort((a, b) => a - b);
  const start = rate % rates.length;
  return start === 0 ? rates : [...rates.slice(start), ...rates.slice(0, start)];
}

type Vat = Pick<LineItem, 'taxRate' | 'taxCategory' | 'taxAmount'>;

function vatOfLine(draft: LineParts, index: number, amount: number, taxRate: number, style: LineStyle): Vat {
  const { pricesIncludeTax, options, twice } = style;
  const reverse = isReverse(index, style);
  const untaxed = options.reverseCharge === false ? 3 : 4;
  const taxCategory = reverse ? 'AE' : taxRate > 0 ? 'S' : UNTAXED[draft.category % untaxed]!;
  if (options.deviating !== true || index > 0) {
    // The total is a multiple of the unit only if the tax that is added to it is also one.
    if (style.unit > 1 && !pricesIncludeTax)
      return { taxRate, taxCategory, taxAmount: vatOf(amount, taxRate, false, style.unit) };
    const direction = Math.abs(amount) > AMPLE ? 0 : draft.vatOff;
    return { taxRate, taxCategory, taxAmount: vatBeside(amount, taxRate, pricesIncludeTax, direction, twice) };
  }
  const unfit = reverse ? 'AE' : taxRate > 0 ? 'Z' : 'S';
  const off = Math.floor(twice / 2) + 1 + draft.category;
  return { taxRate, taxCategory: unfit, taxAmount: vatOf(amount, taxRate, pricesIncludeTax) + off };
}

/** Makes all lines non-negative. */
export function withoutReturns(lines: readonly LineParts[]): LineParts[] {
  return lines.map((line) => ({ ...line, returned: 'no', discount: capped(line.discount), vatOff: 0 }));
}

/** Makes the first line negative, the second large enough to outweigh it, and the others non-negative. */
export function outweighed([first, , ...others]: readonly LineParts[]): LineParts[] {
  const taken: LineParts = { ...first!, discount: capped(first!.discount), vatOff: 0 };
  return [taken, { ...taken, returned: 'no', discount: undefined, up: true }, ...withoutReturns(others)];
}

/** Exceeds any rounding increment, even multiplied by the smallest generated quantity. */
const EXPENSIVE = 100_000;

/**
 * Makes the lines non-negative, except for the first line if `returned` is true, and raises a price so that the total
 * cannot be 0.
 */
export function dearer(lines: readonly LineParts[], returned: boolean): LineParts[] {
  const calm = returned ? outweighed(lines) : withoutReturns(lines);
  const one = returned ? 1 : 0;
  return calm.map((line, i) => {
    if (i !== one) return line;
    const { quantity, unitPrice } = line.factors;
    const factors = {
      quantity: quantity < 0.1 || quantity > EXPENSIVE ? 1 : quantity,
      unitPrice: unitPrice + EXPENSIVE,
    };
    return { ...line, factors, discount: line.discount === undefined ? undefined : Math.min(line.discount, 50) };
  });
}

/** Lowers the prices so that the sum of the lines, including tax, stays below a total. */
export function cheaper(lines: readonly LineParts[], total: number): LineParts[] {
  return lines.map((line) => {
    const { quantity, unitPrice } = line.factors;
    const most = Math.floor(total / (4 * lines.length * Math.ceil(quantity)));
    return { ...line, factors: { quantity, unitPrice: Math.min(unitPrice, most) } };
  });
}

const capped = (discount: number | undefined): number | undefined =>
  discount === undefined ? undefined : Math.min(discount, 100);
