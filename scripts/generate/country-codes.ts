/** Writes src/geography/country-codes.generated.ts: the alpha-2 codes of ISO 3166-1. */
import { createRequire } from 'node:module';

const countries = createRequire(import.meta.url)('i18n-iso-countries') as { getAlpha2Codes(): Record<string, string> };

/** Codes in i18n-iso-countries that ISO 3166-1 reserves for user assignment. */
const USER_ASSIGNED = new Set(['XK']);

export function countryCodes(): string {
  const codes = Object.keys(countries.getAlpha2Codes())
    .filter((code) => /^[A-Z]{2}$/.test(code) && !USER_ASSIGNED.has(code))
    .sort();
  return [
    '// Generated from i18n-iso-countries by `npm run generate`. Do not edit.',
    '',
    '/** The officially assigned ISO 3166-1 alpha-2 codes: the second letters by first letter. */',
    'export const COUNTRY_CODES: Readonly<Record<string, string>> = {',
    ...[...new Set(codes.map((code) => code[0]!))].map(
      (first) =>
        `  ${first}: '${codes
          .filter((code) => code.startsWith(first))
          .map((code) => code[1])
          .join('')}',`,
    ),
    '};',
    '',
  ].join('\n');
}
