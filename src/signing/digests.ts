import { A_STRING, A_TEXT, checkGiven, checkText } from './given.js';
import { sha1, toHex } from './sha.js';
import { none, orNone, part } from './text.js';
import type { GreekUidGiven } from './types.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The OKP of a Slovak receipt: the SHA-1 of the bytes of its PKP, in five groups. Undefined for a text that is not base64.
 *
 * Source: agrees with a published pair of PKP and OKP. The text under the PKP was not found.
 *
 * @param text the PKP, base64
 * @throws UsageError
 */
export function skOkp(text: string): string | undefined {
  checkText(text);
  if (!BASE64.test(text)) return undefined;
  const digest = toHex(sha1(Uint8Array.from(atob(text), (character) => character.charCodeAt(0))));
  return digest.replaceAll(/.{8}(?=.)/g, '$&-');
}

/** Code points of ISO 8859-7 that are Greek lie 720 below those of Unicode; these four have none. */
const GREEK_GAP = /[\u0387\u038b\u038d\u03a2]/;

function greekByte(character: string): number {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code;
  return code >= 0x384 && code <= 0x3ce && !GREEK_GAP.test(character) ? code - 0x2d0 : none();
}

/**
 * The UID of a Greek document in myDATA: the SHA-1 of tax number, day, branch, type, series and number, upper-case
 * hexadecimal. The text is in ISO 8859-7. Undefined for letters that are neither Greek nor ASCII.
 *
 * Source: AADE, myDATA REST API.
 *
 * @throws UsageError
 */
export function grUid(given: GreekUidGiven): string | undefined {
  const { series, ...others } = { afm: A_TEXT, date: A_TEXT, branch: A_TEXT, type: A_TEXT, series: A_STRING, number: A_TEXT };
  checkGiven(given, { ...others, series });
  return orNone(() => {
    const { afm, date, branch, type, number } = given;
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) none();
    const [first, last] = [part(afm, '-'), part(number, '-')];
    const middle = [date, part(branch, '-'), part(type, '-'), given.series === '' ? '' : part(given.series, '-')];
    const text = [first, ...middle, last].join('-');
    return toHex(sha1(Uint8Array.from(text, greekByte))).toUpperCase();
  });
}
