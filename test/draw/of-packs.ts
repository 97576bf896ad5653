import fc from 'fast-check';
import type { LawPack, Transaction } from 'receipt-rule-packs';
import { drawReceipt } from 'receipt-rule-packs/draw';
import { validTransaction } from 'receipt-rule-packs/testing';
import { expect } from 'vitest';
import { drawnUnsafely, elementsOf, fieldsOf } from './drawn';

const digits = (text: string | undefined) => text?.replace(/[^0-9]/g, '').replace(/^0+(?=\d)/, '');
const isNegative = (text: string | undefined) => /^[-−]/.test(text ?? '');

/** Compares the drawings of a pack's valid documents with their figures. */
export function drawsValidDocuments(pack: LawPack, numRuns: number): void {
  fc.assert(
    fc.property(validTransaction(pack), (transaction) => {
      expect(drawnUnsafely(transaction, { country: pack.country })).toEqual([]);
      // In a valid document nothing is missing or of another type, except where anything is allowed.
      const odd = elementsOf(drawReceipt(transaction, { country: pack.country }))
        .filter(({ attributes }) => /receipt-(?:missing|raw)/.test(attributes.class ?? ''))
        .map(({ attributes, text }) => [attributes['data-path'], text])
        .filter(([path]) => !path!.startsWith('extensions'));
      expect(odd).toEqual([]);
      const fields = fieldsOf(transaction, { country: pack.country, locale: 'en' });
      const back = transaction.type === 'refund' || transaction.type === 'credit_note';
      for (const [field, amount] of amountsOf(transaction)) {
        expect([field, digits(fields.get(field))]).toEqual([field, String(Math.abs(amount))]);
        expect([field, isNegative(fields.get(field))]).toEqual([field, back ? amount > 0 : amount < 0]);
      }
    }),
    { numRuns },
  );
}

function amountsOf({ items, tax, totals }: Transaction): [field: string, amount: number][] {
  return [
    ['totals.total', totals.total],
    ['totals.subtotal', totals.subtotal],
    ...items.map(({ amount }, i): [string, number] => [`items[${i}].amount`, amount]),
    ...tax.summary.map(({ taxAmount }, i): [string, number] => [`tax.summary[${i}].taxAmount`, taxAmount]),
  ];
}
