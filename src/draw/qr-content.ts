import type { FiscalQr } from './country-layout.js';
import { at, textAt } from './read.js';

/** Maximum number of bytes in a code, by error correction level. */
const MOST = { L: 2_953, M: 2_331 } as const;
const ZOI = /^[0-9a-f]{32}$/i;
const ZOI_DIGITS = 39;
const TAX_NUMBER = /(?:^|\D)([0-9]{8})$/;
const LOCAL_TIME = /^[0-9]{2}([0-9]{2})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})/;

/**
 * The content of a code in bytes; undefined if its field has no text, if it is too long, or if other data is missing.
 *
 * @param value the value of the field
 */
export function qrBytes(
  document: unknown,
  vendor: unknown,
  value: unknown,
  { make, charset, ecLevel }: FiscalQr,
): Uint8Array | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MOST[ecLevel]) return undefined;
  const text = make === 'si-zoi' ? zoiDigits(value, document, vendor) : value;
  if (text === undefined) return undefined;
  const bytes = charset === undefined ? new TextEncoder().encode(text) : cyrillicBytes(text);
  return bytes === undefined || bytes.length > MOST[ecLevel] ? undefined : bytes;
}

/** The 60 digits that FURS requires: the ZOI in decimal, the tax number, the time of issue, and a check digit. */
function zoiDigits(zoi: string, document: unknown, vendor: unknown): string | undefined {
  const number =
    textAt(at(document, 'vendor'), 'vatNumber') ?? textAt(vendor, 'vatNumber') ?? textAt(vendor, 'orgNumber') ?? '';
  const tax = TAX_NUMBER.exec(number)?.[1];
  const time = LOCAL_TIME.exec((textAt(document, 'timestamp') ?? '').slice(0, 40));
  if (!ZOI.test(zoi) || tax === undefined || time === null) return undefined;
  const digits = BigInt(`0x${zoi}`).toString().padStart(ZOI_DIGITS, '0') + tax + time.slice(1).join('');
  return digits + String([...digits].reduce((sum, digit) => sum + Number(digit), 0) % 10);
}

/** Encodes text in ISO 8859-5; undefined if the character set lacks a character. */
function cyrillicBytes(text: string): Uint8Array | undefined {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0)!;
    if (code < 0xa0) return code;
    if (character === '№') return 0xf0;
    return code >= 0x401 && code <= 0x45f && code !== 0x40d && code !== 0x450 && code !== 0x45d ? code - 0x360 : -1;
  });
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes);
}
