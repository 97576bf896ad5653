import fc from 'fast-check';
import type { TransactionOptions } from './options.js';
import { daysAfter, EVER, type Days } from './days.js';

const USUAL: Days = { from: '2000-01-01', until: '2050-01-01' };

/** Timestamps that are easy to read. */
const PLAIN = ['2026-11-21T10:00:00+01:00', '2024-02-29T23:59:59.999Z', '2026-11-21T10:00+01:00'];
const EXTREME = ['0001-01-01T00:00:00-23:59', '0001-01-01T00:00+23:59', '9999-12-31T23:59:59.123456789+14:00'];
const OFFSETS = ['Z', '+00:00', '-00:00', '+02:00', '-05:00', '+05:45', '-03:30', '+14:00', '-12:00'];
const FRACTIONS = ['', '.5', '.000', '.999999', '.123456789012'];

/** The days that documents may have; undefined if the caller generates the timestamps. */
export function daysOf({ timestamps = {} }: TransactionOptions): Days | undefined {
  return 'generate' in timestamps ? undefined : within(timestamps);
}

/** Uses the default for a limit that is absent or undefined. */
function within({ from = EVER.from, until = EVER.until }: Partial<Days>): Days {
  return { from, until };
}

const digits = (value: number): string => String(value).padStart(2, '0');

const anyOffset = fc
  .integer({ min: -1439, max: 1439 })
  .map((minutes) => [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60, minutes < 0 ? '-' : '+'] as const)
  .map(([hours, minutes, sign]) => `${sign}${digits(hours)}:${digits(minutes)}`);

/** A time of day with its offset, to append to a date. */
const times = fc
  .record({
    second: fc.nat({ max: 86_399 }),
    fraction: fc.constantFrom(...FRACTIONS),
    // Java omits the seconds on a full minute; other platforms write `:00`.
    isMinute: fc.constantFrom(false, false, false, true),
    offset: fc.oneof({ withCrossShrink: true }, fc.constantFrom('+01:00', ...OFFSETS), anyOffset),
  })
  .map(({ second, fraction, isMinute, offset }) => {
    const [minute, rest] = [Math.floor(second / 60), second % 60];
    const clock = `T${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
    return isMinute ? `${clock}${offset}` : `${clock}:${digits(rest)}${fraction}${offset}`;
  });

/** Timestamps with a local date within a period. The timestamps shrink to a simple one. */
export function timestamps(options: TransactionOptions): fc.Arbitrary<string> {
  const { timestamps: wanted = {} } = options;
  if ('generate' in wanted) return wanted;
  const { from, until } = within(wanted);
  const lies = (timestamp: string) => from <= timestamp.slice(0, 10) && timestamp.slice(0, 10) <= until;
  const plain = PLAIN.filter(lies);
  const extreme = EXTREME.filter(lies);
  const span = wanted.from === undefined && wanted.until === undefined ? USUAL : { from, until };
  const last = Math.round((Date.parse(span.until) - Date.parse(span.from)) / 86_400_000);
  return fc.oneof(
    { withCrossShrink: true },
    plain.length > 0 ? fc.constantFrom(...plain) : fc.constant(`${wanted.from ?? until}T10:00:00+01:00`),
    fc.tuple(fc.nat({ max: last }), times).map(([days, time]) => `${daysAfter(span.from, days)}${time}`),
    ...(extreme.length > 0 ? [fc.constantFrom(...extreme)] : []),
  );
}

/** The same time of day on another day. */
export function onDay(timestamp: string, day: string): string {
  return `${day}${timestamp.slice(10)}`;
}
