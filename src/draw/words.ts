import type { LawLabels } from '../law/types.js';
import { at, textAt } from './read.js';
import { COUNTRIES, LANGUAGES, NAMES } from './words.generated.js';

/** Other languages in which receipts of a country are written. */
const MORE_LANGUAGES: ReadonlyMap<unknown, string> = new Map([
  ['BE', 'fr de'],
  ['FI', 'sv'],
  ['LU', 'de'],
]);
export const COUNTRY = /^[A-Za-z]{2}$/;
const PROFILE = /^([a-z]{2})-/;

/** The country that decides the labels of a document; undefined if unknown. */
export function countryOf(document: unknown, options: unknown): string | undefined {
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

/** The labels of the pack in the options; undefined if it has none, as the built-in packs. */
export function labelsOf(options: unknown): LawLabels | undefined {
  const labels = at(at(at(options, 'pack'), 'law'), 'labels');
  const isComplete = ['language', ...NAMES].every((name) => textAt(labels, name) !== undefined);
  return isComplete ? (labels as LawLabels) : undefined;
}

/**
 * Labels, and the locale of figures: the requested locale, or that of the labels.
 *
 * @param labels the labels of a law that is not built in
 */
export function wordsFor(
  country: string | undefined,
  requested: string | undefined,
  labels: LawLabels | undefined,
): { words: LawLabels; locale: string } {
  const countryLanguage =
    labels === undefined ? (COUNTRIES[country ?? ''] ?? 'en') : (canonical(labels.language) ?? 'en');
  const others = MORE_LANGUAGES.get(country) ?? '';
  const locale = canonical(requested);
  const language = locale?.split('-')[0] ?? countryLanguage;
  const usesRequested = language !== countryLanguage.split('-')[0] && `en ${others}`.split(' ').includes(language);
  const used = usesRequested ? language : countryLanguage;
  const words = usesRequested ? undefined : labels;
  return {
    words: words ?? wordsOf(used),
    locale: locale ?? (used.includes('-') || !country ? used : `${used}-${country}`),
  };
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
