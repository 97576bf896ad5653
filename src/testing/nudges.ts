import { daysAfter } from './days.js';

/** A small change to a value. */
export interface Nudge {
  /** Describes the change, such as `last digit + 1`. */
  readonly name: string;
  readonly value: unknown;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)?)?$/;
const DAY = 86_400_000;

/** Possible changes to a value, chosen only by its form, not by its field. None for null, undefined and other types. */
export function nudgesOf(value: unknown): readonly Nudge[] {
  if (typeof value === 'boolean') return [{ name: 'not', value: !value }];
  if (typeof value === 'number') return Number.isFinite(value) ? numberNudges(value === 0, value + 1, -value) : [];
  if (typeof value === 'bigint') return numberNudges(value === 0n, value + 1n, -value);
  if (value instanceof Date) return [{ name: 'another day', value: new Date(value.getTime() + DAY) }];
  if (typeof value !== 'string') return [];
  if (DECIMAL.test(value)) return decimalNudges(value);
  const [, day, time = '', offset] = ISO.exec(value) ?? [];
  return day === undefined ? [{ name: "text + ' x'", value: `${value} x` }] : timeNudges(day, time, offset);
}

/** Does not negate 0, because -0 is equal. */
function numberNudges(isZero: boolean, more: unknown, negated: unknown): Nudge[] {
  const nudges = [{ name: '+ 1', value: more }];
  return isZero ? nudges : [...nudges, { name: 'negated', value: negated }];
}

function decimalNudges(text: string): Nudge[] {
  const negated = text.startsWith('-') ? text.slice(1) : `-${text}`;
  return [
    { name: 'last digit + 1', value: lastDigitRaised(text) },
    { name: 'one digit finer', value: `${text}${text.includes('.') ? '' : '.'}5` },
    ...(/[1-9]/.test(text) ? [{ name: 'negated', value: negated }] : []),
  ];
}

/** Adds one to the last digit of a decimal's absolute value: `9.99` becomes `10.00`, `-9.99` becomes `-10.00`. */
function lastDigitRaised(text: string): string {
  const [sign, size] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  const digits = size.replace('.', '');
  const raised = (BigInt(digits) + 1n).toString().padStart(digits.length, '0');
  const point = size.indexOf('.');
  if (point < 0) return sign + raised;
  const decimals = size.length - point - 1;
  return `${sign}${raised.slice(0, -decimals)}.${raised.slice(-decimals)}`;
}

/**
 * Changes the day, or only the offset. A new offset also changes the instant, so that it has an effect even in a mapper
 * that ignores the local time.
 */
function timeNudges(day: string, time: string, offset: string | undefined): Nudge[] {
  const nudges = [{ name: 'another day', value: `${daysAfter(day, day > '9999-01-01' ? -1 : 1)}${time}` }];
  if (offset === undefined) return nudges;
  const other = offset === '+01:00' ? '+02:00' : '+01:00';
  return [...nudges, { name: 'another offset', value: `${day}${time.slice(0, -offset.length)}${other}` }];
}
