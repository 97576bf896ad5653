import type { Transaction } from '../../document/types.generated.js';
import type { Remaining } from '../types.js';
import { readDocument, soldLines, type SoundDocument } from './document.js';
import { left, Ledger, rateLeft } from './ledger.js';
import { remainingLines } from './takes.js';
import { misuse } from '../misuse.js';

/**
 * Returns what can still be given back of a sale.
 *
 * @param earlier all its corrections so far; absent: none
 * @throws TypeError if one of the documents is not a valid transaction
 * @example
 * remainingOf(sale, [refund]).lines[0].quantity; // 2 of 3
 */
export function remainingOf(sale: Transaction, earlier: readonly Transaction[] = []): Remaining {
  const ledger = new Ledger(sound('sale', sale));
  if (!Array.isArray(earlier)) misuse('remainingOf: earlier', 'an array of transactions', earlier);
  earlier.forEach((document, k) => ledger.addCorrection(sound(`earlier[${k}]`, document)));
  const taken = new Map(remainingLines(ledger).map((line) => [line.index, line]));
  return {
    lines: soldLines(ledger.sale).map(({ index }) => {
      const { quantity, amount, discount, taxAmount } = taken.get(index)!;
      return { line: index, quantity, amount, discount, taxAmount };
    }),
    rates: ledger.rates.all.map((entry) => {
      const { amount, tax } = rateLeft(entry);
      return { rate: entry.rate, category: entry.category, amount: Number(amount), taxAmount: Number(tax) };
    }),
    total: Number(left(ledger.total, ledger.returned)),
  };
}

function sound(name: string, value: unknown): SoundDocument {
  const document = readDocument(value);
  if (document === undefined) misuse(`remainingOf: ${name}`, 'a valid transaction', value);
  return document;
}
