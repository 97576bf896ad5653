import { COUNTRY_CODES } from './country-codes.generated.js';

/** Whether a string is an officially assigned ISO 3166-1 alpha-2 code, in upper case. */
export function isCountryCode(text: string): boolean {
  const first = text.charAt(0);
  return text.length === 2 && Object.hasOwn(COUNTRY_CODES, first) && COUNTRY_CODES[first]!.includes(text.charAt(1));
}
