import { absolute, decimalOf, decimalText, powerOfTen } from '../money/decimal.js';
import { roundHalfAwayFromZero, toSafeInteger } from './exact.js';

/** The exact price of one unit in minor units, part / whole. `whole` is above 0. */
export interface ExactPrice {
  readonly part: bigint;
  readonly whole: bigint;
  /** Number of decimals beyond the minor unit; undefined if the price is a share of a total. */
  readonly scale: number | undefined;
}

/** A line of the document, with a quantity, unit and price that the rule `line-amount` accepts. */
export interface LineForm {
  readonly quantity: number;
  readonly unit: string | undefined;
  readonly unitPrice: number;
  /** The absolute amount before discount. */
  readonly gross: number;
}

/** Maximum number of decimals beyond the minor unit, for a price per 10,000 units. */
const MOST_DECIMALS = 4;

/**
 * Units that are measured, not counted. A line with a fractional quantity is treated as measured, whatever its unit.
 */
const MEASURED =
  /^(?:[kdcm]?[gl]|[kcdm]?m[²³23]?|[ths]|hours?|min|[kM]?Wh|kW|litres?|liters?|kilo|lbs?|oz|gal|gallons?|ft|yd|ha)$/i;

/**
 * Writes a quantity at an exact price in the first form that the rule `line-amount` accepts without a warning: a price
 * in whole minor units; a rounded price that results in the same amount; a price per 10 to 10,000 units; two lines; the
 * whole quantity as one unit.
 *
 * @returns undefined if a figure is too large for the schema
 */
export function formsOf(quantity: number, unit: string | undefined, price: ExactPrice): LineForm[] | undefined {
  const { coefficient, scale } = decimalOf(quantity);
  const size = absolute(coefficient);
  const tens = powerOfTen(scale);
  const part = absolute(price.part);
  const gross = roundHalfAwayFromZero(size * part, tens * price.whole);
  const sign = price.part < 0n ? -1n : 1n;
  const isMeasured = size % tens !== 0n || (unit !== undefined && MEASURED.test(unit));
  /** The rounded price of 10^k units. */
  const rounded = (k: number): bigint => roundHalfAwayFromZero(part * powerOfTen(k), price.whole);
  const isSame = (k: number): boolean => roundHalfAwayFromZero(size * rounded(k), tens * powerOfTen(k)) === gross;
  const per = (k: number): LineForm[] | undefined => [
    {
      quantity: Number(decimalText({ coefficient, scale: scale + k })),
      unit: k === 0 ? unit : `${10 ** k} ${unit ?? 'pcs'}`,
      unitPrice: Number(sign * rounded(k)),
      gross: Number(gross),
    },
  ];
  if ([gross, rounded(MOST_DECIMALS)].some((figure) => toSafeInteger(figure) === undefined)) return undefined;
  if (part % price.whole === 0n || (!isMeasured && isSame(0))) return per(0);
  const k = price.scale;
  if (k !== undefined && k <= MOST_DECIMALS && (isMeasured || size >= tens * powerOfTen(k))) return per(k);
  if (!isMeasured) return split(size / tens, coefficient < 0n, unit, gross, sign);
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) if (isSame(decimals)) return per(decimals);
  const whole = `${decimalText({ coefficient: size, scale })} ${unit ?? 'pcs'}`;
  return [{ quantity: coefficient < 0n ? -1 : 1, unit: whole, unitPrice: Number(sign * gross), gross: Number(gross) }];
}

/** Splits pieces into two lines whose prices differ by one minor unit. */
function split(pieces: bigint, isBack: boolean, unit: string | undefined, gross: bigint, sign: bigint): LineForm[] {
  const low = gross / pieces;
  const more = gross % pieces;
  const forms: [bigint, bigint][] = [
    [more, low + 1n],
    [pieces - more, low],
  ];
  return forms.map(([count, price]) => ({
    quantity: Number(isBack ? -count : count),
    unit,
    unitPrice: Number(sign * price),
    gross: Number(count * price),
  }));
}
