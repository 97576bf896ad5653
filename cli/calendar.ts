import type { LawChange } from '../src/index.js';

/** A country as a calendar names it, and the day on which its law was last reviewed. */
export interface CalendarLaw {
  readonly country: string;
  readonly name: { readonly en: string };
  readonly reviewed?: string | undefined;
}

const NEWLINE = '\r\n';
/** Octets of a line, without its break. */
const LONGEST_LINE = 75;

/**
 * Changes of law as an iCalendar file (RFC 5545): one all-day event for each change. An event keeps its UID for as long as
 * its row has the same day and text, so that programs that subscribe update it. The clock is not read: events are stamped
 * with the day of the review.
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

/** A change without the underscores of the names of classes. */
export const plain = (what: string): string => what.replaceAll('_', ' ');

const compact = (day: string): string => day.replaceAll('-', '');

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** A line of at most 75 octets. Further ones begin with a space. No character is split. */
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
