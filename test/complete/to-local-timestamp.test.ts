import { describe, expect, it } from 'vitest';
import { UsageError } from 'receipt-rule-packs';
import { toLocalTimestamp } from 'receipt-rule-packs/complete';
import { localTimestamp } from '../../src/complete/to-local-timestamp';

describe('toLocalTimestamp', () => {
  it.each([
    ['2026-11-21T09:00:00Z', 'Europe/Stockholm', '2026-11-21T10:00:00+01:00'],
    ['2026-07-01T23:30:00.250Z', 'Europe/Stockholm', '2026-07-02T01:30:00.250+02:00'],
    ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31T19:00:00-05:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
    ['1890-01-01T00:00:00.500Z', 'Europe/Amsterdam', undefined],
    ['0050-06-01T00:00:00Z', 'UTC', '0050-06-01T00:00:00+00:00'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00+00:00'],
    ['0000-12-31T23:00:00Z', 'Etc/GMT-1', '0001-01-01T00:00:00+01:00'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31T23:59:59+00:00'],
  ])('converts %s in %s', (utc, timeZone, expected) => {
    const text = toLocalTimestamp(new Date(utc), timeZone);
    if (expected !== undefined) expect(text).toBe(expected);
    expect(new Date(text).getTime()).toBe(new Date(utc).getTime());
  });

  it.each([
    [new Date(NaN), 'UTC'],
    ['2026-01-01', 'UTC'],
    [new Date(0), 'Europe/Atlantis'],
    [new Date(0), undefined],
    [new Date(0), ''],
    [new Date(8.64e15), 'UTC'],
    [new Date(-8.64e15), 'UTC'],
    [new Date('-000050-06-01T00:00:00Z'), 'UTC'],
    [new Date('0000-06-01T00:00:00Z'), 'UTC'],
    [new Date('+010000-01-01T00:00:00Z'), 'UTC'],
  ])('throws a UsageError for %s in %s', (date, timeZone) => {
    expect(() => toLocalTimestamp(date as Date, timeZone as string)).toThrow(UsageError);
  });

  it.each([
    ['a date that is invalid', NaN, 'UTC'],
    ['a time zone that does not exist', 0, 'Europe/Atlantis'],
    ['a year beyond 9999', Date.parse('+010000-01-01T00:00:00Z'), 'UTC'],
  ])('has no timestamp, where a source has %s', (_, time, timeZone) => {
    expect(localTimestamp(new Date(time), timeZone)).toBeUndefined();
  });
});
