import { assertArgument, invalidArgument } from '../usage/assert-argument.js';

const MINUTE = 60_000;

/**
 * Formats an instant as local time with its offset from UTC, the form that `timestamp` needs and `toISOString` does not
 * give.
 *
 * @param date the instant, in the years 1 to 9999
 * @param timeZone IANA name, such as `Europe/Stockholm`
 * @throws UsageError for an invalid date, and for an unknown time zone
 * @example
 * toLocalTimestamp(new Date('2026-11-21T09:00:00Z'), 'Europe/Stockholm'); // '2026-11-21T10:00:00+01:00'
 */
export function toLocalTimestamp(date: Date, timeZone: string): string {
  assertArgument(date instanceof Date && !Number.isNaN(date.getTime()), 'date', 'a valid Date', date);
  const offset = offsetMinutes(date, timeZone);
  const local = new Date(date.getTime() + offset * MINUTE);
  const year = local.getUTCFullYear();
  assertArgument(year >= 1 && year <= 9999, 'date', 'in the years 1 to 9999', year);
  const text = local.toISOString().slice(0, -1).replace('.000', '');
  const size = Math.abs(offset);
  return `${text}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Historical offsets have seconds, which a timestamp cannot express. Drops them, and keeps the instant.
 */
function offsetMinutes(date: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(date);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const local = new Date(0);
  const year = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
    ? 1 - part('year')
    : part('year');
  local.setUTCFullYear(year, part('month') - 1, part('day'));
  local.setUTCHours(part('hour'), part('minute'), part('second'));
  const seconds = Math.floor(date.getTime() / 1000) * 1000;
  return Math.trunc((local.getTime() - seconds) / MINUTE);
}

function formatOf(timeZone: unknown): Intl.DateTimeFormat {
  // Without a name, Intl would use the time zone of the machine.
  if (typeof timeZone === 'string') {
    try {
      return new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      // Reported below.
    }
  }
  throw invalidArgument('timeZone', "an IANA name such as 'Europe/Stockholm'", timeZone);
}
