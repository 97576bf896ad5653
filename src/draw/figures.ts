import type { CountryLayout } from './country-layout.js';
import { currencyDecimals, decimalOf, decimalText } from '../money/decimal.js';

/** Formats figures for a locale, without rounding, whatever their size. */
export interface Figures {
  /**
   * An amount in minor units.
   *
   * @param more number of extra decimals
   * @param other the currency, if it is not the document's
   */
  amount(minor: bigint, more?: number, other?: string): string;
  /** An amount, with the currency symbol if it is in the layout's currency. */
  money(minor: bigint): string;
  /** Whether the document is in the layout's currency. */
  readonly isLocal: boolean;
  /** A number with all its decimals, and without digit grouping. @param least minimum number of decimals */
  decimal(value: number, least?: number): string;
  percent(value: number): string;
}

/** Numbers with more digits are not formatted for the locale. */
const MAX_DIGITS = 40;
const CURRENCY = /^[A-Z]{3}$/;
/** Characters that some locales write around a minus sign to set the writing direction. */
const DIRECTION = /[\u061c\u200e\u200f]/g;

/** @param locale BCP 47 tag that Intl accepts */
export function figuresOf(locale: string, currency: unknown, layout: CountryLayout): Figures {
  const { code, sign, place, decimals = 2 } = layout.currency;
  const isLocal = currency === code;
  // Money can have a different thousands separator from other numbers, for example in Austria.
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
  const ungrouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => ungrouped.format(digit));
  const point = partOf(new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }), 0, 'decimal') ?? '.';
  const minus = partOf(ungrouped, -1, 'minusSign') ?? '-';
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(0).replace(DIRECTION, '');
  const placesOf = (code: unknown) => (typeof code === 'string' && CURRENCY.test(code) ? currencyDecimals(code) : 2);

  const whole = (value: bigint) =>
    price
      .formatToParts(value)
      .reduce((text, { type, value: part }) => text + (/^(?:integer|group)$/.test(type) ? part : ''), '');
  const fraction = (text: string) => (text === '' ? '' : point + text.replace(/[0-9]/g, (digit) => digits[+digit]!));
  const decimal = (value: number, least = 0) => {
    const text = decimalText(decimalOf(value));
    if (text.length > MAX_DIGITS) return String(value);
    const [before = '', after = ''] = text.replace('-', '').split('.');
    return (value < 0 ? minus : '') + ungrouped.format(BigInt(before)) + fraction(after.padEnd(least, '0'));
  };
  const amount: Figures['amount'] = (minor, more = 0, other) => {
    const places = placesOf(other ?? currency) + more;
    const text = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0');
    const cut = text.length - places;
    // Some layouts omit the decimals of whole amounts.
    const isWhole = isLocal && decimals === 0 && other === undefined && /^0*$/.test(text.slice(cut));
    return (minor < 0n ? minus : '') + whole(BigInt(text.slice(0, cut))) + (isWhole ? '' : fraction(text.slice(cut)));
  };
  const pattern = layout.percent?.replace(' ', '\u00a0');
  return {
    amount,
    isLocal,
    money: (minor) => {
      const text = amount(minor < 0n ? -minor : minor);
      const before = minor < 0n ? minus : '';
      if (!isLocal || place === 'none') return before + text;
      // As in CLDR: English writes the symbol without a space, and Dutch writes it before the minus sign.
      const gap = locale.startsWith('en') && place === 'before' ? '' : '\u00a0';
      if (place === 'after') return before + text + gap + sign;
      return locale.startsWith('nl') ? sign + gap + before + text : before + sign + gap + text;
    },
    decimal,
    percent: (value) =>
      pattern === undefined
        ? percent.replace(digits[0]!, () => decimal(value))
        : pattern.replace('{rate}', () => decimal(value)),
  };
}

function partOf(format: Intl.NumberFormat, value: number, type: 'decimal' | 'minusSign'): string | undefined {
  return format
    .formatToParts(value)
    .find((part) => part.type === type)
    ?.value.replace(DIRECTION, '');
}
