import { A_TEXT, checkDocument, checkGiven } from './given.js';
import { amountText, clock, none, orNone, part, signedAmount } from './text.js';
import type { CroatianGiven, CroatianQrGiven, SignableDocument, SlovenianGiven, SlovenianQrGiven } from './types.js';

const NUMBER = { number: A_TEXT, premise: A_TEXT, device: A_TEXT };

/** Croatia and Slovenia sign the same text: who, when, which, how much, without a separator. */
function protectedText(document: SignableDocument, seller: string, given: CroatianGiven | SlovenianGiven): string {
  const { y, m, d, hh, mm, ss } = clock(document);
  const parts = [seller, `${d}.${m}.${y} ${hh}:${mm}:${ss}`, given.number, given.premise, given.device];
  return parts.map((one) => part(one)).join('') + amountText(signedAmount(document));
}

/**
 * The text under the ZKI, which is the MD5 of its RSA signature.
 *
 * Source: Porezna uprava, technical specification of fiscalization, chapter on the ZKI. No value of the authority was found.
 *
 * @throws UsageError
 */
export function hrZkiText(document: SignableDocument, given: CroatianGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { oib: A_TEXT, ...NUMBER });
  return orNone(() => protectedText(document, given.oib, given));
}

/**
 * The address in the QR code of a Croatian invoice: ZKI, day and time, amount in cents.
 *
 * Source: Pravilnik o fiskalizaciji, čl. 18.a–18.c; Porezna uprava, technical specification.
 *
 * @throws UsageError
 */
export function hrQr(document: SignableDocument, given: CroatianQrGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { zki: A_TEXT });
  return orNone(() => {
    const { y, m, d, hh, mm } = clock(document);
    const zki = encodeURIComponent(part(given.zki));
    return `https://porezna.gov.hr/rn?zki=${zki}&datv=${y}${m}${d}_${hh}${mm}&izn=${signedAmount(document)}`;
  });
}

/**
 * The text under the ZOI, which is the MD5 of its RSA signature.
 *
 * Source: FURS, technical documentation of fiscal verification.
 *
 * @throws UsageError
 */
export function siZoiText(document: SignableDocument, given: SlovenianGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { taxNumber: A_TEXT, ...NUMBER });
  return orNone(() => protectedText(document, given.taxNumber, given));
}

/**
 * The 60 digits in the code of a Slovenian invoice: ZOI as a decimal number, tax number, time, control digit.
 *
 * Source: FURS, technical documentation of fiscal verification.
 *
 * @throws UsageError
 */
export function siQr(document: SignableDocument, given: SlovenianQrGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { zoi: A_TEXT, taxNumber: A_TEXT });
  return orNone(() => {
    const { zoi, taxNumber } = given;
    if (!/^[0-9A-Fa-f]{32}$/.test(zoi) || !/^\d{8}$/.test(taxNumber)) none();
    const { y, m, d, hh, mm, ss } = clock(document);
    const digits = `${BigInt(`0x${zoi}`).toString().padStart(39, '0')}${taxNumber}${y.slice(2)}${m}${d}${hh}${mm}${ss}`;
    return digits + (([...digits] as readonly string[]).reduce((sum, digit) => sum + Number(digit), 0) % 10);
  });
}
