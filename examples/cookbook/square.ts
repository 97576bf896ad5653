/** Turns Square orders into receipts: completed sales, and returns. */
import type { Shop, StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { completeFrom, type SquareOrder } from 'receipt-rule-packs/from/square';

export interface Seller {
  readonly shop: Shop;
  readonly businessId: string;
  /** IANA name of the shop's time zone. Square's timestamps are in UTC. */
  readonly timeZone: string;
}

export const receiptOf = (order: SquareOrder, seller: Seller): Completion => completeFrom(order, seller);

/** @param stored the sale as the service returned it; undefined if the customer has no receipt */
export const returnOf = (
  order: SquareOrder,
  stored: StoredTransaction | undefined,
  priorCorrections: readonly Transaction[],
  seller: Seller,
): Completion =>
  stored === undefined
    ? completeFrom(order, seller)
    : completeFrom(order, { ...seller, sale: stored, priorCorrections });
