import { html, type Html } from './html.js';

/** Formats an instant to the second; null gives a dash. */
export type Time = (at: Date | null) => Html;

/** Instants in a time zone, each with its offset, such as `2026-11-21 10:00:00 +01:00`. @param timeZone IANA name */
export function timesIn(timeZone: string): Time {
  const clock = clockIn(timeZone);
  return (at) => {
    if (at === null) return html`–`;
    const { day, time, offset } = clock(at);
    return html`<time datetime="${at.toISOString()}">${day} ${time} ${offset}</time>`;
  };
}

/** Formats local time in a time zone. */
function clockIn(timeZone: string): (at: Date) => { day: string; time: string; offset: string } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    return {
      day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
      time: `${part('hour')}:${part('minute')}:${part('second')}`,
      offset: part('timeZoneName').replace(/^GMT/, '') || '+00:00',
    };
  };
}

const DAY_MS = 86_400_000;

/** When a day, such as `2026-11-21`, begins and ends in a time zone, in milliseconds; undefined if it is not a day. */
export function dayIn(timeZone: string, day: string): readonly [from: number, before: number] | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(midnight)) return undefined;
  const clock = clockIn(timeZone);
  // Takes the offset at this time in UTC, then the offset at the resulting instant.
  const begin = (utc: number) => [0, 1].reduce((at) => utc - offsetMs(clock(new Date(at)).offset), utc);
  return [begin(midnight), begin(midnight + DAY_MS)];
}

/** Milliseconds of an offset such as `+01:00`. */
function offsetMs(offset: string): number {
  const [hours, minutes, seconds = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours! * 3600 + minutes! * 60 + seconds) * 1000;
}

/** The time of a document with its own offset, in the same format as other times. */
export function documentTime(timestamp: string): Html {
  const text = timestamp.replace('T', ' ').replace(/(?<=\d)(?=Z$|[+-]\d\d:\d\d$)/, ' ');
  return html`<time datetime="${timestamp}">${text}</time>`;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A duration in its two largest units, such as `3 h 12 min`. @param milliseconds below zero counts as 0 */
export function duration(milliseconds: number): string {
  let seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const first = UNITS.findIndex(([size]) => seconds >= size);
  if (first === -1) return '0 s';
  const words = UNITS.slice(first, first + 2).map(([size, unit]) => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return words.filter(Boolean).join(' ');
}
