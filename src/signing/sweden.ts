import type { OptionTest } from '../usage/option-tests.js';
import { A_TEXT, checkDocument, checkGiven } from './given.js';
import { clock, minorUnits, none, orNone, part, signOf } from './text.js';
import type { SignableDocument, SwedishGiven, SwedishRecord } from './types.js';

const KINDS: readonly unknown[] = ['normal', 'copy', 'training', 'pro_forma'];
const KIND: OptionTest = { test: (value) => KINDS.includes(value), wanted: `one of ${KINDS.join(', ')}` };

/** A control unit takes no more. */
const MOST_RATES = 4;

const exact = (sum: bigint): number => (Number.isSafeInteger(Number(sum)) ? Number(sum) : none());

/**
 * The figures that a Swedish cash register gives to its control unit. A record and no text: the code is the unit's secret.
 * Undefined where there are more than four rates.
 *
 * Source: SKVFS 2009:1.
 *
 * @throws UsageError
 */
export function seRecord(document: SignableDocument, given: SwedishGiven = {}): SwedishRecord | undefined {
  checkDocument(document);
  checkGiven(given, {}, { organizationNumber: A_TEXT, cashRegisterId: A_TEXT, kind: KIND });
  return orNone(() => {
    const { y, m, d, hh, mm } = clock(document);
    let [sales, returns] = [0n, 0n];
    for (const { amount, taxAmount } of document.items) {
      const net = document.tax.pricesIncludeTax ? 0n : minorUnits(taxAmount);
      const gross = signOf(document) * (minorUnits(amount) + net);
      if (gross < 0n) returns -= gross;
      else sales += gross;
    }
    const taxes = new Map<number, bigint>();
    for (const { rate, taxAmount } of document.tax.summary)
      taxes.set(rate, (taxes.get(rate) ?? 0n) + signOf(document) * minorUnits(taxAmount));
    if (taxes.size > MOST_RATES) none();
    return {
      dateTime: `${y}-${m}-${d}T${hh}:${mm}`,
      receiptNumber: part(document.receiptNumber),
      kind: 'normal' as const,
      ...given,
      sales: exact(sales),
      returns: exact(returns),
      taxes: [...taxes].sort(([a], [b]) => b - a).map(([rate, sum]) => ({ rate, amount: exact(sum) })),
    };
  });
}
