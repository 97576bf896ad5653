/**
 * Writes src/draw/words.generated.ts: the labels of receipts, in a compact form for the bundle.
 */
import type { LawLabels } from '../../src/law/types.js';
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

export function receiptWords(): string {
  const languages = new Map<string, string>();
  const countries: string[] = [];
  for (const id of packIds()) {
    const { country, labels } = readLaw(id);
    if (labels === undefined) continue;
    const row = NAMES.map((name) => cell(id, labels[name])).join('|');
    const known = languages.get(labels.language);
    if (known !== undefined && known !== row) {
      const advice = `name the language with its region, as ${labels.language}-${country}`;
      throw new Error(`packs/${id}: its labels are not those of ${labels.language} in another pack: ${advice}`);
    }
    languages.set(labels.language, row);
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

function cell(id: string, word: string): string {
  if (/[|'\\]/.test(word)) throw new Error(`packs/${id}: the word ${word} cannot be written here`);
  return word;
}

const key = (language: string) => (/^[a-z]+$/.test(language) ? language : `'${language}'`);
