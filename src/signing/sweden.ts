import { A_STRING, type OptionTest } from '../usage/option-tests.js';
import { checkDocument, checkGiven } from './template.js';
import { grossOfLines, minorUnits, none, orNone, part, signOf, sumsOf } from './text.js';
import type { SignableDocument, SwedishGiven, SwedishRecord } from './types.js';

const KINDS: readonly unknown[] = ['normal', 'copy', 'training', 'pro_forma'];
const KIND: OptionTest = { test: (value) => KINDS.includes(value), wanted: `one of ${KINDS.join(', ')}` };

/** The maximum number of rates that a control unit accepts. */
const MAX_RATES = 4;

const exact = (sum: bigint): number => (Number.isSafeInteger(Number(sum)) ? Number(sum) : none());

/**
 * The figures that a Swedish cash register sends to its control unit. Returns a record instead of a string, because the
 * unit computes the code with its own key. Undefined for more than four rates.
 *
 * Source: SKVFS 2009:1.
 *
 * @throws UsageError
 */
export function seRecord(document: SignableDocument, given: SwedishGiven = {}): SwedishRecord | undefined {
  checkDocument(document);
  checkGiven(given, [], { organizationNumber: A_STRING, cashRegisterId: A_STRING, kind: KIND });
  return orNone(() => {
    let [sales, returns] = [0n, 0n];
    for (const [, amount] of grossOfLines(document)) {
      if (amount > 0n) sales += amount;
      else returns -= amount;
    }
    const taxes = sumsOf(
      document.tax.summary.map(({ rate, taxAmount }) => [rate, signOf(document) * minorUnits(taxAmount)] as const),
    );
    if (taxes.size > MAX_RATES) none();
    return {
      timestamp: document.timestamp,
      receiptNumber: part(document.receiptNumber),
      kind: 'normal' as const,
      ...given,
      sales: exact(sales),
      returns: exact(returns),
      taxes: [...taxes].sort(([a], [b]) => b - a).map(([rate, amount]) => ({ rate, amount: exact(amount) })),
    };
  });
}
