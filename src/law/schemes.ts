import { OSS_SCHEME } from '../document/oss-scheme.js';
import type { Scheme } from '../document/scheme.js';
import type { ReceiptLaw } from './types.js';

/** The values of tax.scheme that are valid under a law. */
export function schemesOf({ tax, distanceSales }: ReceiptLaw): readonly Scheme[] {
  return distanceSales === 'oss' ? [tax.scheme, OSS_SCHEME] : [tax.scheme];
}

/** Matches English country names that take an article. */
const WITH_ARTICLE = /^United |(?:land|lippine|dive|hama)s$/;

/** The name of the tax in messages: `Mehrwertsteuer in Switzerland`. */
export function taxIn({ tax, name }: Pick<ReceiptLaw, 'tax' | 'name'>): string {
  return `${tax.name} in ${countryIn(name)}`;
}

/** The country's name as it follows the word “in”: `Sweden`, `the United Kingdom`. */
export const countryIn = ({ en }: ReceiptLaw['name']): string => (WITH_ARTICLE.test(en) ? `the ${en}` : en);
