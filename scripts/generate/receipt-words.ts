/**
 * Writes src/draw/words.generated.ts: the labels of receipts, in a compact form for the bundle.
 */
import type { LawLabels, ReceiptLaw } from '../../src/law/types.js';
import { PackFault } from './check-schemas.js';
import { packIds, readLaw } from './read-law.js';

/** The words of a row, in order. */
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

/** What is wrong with the labels of a law beside those of others: a language has one row of words; undefined if nothing. */
export function labelsFault(
  { country, labels }: ReceiptLaw,
  others: Iterable<Pick<ReceiptLaw, 'id' | 'labels'>>,
): string | undefined {
  if (labels === undefined) return undefined;
  const odd = NAMES.find((name) => /[|'\\]/.test(labels[name]));
  if (odd !== undefined) return `labels.${odd} is ${labels[odd]}: write it without | ' and \\`;
  for (const { id, labels: known } of others)
    if (known?.language === labels.language && rowOf(known) !== rowOf(labels))
      return `labels are not those of ${labels.language} in packs/${id}: name the language with its region, as ${labels.language}-${country}`;
  return undefined;
}

const rowOf = (labels: LawLabels): string => NAMES.map((name) => labels[name]).join('|');

/** @throws PackFault that names the law whose labels cannot be written */
export function receiptWords(): string {
  const laws = packIds().map((id) => readLaw(id));
  const languages = new Map<string, string>();
  const countries: string[] = [];
  for (const [i, law] of laws.entries()) {
    const { id, country, labels } = law;
    if (labels === undefined) continue;
    const fault = labelsFault(law, laws.slice(0, i));
    if (fault !== undefined) throw new PackFault(`packs/${id}/law.json: ${fault}`);
    languages.set(labels.language, rowOf(labels));
    countries.push(`${country}: '${labels.language}'`);
  }
  return [
    '// Generated from the labels of packs/*/law.json by `npm run generate`. Do not edit.',
    '',
    '/** The language of the labels of each country. */',
    `export const COUNTRIES: Readonly<Record<string, string>> = { ${countries.join(', ')} };`,
    '',
    '/** The labels of a row, in order. */',
    `export const NAMES = [${NAMES.map((name) => `'${name}'`).join(', ')}] as const;`,
    '',
    '/** The rows by language. */',
    'export const LANGUAGES: Readonly<Record<string, string>> = {',
    ...[...languages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([language, row]) => `  ${key(language)}: '${row}',`),
    '};',
    '',
  ].join('\n');
}

const key = (language: string) => (/^[a-z]+$/.test(language) ? language : `'${language}'`);
