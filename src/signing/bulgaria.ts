import { A_TEXT, checkDocument, checkGiven } from './given.js';
import { amountText, dayAndTime, joined, orNone, signedAmount } from './text.js';
import type { BulgarianGiven, SignableDocument } from './types.js';

/**
 * The text of the QR code of a fiscal receipt: fiscal memory, document, day, time, total. The device signs nothing that a
 * reader could compute.
 *
 * Source: Наредба Н-18, приложение № 18а.
 *
 * @throws UsageError
 */
export function bgQr(document: SignableDocument, given: BulgarianGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { fiscalMemoryNumber: A_TEXT, document: A_TEXT });
  return orNone(() =>
    joined('*', [
      given.fiscalMemoryNumber,
      given.document,
      ...dayAndTime(document),
      amountText(signedAmount(document)),
    ]),
  );
}
