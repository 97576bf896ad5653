import type { Transaction } from 'receipt-rule-packs';
import type { Draft, DraftLine } from 'receipt-rule-packs/complete';

/** A valid draft with these lines. */
export const draftOf = (items: readonly DraftLine[], more: object = {}): Draft => ({
  type: 'sale',
  settled: true,
  receiptNumber: '1',
  timestamp: '2026-11-21T10:00:00+01:00',
  currency: 'EUR',
  vendor: { id: 'biz_1' },
  items,
  tax: { scheme: 'UK_VAT', pricesIncludeTax: true },
  payment: { method: 'card' },
  source: { platform: 'test', externalId: '1' },
  ...more,
});

/** The input for a correction, without the refund lines. */
export const inputOf = <const More extends object>(sale: Transaction, more: More) => ({
  sale,
  priorCorrections: [] as readonly Transaction[],
  receiptNumber: '2',
  timestamp: '2026-11-22T10:00:00+01:00',
  source: { platform: 'test', externalId: '2' },
  originalTransactionId: 'txn_1',
  ...more,
});

/** Freezes a value and all objects in it, so that writing to them throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
