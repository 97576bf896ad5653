import type { LawLabels } from '../law/types.js';
import type { CountryLayout } from './country-layout.js';
import { COUNTRY_LAYOUTS } from './layouts.generated.js';
import { at, textAt } from './read.js';
import { COUNTRIES, LABEL_NAMES, LABELS, TEXT_NAMES, TEXTS, WORD_NAMES, WORDS } from './words.generated.js';

/** Languages that a country's receipts can use in addition to its main language. */
const MORE_LANGUAGES: ReadonlyMap<unknown, string> = new Map([
  ['BE', 'fr de'],
  ['FI', 'sv'],
  ['LU', 'de'],
]);
/** For each language, the country whose titles and sentences are used if the receipt's own country has none. */
const COUNTRY_OF: ReadonlyMap<string, string> = new Map([
  ['en', 'GB'],
  ['sv', 'SE'],
  ['fr', 'FR'],
  ['de', 'DE'],
]);
export const COUNTRY = /^[A-Za-z]{2}$/;
const PROFILE = /^([a-z]{2})-/;

type Row<Name extends string> = Readonly<Record<Name, string>>;

/** The words on a receipt, in one language. Empty texts are not printed. */
export interface ReceiptWords extends Row<(typeof LABEL_NAMES)[number]>, Partial<Row<(typeof TEXT_NAMES)[number]>> {
  /** Reasons, tax categories and groups of goods. Absent for packs that are not built in. */
  readonly more?: Row<(typeof WORD_NAMES)[number]> | undefined;
}

/** The country, language and layout of a receipt. */
export interface Style {
  readonly country: string | undefined;
  /** BCP 47 tag for the words. */
  readonly language: string;
  /** BCP 47 tag for number formats. */
  readonly locale: string;
  readonly words: ReceiptWords;
  /** How receipts in the country order their parts and write dates, money and other fields. */
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
  const others = `en ${MORE_LANGUAGES.get(country) ?? ''}`.split(' ');
  const isOther = requested !== own.split('-')[0] && others.includes(requested);
  const language = isOther ? requested : own;
  const locale = given ?? (language.includes('-') || !country ? language : `${language}-${country}`);
  const known = labels === undefined ? COUNTRY_LAYOUTS[country ?? ''] : undefined;
  const { percent, taxTable, tender, ...layout } = known ?? PLAIN;
  return {
    country,
    language,
    locale,
    words: isOther || labels === undefined ? wordsOf(language, isOther ? undefined : country) : ownWords(labels),
    layout: {
      ...layout,
      percent: locale.split('-')[0] === own.split('-')[0] ? percent : undefined,
      // Sentences and rows exist only in the country's language; table headings exist in every language.
      taxTable: isOther && taxTable?.jurisdictions === undefined ? TABLE : taxTable,
      tender: isOther ? undefined : tender,
    },
    isKnown: known !== undefined,
  };
}

const TABLE = { table: true } as const;

/** The layout for countries without one. */
const PLAIN: CountryLayout = {
  date: 'yyyy-MM-dd',
  currency: { code: '', sign: '', place: 'none' },
  address: ['{line1}', '{line2}', '{postalCode} {city}', '{region}'],
  ids: [
    { from: 'orgNumber', label: '' },
    { from: 'vatNumber', label: '' },
  ],
  blocks: ['head', 'title', 'number', 'items', 'totals', 'tender', 'taxes', 'fiscal'],
  line: { rate: 'percent', quantity: '{quantity} {unit} × {unitPrice}' },
  taxTable: TABLE,
};

/** The labels from the law of `options.pack`; undefined if incomplete, as in the built-in packs. */
function labelsOf(options: unknown): LawLabels | undefined {
  const labels = at(at(at(options, 'pack'), 'law'), 'labels');
  const names = ['language', 'receipt', 'refund', 'creditNote', 'exchange', 'void', 'net', ...LABEL_NAMES];
  return names.every((name) => textAt(labels, name) !== undefined) ? (labels as LawLabels) : undefined;
}

/** The words for a pack that is not built in. */
function ownWords(labels: LawLabels): ReceiptWords {
  const { receipt: sale, creditNote: credit_note, tax, net, total } = labels;
  return { ...labels, sale, credit_note, due: total, rateHead: tax, netHead: net, taxHead: tax, grossHead: total };
}

function wordsOf(language: string, country?: string): ReceiptWords {
  const row = <Name extends string>(names: readonly Name[], text: string): Row<Name> => {
    const words = text.split('|');
    return Object.fromEntries(names.map((name, i) => [name, words[i]!])) as Row<Name>;
  };
  const texts = TEXTS[country ?? ''];
  const general = row(TEXT_NAMES, texts ?? TEXTS[COUNTRY_OF.get(language) ?? 'GB']!);
  return {
    ...row(LABEL_NAMES, LABELS[language]!),
    ...(texts === undefined ? { ...general, fiscal: '' } : general),
    more: row(WORD_NAMES, WORDS[language.split('-')[0]!]!),
  };
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
