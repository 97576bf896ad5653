import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction, TransactionFields } from 'receipt-rule-packs';
import { firstId } from '../../src/database/partitions.js';

/** The start of ids from this year, for documents that a test stores with SQL. */
export const ID_START = `${firstId('txn', Date.UTC(new Date().getUTCFullYear(), 0))}7000-8000-`;

/** An id from this year; ids sort by their end. */
export const testId = (end: string | number) => `${ID_START}${String(end).padStart(12, '0')}`;

/** A new identity. */
export const testIdentity = () => randomBytes(32).toString('hex');

/** A valid receipt of biz_1 with a unique externalId: one coffee at 12 %, paid by card. */
export function receipt(changes: Partial<TransactionFields> & { externalId?: string } = {}): Transaction {
  const { externalId = randomUUID(), ...fields } = changes;
  return {
    type: 'sale',
    settled: true,
    receiptNumber: '1001',
    timestamp: '2026-11-21T10:00:00+01:00',
    currency: 'SEK',
    vendor: { id: 'biz_1' },
    items: [
      { name: 'Kaffe', quantity: 1, unitPrice: 3000, amount: 3000, taxRate: 12, taxCategory: 'S', taxAmount: 321 },
    ],
    tax: {
      scheme: 'SE_MOMS',
      pricesIncludeTax: true,
      summary: [{ rate: 12, category: 'S', taxableAmount: 2679, taxAmount: 321 }],
    },
    totals: { subtotal: 3000, discount: 0, tax: 321, total: 3000 },
    payment: { method: 'card' },
    source: { platform: 'pos', externalId },
    extensions: { se: { controlUnitId: 'CU1', controlCode: 'CC1', sequenceNumber: 1 } },
    ...fields,
  } as Transaction;
}
