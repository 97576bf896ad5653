import { fromDocument } from './template.js';
import type { BulgarianGiven, SignableDocument } from './types.js';

/**
 * The text of the QR code of a fiscal receipt: fiscal memory, document, date, time, total. The code contains no
 * signature, so it cannot be verified.
 *
 * Source: Наредба Н-18, приложение № 18а.
 *
 * @throws UsageError
 */
export function bgQr(document: SignableDocument, given: BulgarianGiven): string | undefined {
  const text = '{fiscalMemoryNumber}*{document}*{YYYY}-{MM}-{DD}*{HH}:{MI}:{SS}*{AMOUNT}';
  return fromDocument(text, '*', document, given);
}
