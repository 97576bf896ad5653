import { checkArgument } from '../usage/usage-error.js';

/** A point in time, split so that both parts are exact as numbers. */
export type Instant = {
  /** Whole seconds since 1970-01-01T00:00:00Z, rounded down. */
  readonly seconds: number;
  /** Microseconds past that second, 0 to 999,999; further digits are dropped. */
  readonly micros: number;
};

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses an ISO 8601 timestamp: a valid calendar date in the years 0001–9999, an upper-case `T`, hh:mm or hh:mm:ss with
 * seconds 00–59 and an optional fraction of any length, and `Z` or ±hh:mm. Takes linear time.
 *
 * @param argument the name of the value in error messages
 * @throws RangeError for any other text, UsageError for a value that is not text
 * @see decisions.md, Timestamps and order
 */
export function parseInstant(text: string, argument: string): Instant {
  checkArgument(typeof text === 'string', argument, 'a string', text);
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const isMinute = text[16] !== ':';
  const second = isMinute ? 0 : digits(text, 17, 2);
  const separated = text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':';
  const dated = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  const timed = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  const zoneAt = isMinute ? 16 : fractionEnd(text);
  const offset = offsetSeconds(text, zoneAt);
  if (!separated || !dated || !timed || Number.isNaN(offset)) throw invalid(text);
  const seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
  return { seconds, micros: fractionMicros(text, zoneAt) };
}

/** The value of the `count` ASCII digits at `start`; −1 if any is not a digit. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * The end of the fraction that begins at index 19; 19 if there is none. If no digits follow the dot, parsing the offset
 * fails.
 */
function fractionEnd(text: string): number {
  if (text[19] !== '.') return 19;
  let end = 20;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++;
  return end === 20 ? 19 : end;
}

function fractionMicros(text: string, end: number): number {
  let micros = 0;
  for (let i = 20; i < 26; i++) micros = micros * 10 + (i < end ? text.charCodeAt(i) - 48 : 0);
  return micros;
}

/** The offset from UTC at the end of the text; NaN if the text does not end there. */
function offsetSeconds(text: string, start: number): number {
  const sign = text[start];
  if (sign === 'Z' && text.length === start + 1) return 0;
  if ((sign !== '+' && sign !== '-') || text[start + 3] !== ':' || text.length !== start + 6) return NaN;
  const hours = digits(text, start + 1, 2);
  const minutes = digits(text, start + 4, 2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return NaN;
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS_IN_MONTH[month - 1] as number);
}

/**
 * Counts each year from March, so that the leap day is the year's last day. Avoids `Date`, which reads the years 0–99
 * as 19xx.
 */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const daysBeforeMonth = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return marchYear * 365 + leapDays + daysBeforeMonth + day - 719_469;
}

function invalid(text: string): RangeError {
  const shown = JSON.stringify(text.slice(0, 40));
  return new RangeError(
    `a timestamp must be a date, time and offset, like 2026-11-21T10:00:00.123+01:00; found ${shown}`,
  );
}

/**
 * Microseconds since 1970-01-01T00:00:00Z: the sort key to store with a transaction, exact for every offset and for the
 * years 0001–9999 (from −62,135,683,140,000,000 to 253,402,387,139,999,999). Digits after the microseconds are dropped.
 *
 * @example instantMicros('1970-01-01T01:00:00.0000019+01:00') // 1n
 * @throws RangeError if `timestamp` does not have the form that transactions use, UsageError if it is not a string
 * @see service interface, GET /v1/transactions
 */
export function instantMicros(timestamp: string): bigint {
  const { seconds, micros } = parseInstant(timestamp, 'timestamp');
  return BigInt(seconds) * 1_000_000n + BigInt(micros);
}
