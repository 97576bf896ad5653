import { ADDRESS, fromDocument } from './template.js';
import { signedAmount } from './text.js';
import type { CroatianGiven, CroatianQrGiven, SignableDocument, SlovenianGiven, SlovenianQrGiven } from './types.js';

/**
 * The text to sign for the ZKI, which is the MD5 of its RSA signature.
 *
 * Source: Porezna uprava, technical specification of fiscalization, chapter on the ZKI. We found no official test
 * value.
 *
 * @throws UsageError
 */
export function hrZkiText(document: SignableDocument, given: CroatianGiven): string | undefined {
  const text = '{oib}{DD}.{MM}.{YYYY} {HH}:{MI}:{SS}{number}{premise}{device}{AMOUNT}';
  return fromDocument(text, '\n', document, given);
}

/**
 * The URL in the QR code of a Croatian invoice: ZKI, date and time, amount in cents.
 *
 * Source: Pravilnik o fiskalizaciji, čl. 18.a–18.c; Porezna uprava, technical specification.
 *
 * @throws UsageError
 */
export function hrQr(document: SignableDocument, given: CroatianQrGiven): string | undefined {
  const text = 'https://porezna.gov.hr/rn?zki={zki}&datv={YYYY}{MM}{DD}_{HH}{MI}&izn={CENTS}';
  return fromDocument(text, ADDRESS, document, given, () => ({ CENTS: String(signedAmount(document)) }));
}

/**
 * The text to sign for the ZOI, which is the MD5 of its RSA signature.
 *
 * Source: FURS, technical documentation of fiscal verification.
 *
 * @throws UsageError
 */
export function siZoiText(document: SignableDocument, given: SlovenianGiven): string | undefined {
  const text = '{taxNumber}{DD}.{MM}.{YYYY} {HH}:{MI}:{SS}{number}{premise}{device}{AMOUNT}';
  return fromDocument(text, '\n', document, given);
}

/**
 * The 60 digits in the QR code of a Slovenian invoice: ZOI as a decimal number, tax number, time, check digit.
 *
 * Source: FURS, technical documentation of fiscal verification.
 *
 * @throws UsageError
 */
export function siQr(document: SignableDocument, given: SlovenianQrGiven): string | undefined {
  const text = fromDocument('{zoi} {taxNumber}{YY}{MM}{DD}{HH}{MI}{SS}', '\n', document, given);
  const [, zoi, rest] = /^([0-9A-Fa-f]{32}) (\d{20})$/.exec(text ?? '') ?? [];
  if (zoi === undefined) return undefined;
  const digits = BigInt(`0x${zoi}`).toString().padStart(39, '0') + rest!;
  return digits + ([...digits].reduce((sum, digit) => sum + Number(digit), 0) % 10);
}
