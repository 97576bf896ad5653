import { isObject, type OptionTest } from '../usage/option-tests.js';
import { checkDocument, checkGiven } from './given.js';
import { germanSlots } from './slots.js';
import { amountText, grossByRate, hasCents, minorUnits, none, orNone, part, signedAmount, signOf } from './text.js';
import type { GermanGiven, SignableDocument, Tender } from './types.js';

const METHODS: readonly unknown[] = ['cash', 'card', 'mobile', 'transfer', 'other'];

function isTender(value: unknown): value is Tender {
  if (!isObject(value)) return false;
  const { method, amount, currency } = value;
  const isCurrency = currency === undefined || (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency));
  return METHODS.includes(method) && Number.isSafeInteger(amount) && isCurrency;
}

const TENDERS: OptionTest = {
  test: (value) => Array.isArray(value) && value.every(isTender),
  wanted: 'an array of { method, amount, currency }, amounts in minor units',
};

/**
 * The processData of Kassenbeleg-V1, which the TSE signs: `Beleg^15.00_0.00_0.00_0.00_0.00^15.00:Bar`. Undefined where a
 * rate has no place in it, such as one of another member state.
 *
 * Source: DSFinV-K, Anhang I.
 *
 * @throws UsageError
 */
export function deProcessData(document: SignableDocument, given: GermanGiven = {}): string | undefined {
  checkDocument(document);
  checkGiven(given, {}, { tenders: TENDERS });
  return orNone(() => {
    const amounts = germanSlots(grossByRate(document)) ?? none();
    return `Beleg^${amounts.map((amount) => amountText(amount)).join('_')}^${payments(document, given.tenders)}`;
  });
}

/** Cash first, each currency once; that of the document has no name and stands before the others. */
function payments(document: SignableDocument, tenders: GermanGiven['tenders']): string {
  const sums = new Map<string, bigint>();
  const add = (method: Tender['method'], amount: bigint, currency = document.currency): void => {
    const key = `${method === 'cash' ? 'Bar' : 'Unbar'}${currency === document.currency ? '' : `:${part(currency)}`}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  if (tenders === undefined) {
    // The total of a void is 0, but its lines are given back.
    const isVoid = document.type === 'void';
    add(document.payment.method, isVoid ? signedAmount(document) : signOf(document) * minorUnits(document.totals.total));
  }
  for (const { method, amount, currency = document.currency } of tenders ?? []) {
    hasCents({ ...document, currency });
    add(method, signOf(document) * minorUnits(amount), currency);
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => `${amountText(sum)}:${key}`)
    .join('_');
}
