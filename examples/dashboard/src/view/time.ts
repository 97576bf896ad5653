import { html, type Html } from './html.js';

/** Formats a time to the second, and null as a dash. */
export type Time = (at: Date | null) => Html;

/** A local time, such as `2026-11-21`, `10:00:00`, `+01:00`. */
export interface LocalTime {
  readonly day: string;
  readonly time: string;
  readonly offset: string;
}

/** Formats and parses the times on a page, all in one time zone. */
export interface Times {
  /** The IANA name of the time zone. */
  readonly zone: string;
  readonly clock: (at: Date) => LocalTime;
  /** Formats a time such as `10:00:00`, with the date if it is not today. */
  readonly time: Time;
  /**
   * Returns a formatter for the times in a table column, from top to bottom. A time is shown with its date only if the
   * time above it (in the first row: now) is on another day.
   */
  readonly column: () => Time;
  /** Parses a local time such as `2026-11-21T10:00`, with or without seconds; returns undefined if it is invalid. */
  readonly instant: (local: string) => Date | undefined;
  /** Formats a time to the minute, as `<input type="datetime-local">` expects it. */
  readonly minute: (at: Date) => string;
}

/** @param timeZone IANA name @param now Unix time in milliseconds, which decides what counts as today */
export function timesIn(timeZone: string, now: number): Times {
  const clock = clockIn(timeZone);
  const today = clock(new Date(now)).day;
  const column = () => {
    let last = today;
    return (at: Date | null) => {
      if (at === null) return html`–`;
      const { day, time, offset } = clock(at);
      const shown = day === last ? time : `${day} ${time}`;
      last = day;
      return html`<time datetime="${at.toISOString()}" title="${day} ${time} ${offset}">${shown}</time>`;
    };
  };
  return {
    zone: timeZone,
    clock,
    time: (at) => column()(at),
    column,
    instant: (local) => instantIn(clock, local),
    minute: (at) => {
      const { day, time } = clock(at);
      return `${day}T${time.slice(0, 5)}`;
    },
  };
}

const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

function instantIn(clock: (at: Date) => LocalTime, local: string): Date | undefined {
  const utc = LOCAL.test(local) ? Date.parse(`${local.replace(' ', 'T')}Z`) : NaN;
  return Number.isNaN(utc) ? undefined : new Date(fromLocal(clock, utc));
}

/**
 * Converts a local time to Unix time in milliseconds. `utc` is the local date and time as if it were UTC. Looks up the
 * offset twice, because the first offset may be wrong near a clock change.
 */
function fromLocal(clock: (at: Date) => LocalTime, utc: number): number {
  return [0, 1].reduce((at) => utc - offsetMs(clock(new Date(at)).offset), utc);
}

/** Returns a function that converts times to local time in a time zone. */
function clockIn(timeZone: string): (at: Date) => LocalTime {
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

/**
 * Returns the start (inclusive) and end (exclusive) of a day, such as `2026-11-21`, in a time zone, in Unix
 * milliseconds; undefined if `day` is not a date.
 */
export function dayIn(timeZone: string, day: string): readonly [from: number, before: number] | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(midnight)) return undefined;
  const clock = clockIn(timeZone);
  return [fromLocal(clock, midnight), fromLocal(clock, midnight + DAY_MS)];
}

/** Converts an offset such as `+01:00` to milliseconds. */
function offsetMs(offset: string): number {
  const [hours, minutes, seconds = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours! * 3600 + minutes! * 60 + seconds) * 1000;
}

/** Formats a document's timestamp with the offset that the document states. */
export function documentTime(timestamp: string): Html {
  const text = timestamp.replace('T', ' ').replace(/(?<=\d)(?=Z$|[+-]\d\d:\d\d$)/, ' ');
  return html`<time datetime="${timestamp}">${text}</time>`;
}

/**
 * Returns how many milliseconds a document's timestamp is ahead of the time when the server stored the document; 0 if
 * the difference is a day or less. Neither a time zone nor an inaccurate clock explains more than a day. Until the time
 * in its timestamp has passed, such a document stays at the top of lists sorted by time.
 */
export function aheadOf({ timestamp, createdAt }: { readonly timestamp: string; readonly createdAt: string }): number {
  const ahead = Date.parse(timestamp) - Date.parse(createdAt);
  return ahead > DAY_MS ? ahead : 0;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Formats a duration in its two largest units, such as `3 h 12 min`. @param milliseconds negative values count as 0 */
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
