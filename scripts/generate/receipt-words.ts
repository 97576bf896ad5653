/**
 * Writes src/draw/words.generated.ts: receipt labels, in a compact form for the bundle.
 */
import type { LawLabels, ReceiptLaw } from '../../src/law/types.js';
import { PackFault } from './check-schemas.js';
import { packIds, readLaw } from './read-law.js';
import { readLayout, TEXT_NAMES, textsOf, type LayoutWords } from './receipt-layouts.js';

/** The names of a row's labels, in order. */
export const NAMES = [
  'receipt',
  'refund',
  'creditNote',
  'exchange',
  'void',
  'subtotal',
  'discount',
  'rounding',
  'total',
  'tax',
  'net',
  'cash',
  'card',
  'mobile',
  'transfer',
  'other',
  'number',
] as const satisfies readonly Exclude<keyof LawLabels, 'language'>[];

/**
 * What is wrong with a law's labels; undefined if nothing. Laws in the same language must have the same labels.
 */
export function labelsFault(
  { country, labels }: ReceiptLaw,
  others: Iterable<Pick<ReceiptLaw, 'id' | 'labels'>>,
): string | undefined {
  if (labels === undefined) return undefined;
  const odd = NAMES.find((name) => /[|'\\]/.test(labels[name]));
  if (odd !== undefined) return `labels.${odd} is ${labels[odd]}: write it without | ' and \\`;
  for (const { id, labels: known } of others)
    if (known?.language === labels.language && rowOf(known) !== rowOf(labels))
      return `labels differ from those for ${labels.language} in packs/${id}: name the language with its region, as ${labels.language}-${country}`;
  return undefined;
}

const rowOf = (labels: LawLabels): string => NAMES.map((name) => labels[name]).join('|');

/** The labels that layouts do not replace: titles and headings come from the layout. */
const PRINTED = NAMES.slice(5).filter((name) => name !== 'net');
const REASONS = ['returned', 'defective', 'overcharge', 'price_adjustment', 'duplicate', 'other'];
const CATEGORIES = ['Z', 'E', 'AE', 'O'];
const WORD_NAMES = [
  ...REASONS.map((name) => `reason_${name}`),
  ...CATEGORIES,
  'returnedGoods',
  'boughtGoods',
  'unpaid',
];

/** @throws PackFault with the law or layout that has invalid words */
export function receiptWords(): string {
  const laws = packIds().map((id) => readLaw(id));
  const languages = new Map<string, string>();
  const more = new Map<string, string>();
  const texts = new Map<string, string>();
  const countries: string[] = [];
  for (const [i, law] of laws.entries()) {
    const { id, country, labels } = law;
    if (labels === undefined) continue;
    const fault = labelsFault(law, laws.slice(0, i));
    if (fault !== undefined) throw new PackFault(`packs/${id}/law.json: ${fault}`);
    languages.set(labels.language, PRINTED.map((name) => labels[name]).join('|'));
    countries.push(`${country}: '${labels.language}'`);
    const layout = readLayout(id);
    if (layout === undefined) continue;
    addWords(more, id, labels.language.split('-')[0]!, layout.words);
    texts.set(country, textsOf(layout));
  }
  const rows = (all: ReadonlyMap<string, string>) =>
    [...all]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([language, row]) => `  ${key(language)}: ${JSON.stringify(row)},`);
  return [
    '// Generated from the labels in packs/*/law.json and the words in packs/*/layout.json by `npm run generate`. Do not edit.',
    '',
    "/** The language of each country's labels. */",
    `export const COUNTRIES: Readonly<Record<string, string>> = { ${countries.join(', ')} };`,
    '',
    '/** The names of the labels of a row, in order. */',
    `export const LABEL_NAMES = [${PRINTED.map((name) => `'${name}'`).join(', ')}] as const;`,
    '',
    '/** The labels by language. */',
    'export const LABELS: Readonly<Record<string, string>> = {',
    ...rows(languages),
    '};',
    '',
    "/** The names of a country's titles, sentences and headings, in order. */",
    `export const TEXT_NAMES = [${TEXT_NAMES.map((name) => `'${name}'`).join(', ')}] as const;`,
    '',
    '/** The titles, sentences and headings by country. */',
    'export const TEXTS: Readonly<Record<string, string>> = {',
    ...rows(texts),
    '};',
    '',
    '/** The names of the words in each `WORDS` entry, in order. */',
    `export const WORD_NAMES = [${WORD_NAMES.map((name) => `'${name}'`).join(', ')}] as const;`,
    '',
    '/** The words by language. */',
    'export const WORDS: Readonly<Record<string, string>> = {',
    ...rows(more),
    '};',
    '',
  ].join('\n');
}

/** Adds a layout's words under its language. */
function addWords(all: Map<string, string>, id: string, language: string, words: LayoutWords): void {
  const { reasons, categories, returnedGoods, boughtGoods, unpaid } = words;
  const row = [
    ...REASONS.map((name) => reasons[name]),
    ...CATEGORIES.map((name) => categories[name]),
    ...[returnedGoods, boughtGoods, unpaid],
  ].join('|');
  const known = all.get(language);
  if (known !== undefined && known !== row)
    throw new PackFault(
      `packs/${id}/layout.json: words differ from those for ${language} in other layouts: make them the same`,
    );
  all.set(language, row);
}

const key = (language: string) => (/^[A-Za-z]+$/.test(language) ? language : `'${language}'`);
