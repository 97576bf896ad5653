import type { LawChange } from '../src/index.js';

/** A country's name, and the day on which we last reviewed its law. */
export interface CalendarLaw {
  readonly country: string;
  readonly name: { readonly en: string };
  readonly reviewed?: string | undefined;
}

const NEWLINE = '\r\n';
/** Maximum octets per line, without the line break. */
const LONGEST_LINE = 75;

/**
 * Renders changes in the law as an iCalendar file (RFC 5545), with one all-day event per change. An event keeps its UID
 * as long as its day and text stay the same, so that subscribed calendars update the event instead of adding a second
 * one. DTSTAMP is the review day, so that the output does not depend on the clock.
 */
export function calendar(changes: readonly LawChange[], laws: readonly CalendarLaw[]): string {
  const byCountry = new Map(laws.map((law) => [law.country, law]));
  const seen = new Map<string, number>();
  const events = changes.flatMap((change) => {
    const { day, country, part, change: kind } = change;
    const { name, reviewed = day } = byCountry.get(country)!;
    const what = plain(change.what);
    const id = `${day}-${country}-${part}-${kind}-${what.replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return [
      'BEGIN:VEVENT',
      `UID:${id}${count === 1 ? '' : `-${count}`}@receipt-rule-packs`,
      `DTSTAMP:${compact(reviewed)}T000000Z`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `SUMMARY:${escaped(`${name.en}: ${what} ${kind}`)}`,
      ...(change.source === '' ? [] : [`DESCRIPTION:${escaped(change.source)}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//receipt-rule-packs//Changes of law//EN',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}${NEWLINE}`).join('');
}

/** Replaces the underscores in product tax class names with spaces. */
export const plain = (what: string): string => what.replaceAll('_', ' ');

const compact = (day: string): string => day.replaceAll('-', '');

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** Folds a line after 75 octets without splitting a character. Continuation lines begin with a space. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      text += `${NEWLINE} `;
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
