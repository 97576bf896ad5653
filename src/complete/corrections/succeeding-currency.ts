import type { CurrencySuccessor, LawCurrency } from '../../law/types.js';
import type { RulePack } from '../../rule/types.js';
import { localDate } from '../../calendar/dates.js';
import { decimalOf, powerOfTen } from '../../money/decimal.js';
import { shares } from '../allocate.js';
import { roundHalfAwayFromZero } from '../exact.js';
import { signOf, valueOf, type ParsedDocument, type ParsedLine } from './document.js';

/** The currency that replaced that of a sale, and its first day. */
export interface Succession extends CurrencySuccessor {
  readonly from: string;
}

/** What replaced the currency of a sale, by the law of the shop. */
export function successionOf(pack: RulePack | undefined, currency: string): Succession | undefined {
  const currencies: readonly LawCurrency[] = pack?.law?.currencies ?? [];
  const successor = currencies.find(({ code }) => code === currency)?.successor;
  const from = currencies.find(({ code }) => code === successor?.code)?.from;
  return successor === undefined || from === undefined ? undefined : { ...successor, from };
}

/** Whether a correction of that time is in the succeeding currency. */
export const isSucceeded = ({ from }: Succession, timestamp: unknown): boolean =>
  typeof timestamp === 'string' && localDate(timestamp) >= from;

/** A document in the succeeding currency: each amount converted, and rounded half away from zero. */
export function converted(document: ParsedDocument, { code, perUnit }: Succession): ParsedDocument {
  if (document.currency === code) return document;
  const { coefficient, scale } = decimalOf(perUnit);
  const convert = (figure: number): number =>
    Number(roundHalfAwayFromZero(BigInt(figure) * powerOfTen(scale), coefficient));
  const lines = document.lines.map((line) => ({
    ...line,
    unitPrice: convert(line.unitPrice),
    amount: convert(line.amount),
    discount: convert(line.discount),
    taxAmount: convert(line.taxAmount),
  }));
  const stated = valueOf(document.lines, document.pricesIncludeTax);
  // A total that is the sum of its lines stays that.
  const isSum = stated === BigInt(document.total);
  const total = isSum ? Number(valueOf(lines, document.pricesIncludeTax)) : convert(document.total);
  return { ...document, currency: code, lines, total, isConverted: true };
}

/** Lines that state the whole price of some pieces, as lines of whole minor units: 3 for 10.00 are 1 × 3.34 and 2 × 3.33. */
export function payable(line: ParsedLine): readonly ParsedLine[] {
  const sign = signOf(line);
  const count = Math.abs(line.quantity);
  const gross = sign * line.amount + line.discount;
  const direction = line.quantity < 0 ? -1 : 1;
  const price = (figure: number): number => direction * sign * figure || 0;
  if (!Number.isInteger(count)) {
    const size = Math.round(gross / count);
    // The price of a long weight is not exact enough: its amount is.
    const isExact = Math.abs(size * count - gross) < 0.99;
    return isExact
      ? [{ ...line, unitPrice: price(size) }]
      : [{ ...line, unit: undefined, quantity: direction, unitPrice: price(gross) }];
  }
  if (count === 0) return [line];
  const dear = gross % count;
  const cheap = Math.floor(gross / count);
  const parts = [
    { pieces: dear, unitPrice: cheap + 1 },
    { pieces: count - dear, unitPrice: cheap },
  ].filter(({ pieces }) => pieces > 0);
  const weights = parts.map((part) => part.pieces * part.unitPrice);
  const share = (figure: number): readonly number[] =>
    weights.some((weight) => weight > 0) ? shares(figure, weights) : weights;
  const [discounts, taxes] = [share(line.discount), share(line.taxAmount)];
  return parts.map(({ pieces, unitPrice }, i) => ({
    ...line,
    quantity: direction * pieces,
    unitPrice: price(unitPrice),
    discount: discounts[i]!,
    amount: sign * (weights[i]! - discounts[i]!) || 0,
    taxAmount: taxes[i]!,
  }));
}
