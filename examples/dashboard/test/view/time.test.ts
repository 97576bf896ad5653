import { describe, expect, it } from 'vitest';
import { aheadOf, dayIn, documentTime, duration, timesIn } from '../../src/view/time.js';
import { timeAhead } from '../../src/view/transactions.js';
import { textOf } from '../support.js';

describe('times', () => {
  const at = new Date('2026-07-01T22:30:05.678Z');

  it.each([
    ['UTC', '22:30:05', '2026-07-01 22:30:05 +00:00'],
    ['Europe/Stockholm', '00:30:05', '2026-07-02 00:30:05 +02:00'],
    ['America/St_Johns', '20:00:05', '2026-07-01 20:00:05 -02:30'],
  ])('on the current day in %s omit the date, which is in the title', (timeZone, text, title) => {
    expect(timesIn(timeZone, at.getTime()).time(at).text).toBe(
      `<time datetime="2026-07-01T22:30:05.678Z" title="${title}">${text}</time>`,
    );
  });

  it('include the date unless the date is today or, in a column, is the same as in the previous row', () => {
    const times = timesIn('UTC', at.getTime());
    const [today, before] = [new Date('2026-07-01T08:00:00Z'), new Date('2026-06-30T09:00:00Z')];
    const shown = (of: (date: Date) => { text: string }, ...dates: Date[]) =>
      dates.map((date) => textOf({ html: of(date).text }));
    expect(shown(times.time, before, before)).toEqual(['2026-06-30 09:00:00', '2026-06-30 09:00:00']);
    expect(shown(times.column(), today, today, before, before, today)).toEqual([
      '08:00:00',
      '08:00:00',
      '2026-06-30 09:00:00',
      '09:00:00',
      '2026-07-01 08:00:00',
    ]);
    expect(times.time(null).text).toBe('–');
  });

  it.each([
    ['UTC', '2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
    ['Europe/Stockholm', '2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    ['Europe/Stockholm', '2026-07-21 10:00:30', '2026-07-21T08:00:30.000Z'],
    ['America/St_Johns', '2026-07-01T20:00:05.678', '2026-07-01T22:30:05.678Z'],
  ])('are parsed in %s from %s, with or without seconds', (timeZone, local, instant) => {
    const { instant: read, minute } = timesIn(timeZone, 0);
    expect(read(local)?.toISOString()).toBe(instant);
    expect(minute(new Date(instant))).toBe(local.replace(' ', 'T').slice(0, 16));
  });

  it.each(['', 'yesterday', '2026-13-01T00:00', '2026-01-01T00:00+02:00', '2026-01-01'])(
    'cannot be parsed from %j',
    (local) => {
      expect(timesIn('UTC', 0).instant(local)).toBeUndefined();
    },
  );

  it.each([
    ['2026-11-21T10:00:00+01:00', '2026-11-21 10:00:00 +01:00'],
    ['2026-11-21T10:00:00.5-02:30', '2026-11-21 10:00:00.5 -02:30'],
    ['2026-11-21T10:00Z', '2026-11-21 10:00 Z'],
  ])('in documents keep their format: %s', (timestamp, text) => {
    expect(documentTime(timestamp).text).toContain(`>${text}<`);
  });

  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z', '2026-11-22T00:00Z'],
    ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-02-28', '2026-02-28T05:00Z', '2026-03-01T05:00Z'],
  ])('in %s, the day %s lasts from midnight to midnight', (timeZone, day, from, before) => {
    expect(dayIn(timeZone, day)).toEqual([Date.parse(from), Date.parse(before)]);
  });

  it.each(['', 'today', '2026-13-01', '2026-1-1'])('do not accept %j as a day', (day) => {
    expect(dayIn('UTC', day)).toBeUndefined();
  });

  it.each([
    [0, '0 s'],
    [-1, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [11_520_000, '3 h 12 min'],
    [90_000_000, '1 d 1 h'],
    [86_405_000, '1 d'],
  ])('format %d ms as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

describe('the time of a document', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', 0],
    ['2026-11-22T10:00:00Z', '2026-11-21T10:00:00Z', 0],
    ['2026-11-22T10:00:01Z', '2026-11-21T10:00:00Z', 86_401_000],
    ['2026-11-22T21:00:00+12:00', '2026-11-21T10:00:00Z', 0],
    ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', 0],
  ])('%s, stored at %s, is %d ms ahead', (timestamp, createdAt, ahead) => {
    expect(aheadOf({ timestamp, createdAt })).toBe(ahead);
    expect(timeAhead({ timestamp, createdAt })?.text.includes('dated 1 d')).toBe(ahead === 0 ? undefined : true);
  });
});
