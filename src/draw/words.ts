import type { LawLabels } from '../law/types.js';
import { at, textAt } from './read.js';
import { COUNTRIES, LANGUAGES, NAMES } from './words.generated.js';

/** The further languages that receipts of a country are written in. */
const MORE_LANGUAGES: ReadonlyMap<unknown, string> = new Map([
  ['BE', 'fr de'],
  ['FI', 'sv'],
  ['LU', 'de'],
]);
const COUNTRY_OF_SCHEME: ReadonlyMap<unknown, string> = new Map([
  ['SE_MOMS', 'SE'],
  ['NO_MVA', 'NO'],
  ['DK_MOMS', 'DK'],
  ['FI_ALV', 'FI'],
  ['UK_VAT', 'GB'],
  ['US_SALES_TAX', 'US'],
]);
export const COUNTRY = /^[A-Za-z]{2}$/;
const PROFILE = /^([a-z]{2})-/;

/** The country whose words a document is drawn with; undefined if it is not known. */
export function countryOf(document: unknown, options: unknown): string | undefined {
  const told = [
    textAt(options, 'country'),
    textAt(at(document, 'vendor'), 'country'),
    textAt(at(options, 'vendor'), 'country'),
    PROFILE.exec(textAt(document, 'profileId') ?? '')?.[1],
    COUNTRY_OF_SCHEME.get(at(at(document, 'tax'), 'scheme')),
    regionOf(textAt(document, 'locale')),
  ];
  return told.find((country) => country !== undefined && COUNTRY.test(country))?.toUpperCase();
}

/** Words, and the locale of figures: the requested locale, else that of the words. */
export function wordsFor(country: string | undefined, asked: string | undefined): { words: LawLabels; locale: string } {
  const own = COUNTRIES[country ?? ''] ?? 'en';
  const others = MORE_LANGUAGES.get(country) ?? '';
  const locale = canonical(asked);
  const language = locale?.split('-')[0] ?? own;
  const takesAsked = language !== own.split('-')[0] && `en ${others}`.split(' ').includes(language);
  const used = takesAsked ? language : own;
  return { words: wordsOf(used), locale: locale ?? (used.includes('-') || !country ? used : `${used}-${country}`) };
}

function wordsOf(language: string): LawLabels {
  const words = LANGUAGES[language]!.split('|');
  return { language, ...Object.fromEntries(NAMES.map((name, i) => [name, words[i]])) } as LawLabels;
}

/** The tag as Intl accepts it; undefined if it is not a language tag. */
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
