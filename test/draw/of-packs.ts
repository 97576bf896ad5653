import fc from 'fast-check';
import type { LawPack, Transaction } from 'receipt-rule-packs';
import { drawReceipt } from 'receipt-rule-packs/draw';
import { validTransaction } from 'receipt-rule-packs/testing';
import { expect } from 'vitest';
import { drawnUnsafely, elementsOf, fieldsOf } from './drawn';

const digits = (text: string | undefined) => text?.replace(/[^0-9]/g, '').replace(/^0+(?=\d)/, '');
const isNegative = (text: string | undefined) => /^[-−]/.test(text ?? '');

/** Draws valid documents generated for a pack, and compares the drawn figures with the documents. */
export function drawsValidDocuments(pack: LawPack, numRuns: number): void {
  fc.assert(
    fc.property(validTransaction(pack), (transaction) => {
      expect(drawnUnsafely(transaction, { country: pack.country })).toEqual([]);
      // In a valid document, nothing is missing or has the wrong type, except in free-form fields.
      const odd = elementsOf(drawReceipt(transaction, { country: pack.country }))
        .filter(({ attributes }) => /receipt-(?:missing|raw)/.test(attributes.class ?? ''))
        .map(({ attributes, text }) => [attributes['data-path'], text])
        .filter(([path]) => !path!.startsWith('extensions'));
      expect(odd).toEqual([]);
      const fields = fieldsOf(transaction, { country: pack.country, locale: 'en' });
      const back = transaction.type === 'refund' || transaction.type === 'credit_note';
      for (const [field, amount] of amountsOf(transaction)) {
        // Some countries print no table, and a discounted amount is split into two fields.
        if (!fields.has(field)) continue;
        // Whole forints are printed without decimals.
        const whole = transaction.currency === 'HUF' && amount % 100 === 0;
        const minor = Math.abs(whole ? amount / 100 : amount);
        expect([field, digits(fields.get(field))]).toEqual([field, String(minor)]);
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
