import { fromDocument } from './template.js';
import { amountText, minorUnits, signedAmount, signOf } from './text.js';
import type { NorwegianGiven, SignableDocument } from './types.js';

/**
 * The text that the journal of a cash register signs: previous signature, or 0 for the first one; date; time; number;
 * amount with tax; amount without tax. Both amounts exclude cash rounding.
 *
 * Source: Skatteetaten, SAF-T Cash Register.
 *
 * @throws UsageError
 */
export function noText(document: SignableDocument, given: NorwegianGiven = {}): string | undefined {
  const text = '{previous?};{YYYY}-{MM}-{DD};{HH}:{MI}:{SS};{NUMBER};{AMOUNT};{WITHOUT}';
  return fromDocument(text, ';', document, given, () => ({
    previous: '0',
    WITHOUT: amountText(signedAmount(document) - signOf(document) * minorUnits(document.totals.tax)),
  }));
}
