import type { LawLabels } from '../law/types.js';
import { DEFAULT_LAYOUT, withDefaults, type CountryLayout, type LayoutDifferences } from './country-layout.js';
import { labelWords } from './label-words.js';
import { capitalised, inCapitals } from './letter-case.js';
import { COUNTRY_LAYOUTS } from './layouts.generated.js';
import { at, textAt } from './read.js';
import { CATEGORIES, COUNTRIES, LABELS, NONE, PHRASES, TEXTS, TITLES } from './words.generated.js';

export const COUNTRY = /^[A-Za-z]{2}$/;
const PROFILE = /^([a-z]{2})-/;

type Words<Table> = Readonly<Record<keyof Table, string>>;

/** The words on a receipt, in one language. */
export interface ReceiptWords extends Words<typeof LABELS>, Partial<Words<typeof TITLES & typeof TEXTS>> {
  /** Reasons, tax categories and groups of goods. They come from layouts, so that a language may lack them. */
  readonly more?: Partial<Words<typeof PHRASES & typeof CATEGORIES>>;
}

/** The country, language and layout of a receipt. */
export interface Style {
  readonly country: string | undefined;
  /** BCP 47 tag for the words. */
  readonly language: string;
  /** BCP 47 tag for number formats. */
  readonly locale: string;
  readonly words: ReceiptWords;
  /** How receipts in the country order their parts, and how they write dates, money and other fields. */
  readonly layout: CountryLayout;
  /** Whether the country has a layout. If not, all fiscal data is printed. */
  readonly isKnown: boolean;
}

/** The country whose labels are used for a document; undefined if unknown. */
function countryOf(document: unknown, options: unknown): string | undefined {
  const candidates = [
    textAt(at(options, 'pack'), 'country'),
    textAt(options, 'country'),
    textAt(at(document, 'vendor'), 'country'),
    textAt(at(options, 'vendor'), 'country'),
    PROFILE.exec(textAt(document, 'profileId') ?? '')?.[1],
    regionOf(textAt(document, 'locale')),
  ];
  return candidates.find((country) => country !== undefined && COUNTRY.test(country))?.toUpperCase();
}

/** Determines the style from the document's country, language and locale. */
export function styleOf(document: unknown, options: unknown): Style {
  const country = countryOf(document, options);
  const labels = labelsOf(options);
  const own = labels === undefined ? (COUNTRIES[country ?? ''] ?? 'en') : (canonical(labels.language) ?? 'en');
  const given = canonical(textAt(options, 'locale') ?? textAt(document, 'locale'));
  const requested = given?.split('-')[0] ?? own;
  const ofCountry = COUNTRY_LAYOUTS[country ?? ''];
  const others = ['en', ...(ofCountry?.languages ?? [])];
  const isOther = requested !== own.split('-')[0] && others.includes(requested);
  const language = isOther ? requested : own;
  const locale = given ?? (language.includes('-') || !country ? language : `${language}-${country}`);
  const known = labels === undefined ? ofCountry : undefined;
  const { percent, taxTable, tender, ...layout } = withDefaults(known ?? PLAIN);
  return {
    country,
    language,
    locale,
    words: isOther || labels === undefined ? wordsOf(language, isOther ? undefined : country) : ownWords(labels),
    layout: {
      ...layout,
      percent: locale.split('-')[0] === own.split('-')[0] ? percent : undefined,
      // Sentences and row labels exist only in the country's language; table headings exist in every language.
      taxTable: isOther && taxTable.jurisdictions === undefined ? DEFAULT_LAYOUT.taxTable : taxTable,
      tender: isOther ? undefined : tender,
    },
    isKnown: known !== undefined,
  };
}

/** The layout for countries without one. */
const PLAIN: LayoutDifferences = {
  date: 'yyyy-MM-dd',
  currency: { code: '', sign: '', place: 'none' },
  address: ['{line1}', '{line2}', '{postalCode} {city}', '{region}'],
  ids: [
    { from: 'orgNumber', label: '' },
    { from: 'vatNumber', label: '' },
  ],
  blocks: ['head', 'title', 'number', 'items', 'totals', 'tender', 'taxes', 'fiscal'],
  line: { rate: 'percent', quantity: '{quantity} {unit} × {unitPrice}' },
  percent: undefined,
};

/** The labels from the law of `options.pack`; undefined if any is missing, as in the built-in packs. */
function labelsOf(options: unknown): LawLabels | undefined {
  const labels = at(at(at(options, 'pack'), 'law'), 'labels');
  const names = ['language', 'receipt', 'refund', 'creditNote', 'exchange', 'void', 'net', ...Object.keys(LABELS)];
  return names.every((name) => textAt(labels, name) !== undefined) ? (labels as LawLabels) : undefined;
}

/** The words for a pack that is not built in. */
const ownWords = (labels: LawLabels): ReceiptWords => ({ ...labels, ...labelWords(labels) });

/**
 * The words in a language. A country with labels has titles and sentences of its own. Other receipts have those of the
 * first country with the language, but no title that only a device may print.
 */
function wordsOf(language: string, country = ''): ReceiptWords {
  const hasOwn = COUNTRIES[country] !== undefined;
  const countries = Object.keys(COUNTRIES);
  const countryAt = countries.findIndex((one) => (hasOwn ? one === country : COUNTRIES[one] === language));
  const languageAt = [...new Set(Object.values(COUNTRIES))].indexOf(language);
  return {
    ...wordsAt(languageAt, LABELS, capitalised),
    ...wordsAt(countryAt, TITLES, inCapitals),
    ...wordsAt(countryAt, TEXTS, capitalised),
    ...(!hasOwn && { fiscal: '' }),
    more: { ...wordsAt(languageAt, PHRASES, capitalised), ...wordsAt(languageAt, CATEGORIES) },
  };
}

/** The words of one language or country. In a row of the table, an empty entry repeats the entry before it. */
function wordsAt<Table extends Readonly<Record<string, string>>>(
  place: number,
  table: Table,
  written = (word: string): string => word,
): Words<Table> {
  const wordOf = (row: string) => {
    const word = row
      .split('|', place + 1)
      .filter(Boolean)
      .at(-1)!;
    return word === NONE ? undefined : written(word);
  };
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, wordOf(row)])) as Words<Table>;
}

/** The name of the tax in a country; undefined if unknown. */
export function taxNameIn(country: string): string | undefined {
  return Object.hasOwn(COUNTRIES, country) ? wordsOf(COUNTRIES[country]!).tax : undefined;
}

/** The canonical form of a language tag; undefined if Intl does not accept it. */
export function canonical(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function regionOf(tag: string | undefined): string | undefined {
  const locale = canonical(tag);
  return locale === undefined ? undefined : new Intl.Locale(locale).region;
}
