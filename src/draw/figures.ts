import { currencyDecimals } from '../money/currency-decimals.js';
import { decimalOf, decimalText } from '../money/decimal.js';

/** Formats figures for a locale, exactly, whatever their size. */
export interface Figures {
  /** An amount in minor units. @param more decimals beyond those of the currency @param other another currency */
  amount(minor: bigint, more?: number, other?: string): string;
  /** A number as written, without digit grouping. */
  decimal(value: number): string;
  percent(value: number): string;
}

/** Numbers with more digits are not formatted for the locale. */
const MAX_DIGITS = 40;
const CURRENCY = /^[A-Z]{3}$/;
/** Some locales write characters around a minus that change the writing direction. */
const DIRECTION = /[\u061c\u200e\u200f]/g;

/** @param locale BCP 47 tag that Intl takes */
export function figuresOf(locale: string, currency: unknown): Figures {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const ungrouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => ungrouped.format(digit));
  const point = partOf(new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }), 0, 'decimal') ?? '.';
  const minus = partOf(whole, -1, 'minusSign') ?? '-';
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(0).replace(DIRECTION, '');
  const placesOf = (code: unknown) => (typeof code === 'string' && CURRENCY.test(code) ? currencyDecimals(code) : 2);

  const fraction = (text: string) => (text === '' ? '' : point + text.replace(/[0-9]/g, (digit) => digits[+digit]!));
  const decimal = (value: number) => {
    const text = decimalText(decimalOf(value));
    if (text.length > MAX_DIGITS) return String(value);
    const [before = '', after = ''] = text.replace('-', '').split('.');
    return (value < 0 ? minus : '') + ungrouped.format(BigInt(before)) + fraction(after);
  };
  return {
    amount: (minor, more = 0, other) => {
      const places = placesOf(other ?? currency) + more;
      const text = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0');
      const cut = text.length - places;
      return (minor < 0n ? minus : '') + whole.format(BigInt(text.slice(0, cut))) + fraction(text.slice(cut));
    },
    decimal,
    percent: (value) => percent.replace(digits[0]!, () => decimal(value)),
  };
}

function partOf(format: Intl.NumberFormat, value: number, type: 'decimal' | 'minusSign'): string | undefined {
  return format
    .formatToParts(value)
    .find((part) => part.type === type)
    ?.value.replace(DIRECTION, '');
}
