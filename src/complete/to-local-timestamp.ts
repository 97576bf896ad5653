import { assertArgument } from '../usage/assert.js';
import type { OptionTest } from '../usage/option-tests.js';

const MINUTE = 60_000;

export const A_TIME_ZONE: OptionTest = {
  test: (value) => formatOf(value) !== undefined,
  wanted: "an IANA name such as 'Europe/Stockholm'",
};

/**
 * Formats an instant as local time with a UTC offset, as `timestamp` requires. `toISOString` returns only UTC.
 *
 * @param date the instant, in the years 1 to 9999
 * @param timeZone IANA name, such as `Europe/Stockholm`
 * @throws UsageError if the date is invalid, or the time zone is unknown
 * @example
 * toLocalTimestamp(new Date('2026-11-21T09:00:00Z'), 'Europe/Stockholm'); // '2026-11-21T10:00:00+01:00'
 */
export function toLocalTimestamp(date: Date, timeZone: string): string {
  assertArgument(date instanceof Date && !Number.isNaN(date.getTime()), 'date', 'a valid Date', date);
  assertArgument(A_TIME_ZONE.test(timeZone), 'timeZone', A_TIME_ZONE.wanted, timeZone);
  const local = localTimestamp(date, timeZone);
  assertArgument(local !== undefined, 'date', 'in the years 1 to 9999', date.toISOString());
  return local;
}

/** Like `toLocalTimestamp`, but undefined for an invalid argument. */
export function localTimestamp(date: Date, timeZone: string): string | undefined {
  const format = formatOf(timeZone);
  const time = date.getTime();
  if (format === undefined || Number.isNaN(time)) return undefined;
  const offset = offsetMinutes(format.format(date));
  const local = new Date(time + offset * MINUTE);
  const year = local.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return undefined;
  const text = local.toISOString().slice(0, -1).replace('.000', '');
  const size = Math.abs(offset);
  return `${text}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Finds the offset in `GMT+01:00`; `GMT` has none. Ignores the seconds in historical offsets, because timestamps cannot
 * contain them.
 */
const OFFSET = /([+-])(\d\d):(\d\d)/;

function offsetMinutes(text: string): number {
  const [, sign, hours = 0, minutes = 0] = OFFSET.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Caches the last format, because creating one takes longer than a validation, and a shop uses one time zone. */
let known: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** Undefined if the time zone is unknown. */
function formatOf(timeZone: unknown): Intl.DateTimeFormat | undefined {
  // Without a name, Intl would use the machine's time zone.
  if (typeof timeZone !== 'string') return undefined;
  try {
    if (known?.timeZone !== timeZone)
      known = { timeZone, format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }) };
    return known.format;
  } catch {
    return undefined;
  }
}
