import type { CurrencySuccessor, LawCurrency } from '../../law/types.js';
import type { RulePack } from '../../rule/types.js';
import { localDate } from '../../calendar/dates.js';
import { absolute, decimalOf, powerOfTen } from '../../money/decimal.js';
import { shares } from '../allocate.js';
import { roundHalfAwayFromZero } from '../exact.js';
import { signOf, valueOf, type ParsedDocument, type ParsedLine } from './document.js';

/** The currency that replaced the sale's currency, and its first day. */
export interface Succession extends CurrencySuccessor {
  readonly from: string;
}

/** Finds the currency that replaced the sale's currency, according to the shop's law. */
export function successionOf(pack: RulePack | undefined, currency: string): Succession | undefined {
  const currencies: readonly LawCurrency[] = pack?.law?.currencies ?? [];
  const successor = currencies.find(({ code }) => code === currency)?.successor;
  const from = currencies.find(({ code }) => code === successor?.code)?.from;
  return from === undefined ? undefined : { ...successor!, from };
}

/** Whether a correction made at this time must be in the new currency. */
export const isSucceeded = ({ from }: Succession, timestamp: unknown): boolean =>
  typeof timestamp === 'string' && localDate(timestamp) >= from;

/** Converts a document to the new currency. Rounds each amount half away from zero. */
export function converted(document: ParsedDocument, { code, perUnit }: Succession): ParsedDocument {
  if (document.currency === code) return document;
  const { coefficient, scale } = decimalOf(perUnit);
  const convert = (figure: number): number =>
    Number(roundHalfAwayFromZero(BigInt(figure) * powerOfTen(scale), coefficient));
  const lines = document.lines.map((line) => ({
    ...line,
    unitPrice: convert(line.unitPrice),
    formerPrice: line.unitPrice,
    amount: convert(line.amount),
    discount: convert(line.discount),
    taxAmount: convert(line.taxAmount),
  }));
  const stated = valueOf(document.lines, document.pricesIncludeTax);
  // If the total was the sum of the lines, it must still be their sum after the conversion.
  const isSum = stated === BigInt(document.total);
  const total = isSum ? Number(valueOf(lines, document.pricesIncludeTax)) : convert(document.total);
  const tenders = document.tenders?.map((tender) => ({ ...tender, amount: convert(tender.amount) }));
  return { ...document, currency: code, lines, total, tenders, isConverted: true };
}

/**
 * Splits a line if its unit price is not a whole number of minor units: 3 pieces for 10.00 become 1 × 3.34 and 2 ×
 * 3.33, and 2.5 kg for 10.01 become 1 kg × 4.01 and 1.5 kg × 4.00.
 */
export function payable(line: ParsedLine): readonly ParsedLine[] {
  const sign = signOf(line);
  const { coefficient: count, scale } = decimalOf(Math.abs(line.quantity));
  const gross = BigInt(sign * line.amount + line.discount);
  const direction = line.quantity < 0 ? -1 : 1;
  const price = (figure: bigint): number => direction * sign * Number(figure) || 0;
  if (count === 0n) return [line];
  const whole = powerOfTen(scale);
  const nearest = roundHalfAwayFromZero(gross * whole, count);
  // The rule `line-amount` accepts both integers next to the exact product.
  if (absolute(nearest * count - gross * whole) < whole) return [{ ...line, unitPrice: price(nearest) }];
  const [cheap, dear] = [(gross * whole) / count, (gross * whole) % count];
  const first = (dear * (cheap + 1n)) / whole;
  const parts = [
    { units: dear, unitPrice: cheap + 1n, weight: Number(first) },
    { units: count - dear, unitPrice: cheap, weight: Number(gross - first) },
  ];
  const weights = parts.map(({ weight }) => weight);
  const [discounts, taxes] = [shares(line.discount, weights), shares(line.taxAmount, weights)];
  return parts.map(({ units, unitPrice, weight }, i) => ({
    ...line,
    quantity: (direction * Number(units)) / Number(whole),
    unitPrice: price(unitPrice),
    discount: discounts[i]!,
    amount: sign * (weight - discounts[i]!) || 0,
    taxAmount: taxes[i]!,
  }));
}
