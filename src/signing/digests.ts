import { sha1 } from './sha.js';
import { fromGiven, fromText } from './template.js';
import { none, orNone, part } from './text.js';
import type { GreekUidGiven } from './types.js';

/**
 * The OKP of a Slovak receipt: the SHA-1 of the bytes of its PKP, in five groups. Undefined for a text that is not
 * base64.
 *
 * Source: reproduces a published pair of PKP and OKP. We found no specification of the text that the PKP signs.
 *
 * @param text the PKP, base64
 * @throws UsageError
 */
export function skOkp(text: string): string | undefined {
  return fromText(text, () => {
    const bytes = Uint8Array.from(atob(part(text)), (character) => character.charCodeAt(0));
    return sha1(bytes).replace(/.{8}(?=.)/g, '$&-');
  });
}

/** The byte in ISO 8859-7, which has the Greek letters in the order of Unicode. */
function greekByte(character: string): number {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code;
  return code >= 0x384 && code <= 0x3ce ? code - 0x2d0 : none();
}

/**
 * The UID of a Greek document in myDATA: the SHA-1 of tax number, date, branch, type, series and number, upper-case
 * hexadecimal. The text is encoded in ISO 8859-7. Undefined for letters that are neither Greek nor ASCII.
 *
 * Source: AADE, myDATA REST API.
 *
 * @throws UsageError
 */
export function grUid(given: GreekUidGiven): string | undefined {
  const text = fromGiven('{afm}-{date!}{YYYY}-{MM}-{DD}-{branch}-{type}-{series?}-{number}', '-', given);
  return text === undefined ? undefined : orNone(() => sha1(Uint8Array.from(text, greekByte)).toUpperCase());
}
