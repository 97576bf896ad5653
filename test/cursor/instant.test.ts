import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantMicros } from '../../src/cursor/index.js';
import { UsageError } from 'receipt-rule-packs/cursor';

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Counts the days from 0001-01-01, independently of the code under test and of Date. */
function countedDays(year: number, month: number, day: number): number {
  const isLeap = (y: number) => y % 400 === 0 || (y % 4 === 0 && y % 100 !== 0);
  let days = day - 1;
  for (let y = 1; y < year; y++) days += isLeap(y) ? 366 : 365;
  for (let m = 1; m < month; m++) days += [0, 31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m]!;
  return days;
}
const EPOCH_DAYS = countedDays(1970, 1, 1);

describe('instantMicros', () => {
  it.each<[string, bigint]>([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00.000001Z', 1n],
    ['1970-01-01T01:00:00.0000019+01:00', 1n],
    ['1969-12-31T23:59:59Z', -1_000_000n],
    ['1969-12-31T23:59:59.9999999Z', -1n],
    ['1969-12-31T23:59:59.0000009Z', -1_000_000n],
    ['2026-11-21T10:00:00.123456+01:00', 1_795_251_600_123_456n],
    ['2026-11-21T10:00:00.1+01:00', 1_795_251_600_100_000n],
    ['1970-01-01T00:00Z', 0n],
    ['1970-01-01T00:01+01:00', -3_540_000_000n],
    ['2026-11-21T10:00+01:00', 1_795_251_600_000_000n],
    ['9999-12-31T23:59-23:59', 253_402_387_080_000_000n],
    ['2000-02-29T00:00:00Z', 951_782_400_000_000n],
    ['1999-12-31T23:59:59-00:00', 946_684_799_000_000n],
    ['2255-06-05T23:47:34.740992Z', 9_007_199_254_740_992n],
    ['2255-06-05T23:47:34.740993Z', 9_007_199_254_740_993n],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000n],
    ['0001-01-01T00:00:00+23:59', -62_135_683_140_000_000n],
    ['9999-12-31T23:59:59.999999Z', 253_402_300_799_999_999n],
    ['9999-12-31T23:59:59.999999-23:59', 253_402_387_139_999_999n],
  ])('%s', (text, micros) => {
    expect(instantMicros(text)).toBe(micros);
  });

  it.each([
    ...['0004-02-29', '0400-02-29', '1600-02-29', '1996-02-29', '2000-02-29', '2024-02-29', '9996-02-29'],
    ...['0099-12-31', '0100-01-01', '2026-04-30', '2026-01-31', '2026-12-31'],
  ])('accepts the date %s', (date) => {
    expect(instantMicros(`${date}T00:00:00Z`)).toBeTypeOf('bigint');
  });

  it.each([
    ...['0001-02-29', '0100-02-29', '1900-02-29', '2023-02-29', '2100-02-29', '2024-02-30', '0000-01-01', '2026-00-01'],
    ...[
      '2026-13-01',
      '2026-01-00',
      '2026-01-32',
      '2026-04-31',
      '2026-06-31',
      '2026-09-31',
      '2026-11-31',
      '10000-01-01',
    ],
    ...[
      '-001-01-01',
      '+2026-01-01',
      '26-01-01',
      '2026-1-01',
      '2026-01-1',
      '2026/01/01',
      '20260101',
      '2026-W01-1',
      '2026-001',
    ],
  ])('refuses the date %s', (date) => {
    expect(() => instantMicros(`${date}T00:00:00Z`)).toThrow(RangeError);
  });

  it.each([
    '',
    'now',
    '2026-11-21',
    '2026-11-21T10Z',
    '2026-11-21T10:00',
    '2026-11-21T10:00.5Z',
    '2026-11-21T10:00:Z',
    '2026-11-21T10:00Z+01:00',
    '2026-11-21T24:00Z',
    '2026-11-21T10:60Z',
    '2026-11-21T10:00:00',
    '2026-11-21 10:00:00Z',
    '2026-11-21t10:00:00Z',
    '2026-11-21T10:00:00z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T10:00:00.Z',
    '2026-11-21T10:00:00,5Z',
    '2026-11-21T10:00:00.5',
    '2026-11-21T10:00:00.5.5Z',
    '2026-11-21T10:00:00.-5Z',
    '2026-11-21T10:00:00.５Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+01:60',
    '2026-11-21T10:00:00+0100',
    '2026-11-21T10:00:00+01',
    '2026-11-21T10:00:00+1:00',
    '2026-11-21T10:00:00+01:0',
    '2026-11-21T10:00:00+01:00Z',
    '2026-11-21T10:00:00Z+01:00',
    '2026-11-21T10:00:00−01:00',
    '2026-11-21T10:00:00 +01:00',
    ' 2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00Z ',
    '2026-11-21T10:00:00Z\n',
    '２026-11-21T10:00:00Z',
    '2026-11-21T1٠:00:00Z',
    '2026-11-21T10-00-00Z',
    '2026-11-21T10:00:00[Europe/Stockholm]',
    '2026-11-21T10:00:00Z[Europe/Stockholm]',
    '\ud800',
  ])('refuses %j', (text) => {
    expect(() => instantMicros(text)).toThrow(RangeError);
  });

  it.each([undefined, null, 0, 1n, new Date(0), {}, ['1970-01-01T00:00:00Z']])(
    'refuses %s because of its type',
    (value) => {
      expect(() => instantMicros(value as string)).toThrow(UsageError);
    },
  );

  it('accepts a fraction of 1 to 30 digits, and drops digits past microseconds', () => {
    const digits = '123456789012345678901234567890';
    for (let count = 1; count <= 30; count++) {
      const expected = BigInt(digits.slice(0, count).slice(0, 6).padEnd(6, '0'));
      for (const [second, base] of [
        ['1970-01-01T00:00:00', 0n],
        ['1969-12-31T23:59:59', -1_000_000n],
      ] as const) {
        expect(instantMicros(`${second}.${digits.slice(0, count)}Z`)).toBe(base + expected);
      }
    }
  });

  it('agrees with a count of days in bigints, for every date, fraction and offset', () => {
    const date = fc.record({
      year: fc.oneof(
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom(1, 4, 99, 100, 400, 1900, 1969, 1970, 2000, 9999),
      ),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
      time: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)),
      fraction: fc.stringMatching(/^[0-9]{0,30}$/),
      offset: fc.option(fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))),
    });
    fc.assert(
      fc.property(date, ({ year, month, day, time: [hour, minute, second], fraction, offset }) => {
        fc.pre(
          day <= 28 || countedDays(year, month, day) < countedDays(year + Number(month === 12), (month % 12) + 1, 1),
        );
        const zone = offset ? `${offset[0]}${pad(offset[1])}:${pad(offset[2])}` : 'Z';
        const shift = offset ? (offset[0] === '-' ? -1n : 1n) * BigInt(offset[1] * 60 + offset[2]) : 0n;
        const minutes = BigInt(countedDays(year, month, day) - EPOCH_DAYS) * 1440n + BigInt(hour * 60 + minute) - shift;
        const micros = (minutes * 60n + BigInt(second)) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
        const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction && `.${fraction}`}`;
        expect(instantMicros(`${pad(year, 4)}-${pad(month)}-${pad(day)}T${clock}${zone}`)).toBe(micros);
      }),
      { seed: 20261121, numRuns: 3000 },
    );
  });

  it('agrees with Date to the millisecond', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(instantMicros(date.toISOString())).toBe(BigInt(date.getTime()) * 1000n);
        },
      ),
      { seed: 20261121, numRuns: 2000 },
    );
  });

  it('accepts exactly the strings that a strict regular expression accepts', () => {
    const strict = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
    const isReal = (text: string) => {
      const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
      return (
        !text.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10))
      );
    };
    const digit = fc.constantFrom(...'0123456789');
    const shaped = fc
      .tuple(
        fc.array(digit, { minLength: 20, maxLength: 20 }),
        fc.constantFrom('Z', '+', '-', ''),
        fc.constantFrom('', '.', '.1', '.999999999'),
      )
      .map(([d, zone, fraction]) => {
        const at = (from: number, to: number) => d.slice(from, to).join('');
        const rest = zone === '+' || zone === '-' ? `${at(14, 16)}:${at(16, 18)}` : '';
        return `${at(0, 4)}-0${d[4]}-${at(5, 7)}T0${d[7]}:${at(8, 10)}:${at(10, 12)}${fraction}${zone}${rest}`;
      });
    const mutated = fc
      .tuple(shaped, fc.nat(30), fc.string({ maxLength: 2 }))
      .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(shaped, mutated, fc.string()), (text) => {
        const read = () => instantMicros(text);
        if (strict.test(text) && isReal(text)) expect(read()).toBeTypeOf('bigint');
        else expect(read).toThrow(RangeError);
      }),
      { seed: 20261121, numRuns: 5000 },
    );
  });
});
