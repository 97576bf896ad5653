import { isDate } from '../../src/calendar/dates.js';
import { isCountryCode } from '../../src/geography/country.js';
import { isTable } from '../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../src/law/types.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';

/** Newer versions of Node have a method, older ones a getter. */
type Zoned = Intl.Locale & { readonly timeZones?: readonly string[]; readonly getTimeZones?: () => readonly string[] };

/** A time zone under the name that this version of ICU prefers, such as Asia/Calcutta for Asia/Kolkata. */
const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/**
 * What a law says about its country, but Unicode CLDR does not; and a missing or future review. One fault
 * each, with the key in law.json. A pack with a user-assigned code has no country to compare with.
 *
 * @param today YYYY-MM-DD
 */
export function countryFaults(law: ReceiptLaw, today: string): string[] {
  if (!isCountryCode(law.country)) return [];
  return [
    ...nameFaults(law),
    ...zoneFaults(law),
    ...currencyFaults(law),
    ...reviewFaults(law, today),
    ...tagFaults(law),
  ];
}

const languageOf = (country: string): string => new Intl.Locale(`und-${country}`).maximize().language;

function nameFaults({ country, name }: ReceiptLaw): string[] {
  const nameIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(country)!;
  const names = { en: nameIn('en'), local: nameIn(languageOf(country)) };
  return (['en', 'local'] as const)
    .filter((key) => name[key] !== names[key])
    .map((key) => `name/${key} is "${name[key]}", but Unicode CLDR has "${names[key]}"`);
}

function zoneFaults({ country, timeZone, otherTimeZones = [] }: ReceiptLaw): string[] {
  const locale: Zoned = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const known = zones.map(canonical);
  const named = [
    ['timeZone', timeZone] as const,
    ...otherTimeZones.map((zone, i) => [`otherTimeZones/${i}`, zone] as const),
  ];
  return named
    .filter(([, zone]) => !known.includes(canonical(zone)))
    .map(([key, zone]) => `${key} is ${zone}, but Unicode CLDR has ${zones.join(', ')} for ${country}`);
}

function currencyFaults({ country, currencies, cashLimits = [] }: ReceiptLaw): string[] {
  const known = Intl.supportedValuesOf('currency');
  // Many codes differ in one letter, so those that begin with the country's code go first.
  const own = known.filter((code) => code.startsWith(country));
  const meant = (code: string) => [own, known].map((codes) => nearest(code, codes)).find((codes) => codes.length > 0);
  // ICU may lack currencies of former days.
  const named = [
    ...currencies.flatMap(({ code, until, successor }, i) => [
      ...(until === undefined ? [[`currencies/${i}/code`, code] as const] : []),
      ...(successor === undefined ? [] : [[`currencies/${i}/successor/code`, successor.code] as const]),
    ]),
    ...cashLimits.map(({ currency }, i) => [`cashLimits/${i}/currency`, currency] as const),
  ];
  return named
    .filter(([, code]) => !known.includes(code))
    .map(
      ([key, code]) =>
        `${key} is ${code}, which Unicode CLDR does not list as a currency.${didYouMean(meant(code) ?? [])}`,
    );
}

function reviewFaults({ reviewed, rates }: ReceiptLaw, today: string): string[] {
  if (reviewed === undefined || !isDate(reviewed))
    return ['reviewed is missing: add the day on which you read the law, as YYYY-MM-DD'];
  const read = isTable(rates) ? rates.map(({ readOn }, i) => [`rates/${i}/readOn`, readOn] as const) : [];
  return [['reviewed', reviewed] as const, ...read]
    .filter(([, day]) => day !== undefined && day > today)
    .map(([key, day]) => `${key} is ${day}, which is after ${today}: write the day on which you read the law`);
}

function tagFaults({ country, labels }: ReceiptLaw): string[] {
  if (labels === undefined) return [];
  const { language } = labels;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  if (/^[a-z]{2}(?:-[A-Z]{2})?$/.test(language) && names.of(language) !== undefined) return [];
  const usual = languageOf(country);
  return [
    `labels/language is "${language}", which is not a language of Unicode CLDR with or without a country, such as ${usual} or ${usual}-${country}`,
  ];
}
