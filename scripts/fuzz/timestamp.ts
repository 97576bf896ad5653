import fc from 'fast-check';
import { compareNewestFirst, instantMicros } from '../../src/cursor/index.js';
import { mutated } from './mutate.js';
import { receipt, registry } from './receipts.js';
import { promise, target, throwsOnly } from './target.js';

const two = (value: number) => String(value).padStart(2, '0');
const among = (special: readonly number[], max: number) => fc.oneof(fc.constantFrom(...special), fc.nat(max)).map(two);

const timestamps = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 1, 4, 99, 100, 400, 1900, 1969, 1970, 2000, 2024, 2026, 9999), fc.nat(9999)),
    among([0, 1, 2, 4, 12, 13], 14),
    among([0, 1, 28, 29, 30, 31, 32], 33),
    among([0, 23, 24], 25),
    among([0, 59, 60], 61),
    fc.oneof(
      among([0, 59, 60], 61).map((second) => `:${second}`),
      fc.constantFrom('', ':'),
    ),
    fc.oneof(
      fc.constantFrom('', '', '.', '.000000', '.999999', '.9999999', '.0000009', ',5'),
      fc.stringMatching(/^\.[0-9]{1,12}$/),
    ),
    fc.oneof(
      fc.constantFrom(
        'Z',
        'Z',
        'z',
        '',
        '+00:00',
        '-00:00',
        '+23:59',
        '-23:59',
        '+24:00',
        '+01:60',
        '+0100',
        '+01',
        '−01:00',
      ),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.nat(24), fc.nat(60))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    ),
  )
  .map(
    ([year, month, day, hour, minute, second, fraction, zone]) =>
      `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}${second}${fraction}${zone}`,
  );

const texts = mutated(timestamps, [
  'T',
  't',
  'Z',
  'z',
  ' ',
  ':',
  '-',
  '+',
  '.',
  '0',
  '9',
  '24',
  '60',
  '-02-29',
  '0000',
  '+00:00',
  '.5',
  '[Europe/Stockholm]',
  '９',
]);

const FORM =
  /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})T(?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]+))?)?(?:Z|(?<sign>[+-])(?<offsetHours>[0-9]{2}):(?<offsetMinutes>[0-9]{2}))$/;
/**
 * Date reads the years 0–99 as 19xx. The calendar repeats every 400 years, so a date 2,000 years later has the same
 * weekday and month lengths.
 */
const LATER = { years: 2000, micros: BigInt(Date.UTC(4000, 0, 1) - Date.UTC(2000, 0, 1)) * 1000n };

/**
 * Microseconds since the epoch, with one regular expression for the format and Date for the calendar; undefined if
 * either rejects the text.
 */
function microsByCalendar(text: string): bigint | undefined {
  const groups = FORM.exec(text)?.groups;
  if (!groups) return undefined;
  const number = (name: string) => Number(groups[name] ?? 0);
  const [year, month, day] = [number('year'), number('month'), number('day')];
  const date = new Date(Date.UTC(year + LATER.years, month - 1, day));
  const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const [offsetHours, offsetMinutes] = [number('offsetHours'), number('offsetMinutes')];
  if (!isReal || hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (groups.sign === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const millis = date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000;
  return BigInt(millis) * 1000n - LATER.micros + BigInt((groups.fraction ?? '').slice(0, 6).padEnd(6, '0'));
}

function microsOf(text: string): bigint | undefined {
  let micros: bigint | undefined;
  throwsOnly(RangeError, () => (micros = instantMicros(text)));
  return micros;
}

const reading = (text: string) => () => microsOf(text);

export const timestamp = target<readonly [string, string]>({
  name: 'timestamp',
  inputs: fc.tuple(texts, texts),
  check([text, other]) {
    const micros = microsOf(text);
    promise(
      micros === microsByCalendar(text),
      `${micros} microseconds, but the calendar says ${microsByCalendar(text)}`,
    );

    const { issues } = registry.validate({ ...receipt, timestamp: text }, { country: 'SE' });
    const faulted = issues.some(({ field, code }) => field === 'timestamp' && code === 'invalid_format');
    promise(faulted === (micros === undefined), 'instantMicros and the structure check disagree on the format');

    const otherMicros = microsOf(other);
    const a = { id: 'a', timestamp: text };
    const b = { id: 'b', timestamp: other };
    if (micros === undefined || otherMicros === undefined) {
      promise(
        throwsOnly(RangeError, () => void compareNewestFirst(a, b)),
        'compared a string that is not a timestamp',
      );
      return;
    }
    const expected = micros > otherMicros ? -1 : 1;
    promise(
      Math.sign(compareNewestFirst(a, b)) === expected && Math.sign(compareNewestFirst(b, a)) === -expected,
      'out of order',
    );
  },
  growth: [
    { name: 'a long fraction', size: 1 << 16, prepare: (size) => reading(`2026-11-21T10:00:00.${'9'.repeat(size)}Z`) },
    {
      name: 'a long fraction without an offset',
      size: 1 << 16,
      prepare: (size) => reading(`2026-11-21T10:00:00.${'9'.repeat(size)}`),
    },
    { name: 'digits', size: 1 << 16, prepare: (size) => reading('1'.repeat(size)) },
    { name: 'dots', size: 1 << 16, prepare: (size) => reading(`2026-11-21T10:00:00${'.'.repeat(size)}Z`) },
    {
      name: 'text after the offset',
      size: 1 << 16,
      prepare: (size) => reading(`2026-11-21T10:00:00Z${'Z'.repeat(size)}`),
    },
    { name: 'lone surrogates', size: 1 << 16, prepare: (size) => reading('\ud800'.repeat(size)) },
  ],
});
