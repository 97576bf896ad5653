/** Turns WooCommerce orders and their refunds into receipts. */
import type { Shop, StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { completeFrom } from 'receipt-rule-packs/from/woocommerce';

export interface Seller {
  readonly shop: Shop;
  readonly businessId: string;
  /** Percentages by rate code, for versions before 3.7, which do not send percentages. */
  readonly rates?: Readonly<Record<string, number>>;
}

export const receiptOf = (order: unknown, seller: Seller): Completion => completeFrom(order, seller);

/** @param stored the sale as the service returned it */
export const refundOf = (
  refund: unknown,
  stored: StoredTransaction,
  priorCorrections: readonly Transaction[],
  seller: Seller,
): Completion => completeFrom(refund, { ...seller, sale: stored, priorCorrections });
