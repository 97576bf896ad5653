/** A slow reference for whether rates were valid on a day, independent of src/law and src/calendar. */
import { readFileSync } from 'node:fs';
import type { RateRow, ReceiptLaw } from 'receipt-rule-packs';

/** `warned`: the rate was not valid, but some of its rows are not enforced. */
export type Verdict = 'inside' | 'outside' | 'warned';

/** A rate, with a day on which it was valid and a day on which it was not. */
export interface Window {
  readonly rate: number;
  readonly productTaxClass: string | undefined;
  readonly inside: string;
  readonly outside: string;
  /** The member state whose table has the window; undefined for the law's own table. */
  readonly windowState: string | undefined;
}

const STATES = ['DE', 'FI', 'EE', 'SK', 'RO', 'LU', 'IE', 'NL', 'PT', 'CZ', 'SE'];

/** A country's rows, read from the pack folder. */
export function folderRates(country: string): readonly RateRow[] {
  const folder = new URL(`../../packs/${country.toLowerCase()}-receipt-1/`, import.meta.url);
  return JSON.parse(readFileSync(new URL('rates.json', folder), 'utf8')) as RateRow[];
}

export const holds = (
  { from = '0000', until = '9999' }: { from?: string | undefined; until?: string | undefined },
  day: string,
): boolean => from <= day && day <= until;

export function verdictOf(
  tables: readonly (readonly RateRow[])[],
  rate: number,
  day: string,
  productTaxClass: string | undefined,
): Verdict {
  let verdict: Verdict | undefined;
  for (const table of tables) {
    const rows = table.filter((row) => row.rate === rate);
    if (rows.length === 0) continue;
    const today = table.filter(
      (row) => productTaxClass !== undefined && row.productTaxClass === productTaxClass && holds(row, day),
    );
    if (today.length > 0) {
      if (today.some((row) => row.rate === rate)) return 'inside';
      if (today.some(({ enforce }) => !enforce)) verdict = 'warned';
      else verdict ??= 'outside';
      continue;
    }
    const ofClass = rows.filter((row) => productTaxClass !== undefined && row.productTaxClass === productTaxClass);
    const decide = ofClass.length > 0 ? ofClass : rows.filter((row) => row.productTaxClass === undefined);
    if (decide.length === 0 || decide.some((row) => holds(row, day))) return 'inside';
    if (decide.some(({ enforce }) => !enforce)) verdict = 'warned';
    else verdict ??= 'outside';
  }
  return verdict ?? 'inside';
}

/** The first day on which the law counts as stale; undefined if it has neither `reviewed` nor `nextKnownChange`. */
export function staleDayOf({ reviewed, nextKnownChange }: ReceiptLaw): string | undefined {
  const nextYear = reviewed?.replace(/^\d{4}/, (year) => String(Number(year) + 1));
  return [nextYear, nextKnownChange].filter((day) => day !== undefined).sort()[0];
}

const DAY = 86_400_000;
export const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/**
 * A member state, and a rate in its table that the law lacks; both undefined for a law without sales to other member
 * states.
 */
export function abroadOf({ rates, distanceSales, country }: ReceiptLaw): {
  readonly state?: string;
  readonly foreignRate?: number;
} {
  if (!Array.isArray(rates) || distanceSales !== 'union') return {};
  const own = (rates as readonly RateRow[]).map(({ rate }) => rate);
  const rows = STATES.filter((state) => state !== country).flatMap((state) =>
    folderRates(state).map(({ rate }) => ({ state, rate })),
  );
  const { state, rate } = rows.find(({ rate }) => !own.includes(rate))!;
  return { state, foreignRate: rate };
}

/** One of the law's rates, for which a day outside its window has this verdict; undefined if there is none. */
export function windowOf(
  { rates, distanceSales, country }: ReceiptLaw,
  wanted: 'outside' | 'warned',
): Window | undefined {
  if (!Array.isArray(rates)) return undefined;
  const own = rates as readonly RateRow[];
  const abroad = distanceSales === 'union' ? STATES.filter((state) => state !== country) : [];
  return [undefined, ...abroad].map((state) => windowIn(own, state, wanted)).find((found) => found !== undefined);
}

function windowIn(own: readonly RateRow[], state: string | undefined, wanted: Verdict): Window | undefined {
  const tables = state === undefined ? [own] : [own, folderRates(state)];
  const general = tables.at(-1)!.filter(({ part, regime }) => part === undefined && regime === undefined);
  const dated = general.filter(({ from, until }) => from !== undefined || until !== undefined);
  const days = [...new Set(dated.flatMap(({ from, until }) => [...near(from), ...near(until)]))].sort().reverse();
  for (const { rate, productTaxClass } of dated) {
    const on = (verdict: Verdict) => days.find((day) => verdictOf(tables, rate, day, productTaxClass) === verdict);
    const [inside, outside] = [on('inside'), on(wanted)];
    if (inside !== undefined && outside !== undefined)
      return { rate, productTaxClass, inside, outside, windowState: state };
  }
  return undefined;
}

const near = (day: string | undefined): string[] => (day === undefined ? [] : [moved(day, -1), day, moved(day, 1)]);
