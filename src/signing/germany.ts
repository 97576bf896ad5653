import { PAYMENT_METHODS } from '../document/payment-methods.js';
import { currencyDecimals } from '../money/decimal.js';
import { isObject, type OptionTest } from '../usage/option-tests.js';
import { germanSlots } from './slots.js';
import { fromDocument } from './template.js';
import { amountText, grossOfLines, minorUnits, none, signedAmount, signOf, sumsOf } from './text.js';
import type { GermanGiven, SignableDocument } from './types.js';

const isTender = (value: unknown): boolean =>
  isObject(value) &&
  (PAYMENT_METHODS as readonly unknown[]).includes(value.method) &&
  Number.isSafeInteger(value.amount) &&
  /^[A-Z]{3}$/.test((value.currency as string | undefined) ?? 'EUR');

const TENDERS: OptionTest = {
  test: (value) => Array.isArray(value) && value.every(isTender),
  wanted: 'an array of { method, amount, currency? }',
};

/**
 * The processData of Kassenbeleg-V1, which the TSE signs: `Beleg^15.00_0.00_0.00_0.00_0.00^15.00:Bar`. Undefined if
 * processData has no field for a rate, such as another member state's rate.
 *
 * Source: DSFinV-K, Anhang I.
 *
 * @throws UsageError
 */
export function deProcessData(document: SignableDocument, given: GermanGiven = {}): string | undefined {
  const compute = (): Record<string, string> => {
    const amounts = germanSlots(grossOfLines(document)) ?? none();
    return {
      AMOUNTS: amounts.map((amount) => amountText(amount)).join('_'),
      PAYMENTS: payments(document, given.tenders),
    };
  };
  return fromDocument('Beleg^{AMOUNTS}^{PAYMENTS}', '\n', document, given, compute, { tenders: TENDERS });
}

/**
 * The payments, one per method and currency: cash first, and within a method the document's currency first, without its
 * code.
 */
function payments(document: SignableDocument, tenders: GermanGiven['tenders']): string {
  const { type, currency: own, totals, payment } = document;
  // A void's total is 0, but its lines are still reversed.
  const amount = type === 'void' ? signedAmount(document) : signOf(document) * minorUnits(totals.total);
  const paid = tenders?.map((tender) => ({ ...tender, amount: signOf(document) * minorUnits(tender.amount) }));
  const parts = (paid ?? [{ method: payment.method, amount, currency: own }]).map(
    ({ method, amount: part, currency = own }) => {
      if (currencyDecimals(currency) !== 2) none();
      return [(method === 'cash' ? 'Bar' : 'Unbar') + (currency === own ? '' : `:${currency}`), part] as const;
    },
  );
  return [...sumsOf(parts)]
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => `${amountText(sum)}:${key}`)
    .join('_');
}
