import { A_STRING, checkDocument, checkGiven } from './given.js';
import { amountText, dayAndTime, joined, minorUnits, orNone, part, signedAmount, signOf } from './text.js';
import type { NorwegianGiven, SignableDocument } from './types.js';

/**
 * The text that the journal of a cash register signs: signature before, or 0; day; time; number; amount with tax; amount
 * without. Cash rounding is in neither.
 *
 * Source: Skatteetaten, SAF-T Cash Register.
 *
 * @throws UsageError
 */
export function noText(document: SignableDocument, given: NorwegianGiven = {}): string | undefined {
  checkDocument(document);
  checkGiven(given, {}, { previous: A_STRING });
  return orNone(() => {
    const amount = signedAmount(document);
    const withoutTax = amount - signOf(document) * minorUnits(document.totals.tax);
    return joined(';', [
      given.previous ? part(given.previous) : '0',
      ...dayAndTime(document),
      document.receiptNumber,
      amountText(amount),
      amountText(withoutTax),
    ]);
  });
}
