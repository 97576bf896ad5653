import { COUNTRY_CODES } from './country-codes.generated.js';

/** Whether a text is an officially assigned ISO 3166-1 alpha-2 code in upper case. */
export function isCountryCode(text: string): boolean {
  return text.length === 2 && !text.includes(' ') && COUNTRY_CODES.includes(text);
}
