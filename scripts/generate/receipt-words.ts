/**
 * Writes src/draw/words.generated.ts: receipt labels, in a compact form for the bundle.
 */
import { capitalised, inCapitals } from '../../src/draw/letter-case.js';
import { labelWords } from '../../src/draw/label-words.js';
import type { LawLabels, ReceiptLaw } from '../../src/law/types.js';
import { PackFault } from './check-schemas.js';
import { packIds, readLaw } from './read-law.js';
import { readLayout, type LayoutFile } from './receipt-layouts.js';

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

/** What is wrong with a layout's languages; undefined if nothing. Their words are the labels of other laws. */
export function languagesFault(
  languages: LayoutFile['languages'] = [],
  laws: readonly Pick<ReceiptLaw, 'labels'>[],
): string | undefined {
  const known = [...new Set(laws.flatMap(({ labels }) => labels?.language ?? []))];
  const odd = languages.find((language) => !known.includes(language));
  if (odd === undefined) return undefined;
  return `languages has ${odd}, but no law has labels in that language. There are labels in ${known.join(', ')}.`;
}

const rowOf = (labels: LawLabels): string => NAMES.map((name) => labels[name]).join('|');

/** The labels that layouts do not replace: titles and headings come from the layout. */
const PRINTED = NAMES.slice(5).filter((name) => name !== 'net');

/** Related languages are side by side: their words are alike, and compress better the closer they are. */
const LANGUAGES = [
  ...['en-US', 'en', 'nl', 'de', 'de-AT', 'da', 'nb', 'sv', 'fr', 'it', 'es', 'pt', 'ro'],
  ...['et', 'fi', 'hu', 'lt', 'lv', 'pl', 'sk', 'cs', 'sl', 'hr', 'bg', 'el'],
];

/** Marks a word that a country or language does not have. */
const NONE = '-';

type Words = Readonly<Record<string, string | undefined>>;

/** How a word is stored, and how `draw` prints the stored word. */
interface LetterCase {
  readonly stored: (word: string) => string;
  readonly written: (stored: string) => string;
}

const SAME: LetterCase = { stored: (word) => word, written: (word) => word };
const TITLE: LetterCase = {
  stored: (word) => (inCapitals(word.toLowerCase()) === word ? word.toLowerCase() : word),
  written: inCapitals,
};
const SENTENCE: LetterCase = {
  stored: (word) => word.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase()),
  written: capitalised,
};

/**
 * @param packs the folder of the packs
 * @throws PackFault with the law or layout that has invalid words
 */
export function receiptWords(packs = 'packs'): string {
  const laws = packIds(packs).map((id) => readLaw(id, packs));
  for (const [i, law] of laws.entries()) {
    const fault = labelsFault(law, laws.slice(0, i));
    if (fault !== undefined) throw new PackFault(`packs/${law.id}/law.json: ${fault}`);
  }
  const countries = laws
    .flatMap(({ id, country, labels }) =>
      labels === undefined ? [] : [{ country, labels, language: labels.language, words: layoutWords(id, packs) }],
    )
    // `draw` takes the words of a foreign language from its first country.
    .sort((a, b) => placeOf(a.language) - placeOf(b.language) || rankOf(a) - rankOf(b));
  const languages = [...new Map(countries.map((each) => [each.language, each])).values()];
  // A variant of a language, such as de-AT, uses the words from the language's other layouts.
  const general = languages.map(({ language, words }) => {
    const base = baseOf(language);
    const all = countries.flatMap((each) => (baseOf(each.language) === base && each.words ? [each.words] : []));
    const odd = all.find((each) => generalRow(each) !== generalRow(all[0]!));
    if (odd !== undefined)
      throw new PackFault(
        `packs/${odd.id}/layout.json: words differ from those for ${base} in packs/${all[0]!.id}: make them the same`,
      );
    return words ?? all[0];
  });
  // Without a layout, the titles and headings are the law's labels, and the sentences those of the same language.
  const own = countries.map(({ labels, language, words }) => {
    const related = countries.find((each) => baseOf(each.language) === baseOf(language) && each.words)?.words;
    return words ?? labelTables(labels, related?.texts);
  });
  for (const { id, languages: further } of countries.flatMap(({ words }) => words ?? [])) {
    const fault = languagesFault(further, laws);
    if (fault !== undefined) throw new PackFault(`packs/${id}/layout.json: ${fault}`);
  }
  return [
    '// Generated from the labels in packs/*/law.json and the words in packs/*/layout.json by `npm run generate`. Do not edit.',
    '// The words in a row are in the order of the countries or languages. An empty word is the same as the word',
    '// before it.',
    '',
    '/** The language of the labels of each country. */',
    `export const COUNTRIES: Readonly<Record<string, string>> = { ${countries.map(({ country, language }) => `${country}: '${language}'`).join(', ')} };`,
    '',
    '/** Marks a word that a country or language does not have. */',
    `export const NONE = '${NONE}';`,
    '',
    '/** The labels by language. They are printed with a capital. */',
    ...table(
      'LABELS',
      languages.map(({ labels }) => Object.fromEntries(PRINTED.map((name) => [name, labels[name]]))),
      SENTENCE,
    ),
    '/** The titles by country. They are printed in capitals, unless they have a capital letter. */',
    ...table(
      'TITLES',
      own.map(({ titles }) => titles),
      TITLE,
    ),
    '/** The sentences and headings by country. They are printed with a capital. */',
    ...table(
      'TEXTS',
      own.map(({ texts }) => texts),
      SENTENCE,
    ),
    '/** Reasons and groups of goods, by language. They are printed with a capital. */',
    ...table(
      'PHRASES',
      general.map((words) => words?.phrases),
      SENTENCE,
    ),
    '/** The tax categories by language. */',
    ...table(
      'CATEGORIES',
      general.map((words) => words?.categories),
      SAME,
    ),
  ].join('\n');
}

const baseOf = (language: string): string => language.split('-')[0]!;

function placeOf(language: string): number {
  const place = LANGUAGES.indexOf(language);
  return place < 0 ? LANGUAGES.length : place;
}

/** The countries whose words receipts from elsewhere use in English, Swedish, French and German. */
const SPEAKERS = ['GB', 'SE', 'FR', 'DE'];

/** 0 for the country that speaks for its language, then countries with a layout, then those without. */
function rankOf({ country, words }: { readonly country: string; readonly words: unknown }): number {
  if (SPEAKERS.includes(country)) return 0;
  return words === undefined ? 2 : 1;
}

/** The words in a pack's layout, by table; undefined without a layout. */
function layoutWords(id: string, packs: string) {
  const layout = readLayout(id, packs);
  return layout === undefined ? undefined : { id, languages: layout.languages, ...tablesOf(layout) };
}

function tablesOf({ title, total, refundTotal, saved, refundLine, original, oss, taxTable, words }: LayoutFile) {
  const { rate, net, tax, gross } = taxTable?.labels ?? {};
  const { reasons, categories, returnedGoods, boughtGoods, unpaid } = words;
  const kinds = ['sale', 'fiscal', 'refund', 'void', 'exchange', 'credit_note'];
  return {
    titles: { ...Object.fromEntries(kinds.map((kind) => [kind, title[kind]])), due: total, refundTotal },
    texts: { saved, refundLine, original, oss, rateHead: rate, netHead: net, taxHead: tax, grossHead: gross },
    phrases: {
      ...Object.fromEntries(REASONS.map((name) => [`reason_${name}`, reasons[name]])),
      ...{ returnedGoods, boughtGoods, unpaid },
    },
    categories,
  } satisfies Record<string, Words>;
}

/** The titles, headings and sentences of a country without a layout. */
function labelTables(labels: LawLabels, sentences: Words = {}) {
  const { refund, void: voided, exchange } = labels;
  const { sale, credit_note, due, ...headings } = labelWords(labels);
  return {
    titles: { sale, refund, void: voided, exchange, credit_note, due },
    texts: { ...sentences, ...headings },
  } satisfies Record<string, Words>;
}

const REASONS = ['returned', 'defective', 'overcharge', 'price_adjustment', 'duplicate', 'other'];

/** The words that all layouts in a language share. */
const generalRow = ({ phrases, categories }: ReturnType<typeof tablesOf>): string =>
  JSON.stringify([phrases, categories]);

/** The lines of a table. @param all each country's or language's words */
function table(name: string, all: readonly (Words | undefined)[], letterCase: LetterCase): string[] {
  const names = [...new Set(all.flatMap((words) => Object.keys(words ?? {})))];
  const rows = names.map((each) => {
    const words = all.map((one) => one?.[each]);
    return `  ${each}: ${JSON.stringify(rowFor(words, letterCase))},`;
  });
  return [`export const ${name} = {`, ...rows, '} as const;', ''];
}

function rowFor(words: readonly (string | undefined)[], { stored, written }: LetterCase): string {
  const all = words.map((word) => {
    if (word === undefined || word === '') return NONE;
    const text = stored(word);
    if (written(text) !== word || text === NONE || text.includes('|'))
      throw new PackFault(
        `packs/*/layout.json and labels: start ${JSON.stringify(word)} with a capital, and write it without |`,
      );
    return text;
  });
  return all.map((text, i) => (text === all[i - 1] ? '' : text)).join('|');
}
