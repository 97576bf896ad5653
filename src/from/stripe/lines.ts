import type { DraftLine, DraftLineTax, ExpectedLine } from '../../complete/types.js';
import type { Jurisdiction, LineItem } from '../../document/types.generated.js';
import { decimalText } from '../../money/decimal.js';
import { discountOf, taxed, type Rate } from '../core/parts.js';
import { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** The currency of an object. Stripe must state its amounts in ISO 4217 minor units. */
export function currencyAt(payload: Reader): Reader {
  const currency = payload.at('currency');
  // https://docs.stripe.com/currencies#special-cases and #zero-decimal
  if (typeof currency.value === 'string' && /^(?:isk|ugx|mga)$/i.test(currency.value))
    currency.report('source_not_understood', 'is not counted in ISO 4217 minor units by Stripe');
  return currency;
}

/** A line, or the shipping, with the figures that Stripe states. Amounts are in minor units. */
export interface StripeLine {
  readonly key: string;
  readonly name: string;
  readonly quantity: number;
  /** Unit price as decimal text in major units, if it has fractions of a minor unit. */
  readonly price?: string | undefined;
  /** Before the discount, including inclusive taxes. */
  readonly subtotal: number;
  readonly discount: number;
  readonly taxes: StripeTaxes;
  /** The tax on the whole line, if Stripe states it in addition to the individual taxes. */
  readonly tax?: number | undefined;
}

/** The taxes of a line. */
export interface StripeTaxes {
  readonly rate: Rate;
  /** Minor units. */
  readonly tax: number;
  /** The part of `tax` that the price does not include. */
  readonly added: number;
  /** Whether the price includes any tax. */
  readonly isIncluded: boolean;
}

/** One tax on a line. */
export interface StripeTax extends DraftLineTax {
  readonly amount: number;
  readonly isIncluded: boolean;
  readonly reason: string;
}

/** Tax categories by Stripe's reason for not taxing a line. For other reasons, the seller's option applies. */
const CATEGORIES = new Map<string, LineItem['taxCategory']>([
  ['reverse_charge', 'AE'],
  ['zero_rated', 'Z'],
  ['product_exempt', 'E'],
  ['product_exempt_holiday', 'E'],
  ['customer_exempt', 'E'],
  ['not_subject_to_tax', 'E'],
]);

/** Combines the taxes of a line into its rate; if no tax was charged, the tax category says why. */
export function taxesOf(all: readonly StripeTax[], seller: Seller): StripeTaxes {
  const sumOf = (taxes: readonly StripeTax[]): number => taxes.reduce((sum, { amount }) => sum + amount, 0);
  const charged = all.filter(({ amount, reason }) => amount !== 0 || !CATEGORIES.has(reason));
  const category = all.flatMap(({ reason }) => CATEGORIES.get(reason) ?? [])[0] ?? seller.zeroRateCategory;
  return {
    rate: taxed(
      charged.map(({ level, name, rate, amount }) => ({ level, name, rate, amount })),
      { ...seller, zeroRateCategory: category },
    ),
    tax: sumOf(all),
    added: sumOf(all.filter(({ isIncluded }) => !isIncluded)),
    isIncluded: all.some((tax) => tax.isIncluded),
  };
}

/** Reads a `TaxRate` object. @param amount the amount of the tax, in minor units */
export function taxOf(rate: Reader, amount: number, reason: string): StripeTax {
  const place = rate.at('jurisdiction').text('');
  const level = levelOf(rate.at('jurisdiction_level').text(''));
  const name = rate.at('display_name').text('Tax');
  return {
    level,
    name: level === undefined || place === '' ? name : place,
    rate: rate.at('effective_percentage').number(undefined) ?? rate.at('percentage').number(),
    amount,
    isIncluded: rate.at('inclusive').flag(),
    reason,
  };
}

const LEVELS = ['state', 'county', 'city', 'district'];

/** The level of a jurisdiction; undefined for countries. */
export const levelOf = (level: string): Jurisdiction['level'] | undefined =>
  LEVELS.includes(level) ? (level as Jurisdiction['level']) : undefined;

/** Whether a field contains the expanded object, not just its id. */
export const isExpanded = ({ value }: Reader): boolean => typeof value === 'object' && value !== null;

/** The unit price of a `Price` object, if it has fractions of a minor unit. */
export function priceOf(price: Reader): string | undefined {
  if (!isExpanded(price) || !price.at('unit_amount').isAbsent) return undefined;
  const unit = price.at('unit_amount_decimal');
  if (unit.isAbsent) return undefined;
  // In the SDK, decimals are objects.
  const { coefficient, scale } = new Reader(String(unit.value), unit.path, unit.findings).decimal();
  return decimalText({ coefficient, scale: scale + unit.findings.decimals });
}

/**
 * A line for the draft, and the figures that Stripe charged for it. If prices include tax, adds exclusive taxes to
 * them.
 */
export function lineOf(
  { key, name, quantity, price, subtotal, discount, taxes, tax = taxes.tax }: StripeLine,
  pricesIncludeTax: boolean,
): { readonly line: DraftLine & { readonly key: string }; readonly expected: ExpectedLine & { readonly key: string } } {
  const lineTotal = subtotal + (pricesIncludeTax ? taxes.added : 0);
  const isBack = lineTotal < 0 && quantity > 0;
  const rest = { discount: discountOf(discount), ...taxes.rate };
  const line =
    price !== undefined && lineTotal === subtotal
      ? { key, name, quantity, price, ...rest }
      : { key, name, quantity: isBack ? -quantity : quantity, lineTotal, ...rest };
  return { line, expected: { key, amount: lineTotal - discount, tax } };
}
