/** The page on changes in the law, and the calendars that it links to. */
import { existsSync, readFileSync } from 'node:fs';
import { calendar, plain } from '../../../cli/calendar.js';
import { daysAfter } from '../../law-watch/watch.js';
import { lawChanges, type LawChange } from '../../../src/law/law-changes.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import { day, escape, page, table, wrap } from './markdown.js';

/**
 * A change that a law's rows contain only partly or not at all: a bill, an announcement, the end of a measure.
 */
export interface Pending {
  /** ISO 3166-1 alpha-2 code, or `EU` for all member states. */
  readonly country: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly state: 'law' | 'draft' | 'announced' | 'possible';
  readonly about: string;
  readonly source: string;
  /** Whether the law's rows contain the change. */
  readonly encoded: boolean;
  readonly note?: string;
}

export const readPending = (): readonly Pending[] =>
  existsSync('packs/pending.json') ? (JSON.parse(readFileSync('packs/pending.json', 'utf8')) as Pending[]) : [];

const PAST_DAYS = 365;
const EVER = ['0001-01-01', '9999-12-31'] as const;

/** The pages do not depend on today's date: the last review's day separates past from future. */
export const lastReview = (laws: readonly ReceiptLaw[]): string =>
  laws
    .flatMap(({ reviewed }) => reviewed ?? [])
    .sort()
    .at(-1) ?? EVER[0];

export const allChanges = (laws: readonly ReceiptLaw[]): LawChange[] =>
  lawChanges(
    laws.map((law) => ({ law })),
    ...EVER,
  );

/** Every calendar by its path on the site: one with all changes, and one for each country. */
export function calendars(laws: readonly ReceiptLaw[]): [path: string, text: string][] {
  const changes = allChanges(laws);
  const of = (country: string): LawChange[] => changes.filter((one) => one.country === country);
  return [
    ['changes.ics', calendar(changes, laws)],
    ...laws.map(({ country }): [string, string] => [`changes/${country}.ics`, calendar(of(country), laws)]),
  ];
}

export function changesPage(laws: readonly ReceiptLaw[], pending: readonly Pending[]): string {
  const review = lastReview(laws);
  const since = daysAfter(review, -PAST_DAYS);
  const changes = allChanges(laws).filter((one) => one.day >= since);
  const lawOf = (country: string): ReceiptLaw => laws.find((law) => law.country === country)!;
  const nameOf = (country: string): string =>
    laws.find((law) => law.country === country)?.name.en ?? 'All member states of the European Union';
  const rows = (some: readonly LawChange[]): string =>
    table(
      ['day', 'country', 'change', 'source'],
      some.map((one) => [day(one.day), nameOf(one.country), changeText(one, lawOf(one.country)), escape(one.source)]),
    );
  const known = [...laws].sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
  return page([
    '# Changes in the law',
    '<!-- Generated from the laws and packs/pending.json. Do not edit. -->',
    wrap(
      `The packs' rates, cash roundings, currencies, obligations and cash limits that begin or end, as of the last review on ${day(review)}. \`receipt-rules changes\` lists those of any period; \`lawChanges\` returns them to programs. For a row that ends, the listed day is its last day.`,
    ),
    '## To come',
    rows(changes.filter((one) => one.day > review)),
    '## Not checked yet',
    wrap(
      'Changes that have been announced or drafted, or enacted for goods without a row. Changes already in the packs are marked.',
    ),
    table(
      ['day', 'country', 'change', 'state', 'in the pack', 'source'],
      pending.map((one) => [
        day(one.day),
        nameOf(one.country),
        escape([one.about, ...(one.note === undefined ? [] : [one.note])].join(': ')),
        one.state,
        one.encoded ? 'yes' : 'no',
        escape(one.source),
      ]),
    ),
    '## The past year',
    rows(changes.filter((one) => one.day <= review).reverse()),
    '## Calendars',
    wrap(
      `Subscribe to [all changes](${calendarLink()}), or to those of one country: ${known.map(({ country, name }) => `[${name.en}](${calendarLink(country)})`).join(', ')}.`,
    ),
  ]);
}

/** `6 % for food ends`, with the territories' names. */
export function changeText({ what, change }: LawChange, { territories = [] }: ReceiptLaw): string {
  const named = territories.reduce((text, { code, name }) => text.replaceAll(code, name), plain(what));
  return `${escape(named)} ${change}`;
}

/** A calendar's address, from the site's root. */
export const calendarLink = (country?: string): string =>
  country === undefined ? '/changes.ics' : `/changes/${country}.ics`;
