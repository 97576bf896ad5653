import type { ReceiptLaw } from '../law/types.js';

/** The states in each time zone, by their first letters; the most populous zone comes first. */
const STATES: Readonly<Record<string, string>> = {
  'America/New_York':
    'conn dela distr flor geor indiana kent maine mary massa mich newh newj newy northc ohio penn rhod southc verm virg westv',
  'America/Chicago': 'alab arka illi iowa kans loui minn missi misso nebr northd okla southd tenn texa wisc',
  'America/Denver': 'colo idah mont newm utah wyom',
  'America/Los_Angeles': 'cali neva oreg washi',
  'America/Phoenix': 'ariz',
  'America/Anchorage': 'alas',
  'Pacific/Honolulu': 'hawa',
};

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Cached, because creating a format takes longer than a validation. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    let format: Intl.DateTimeFormat | undefined;
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      // A custom law can have a time zone that this runtime does not know.
    }
    formats.set(zone, format);
  }
  return formats.get(zone);
}

/** The offset of a zone at an instant, as in a timestamp: `+01:00`. */
function offsetAt(instant: number, zone: string): string | undefined {
  const part = formatOf(zone)
    ?.formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName');
  return part === undefined ? undefined : part.value.slice(3, 9) || '+00:00';
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function milliseconds(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return (offset.startsWith('-') ? -minutes : minutes) * MINUTE;
}

/**
 * The possible offsets of a local time in a zone: two in the hour that repeats when clocks go back, none in the hour
 * that clocks skip.
 *
 * @param local the local time, YYYY-MM-DDTHH:MM, with seconds if given
 */
function offsetsOf(local: string, zone: string): string[] {
  const time = Date.parse(`${local}Z`);
  if (Number.isNaN(time)) return [];
  const around = new Set([offsetAt(time - DAY, zone), offsetAt(time + DAY, zone)]);
  return [...around].filter(
    (offset): offset is string => offset !== undefined && offsetAt(time - milliseconds(offset), zone) === offset,
  );
}

/** An instant as local time in a zone, with the offset. */
function localTimestamp(instant: number, zone: string): string | undefined {
  const offset = offsetAt(instant, zone);
  if (offset === undefined) return undefined;
  return new Date(instant + milliseconds(offset)).toISOString().slice(0, 19) + offset;
}

/**
 * The possible time zones of a shop.
 *
 * @param state the state in tax.jurisdictions, for the United States
 */
export function zonesOf(
  { country, timeZone, otherTimeZones = [] }: Pick<ReceiptLaw, 'country' | 'timeZone' | 'otherTimeZones'>,
  state: string | undefined,
): string[] {
  if (country !== 'US') return [timeZone, ...otherTimeZones];
  const letters = state?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  const name = letters.replace(/^washingtond/, 'district');
  const ofState = Object.keys(STATES).filter((one) => STATES[one]!.split(' ').some((start) => name.startsWith(start)));
  return ofState.length > 0 ? ofState : Object.keys(STATES);
}

/** The parts of a timestamp, read from one of the formats that tills write. */
interface ReadTime {
  /** YYYY-MM-DDTHH:MM, with seconds and fraction if given. */
  readonly local: string;
  readonly offset: string | undefined;
}

const ISO = /^(\d{4}-\d\d-\d\d)[ T_]+(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const DAY_FIRST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})[ ,T]{1,3}(\d\d:\d\d(?::\d\d)?)$/;
const UNIX = /^\d{10}(?:\d{3})?$/;

function readTime(text: string, isMonthFirst: boolean): ReadTime | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return { local: `${iso[1]!}T${iso[2]!.replace(',', '.')}`, offset: writtenOffset(iso[3]) };
  const plain = DAY_FIRST.exec(text);
  if (plain === null) return undefined;
  const [day, month] = isMonthFirst ? [plain[3]!, plain[1]!] : [plain[1]!, plain[3]!];
  return { local: `${plain[4]!}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${plain[5]!}`, offset: undefined };
}

function writtenOffset(offset: string | undefined): string | undefined {
  if (offset === undefined) return undefined;
  if (offset.length === 1) return 'Z';
  if (offset.length === 3) return `${offset}:00`;
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}

/**
 * The timestamps that a value might mean: one for each possible zone and offset.
 *
 * @param value text, or Unix time in seconds or milliseconds
 */
export function timestampsOf(value: unknown, zones: readonly string[], isMonthFirst: boolean): string[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (UNIX.test(text)) {
    const instant = Number(text) * (text.length === 10 ? 1000 : 1);
    return distinct(zones.map((zone) => localTimestamp(instant, zone)));
  }
  const read = readTime(text, isMonthFirst);
  if (read === undefined) return [];
  const { local, offset } = read;
  if (offset !== undefined) return [local + offset];
  return distinct(zones.flatMap((zone) => offsetsOf(local.slice(0, 19), zone).map((one) => local + one)));
}

const distinct = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.filter((text) => text !== undefined)),
];

/** Whether one of the zones has the offset of a timestamp; true if it cannot be determined. */
export function offsetFits(timestamp: unknown, zones: readonly string[]): boolean {
  const offset = typeof timestamp === 'string' ? /[+-]\d\d:\d\d$/.exec(timestamp)?.[0] : undefined;
  if (offset === undefined) return true;
  const local = (timestamp as string).slice(0, 19);
  if (Number.isNaN(Date.parse(`${local}Z`))) return true;
  return zones.some((zone) => offsetsOf(local, zone).includes(offset));
}
