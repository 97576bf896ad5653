/** Turns Zettle purchases into receipts: sales, and refunds, which Zettle also represents as purchases. */
import type { Shop, StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { completeFrom, type ZettlePurchase } from 'receipt-rule-packs/from/zettle';

export interface Seller {
  readonly shop: Shop;
  readonly businessId: string;
  /** The rate in percent for amounts that the cashier typed in, which have no rate in Zettle. */
  readonly taxRate?: number;
  /** The control unit's signature, in countries whose law requires one. */
  readonly extensions?: Transaction['extensions'];
}

export const receiptOf = (purchase: ZettlePurchase, seller: Seller): Completion => completeFrom(purchase, seller);

/** @param stored the sale as the service returned it; undefined if the customer has no receipt */
export const refundOf = (
  purchase: ZettlePurchase,
  stored: StoredTransaction | undefined,
  priorCorrections: readonly Transaction[],
  seller: Seller,
): Completion =>
  stored === undefined
    ? completeFrom(purchase, seller)
    : completeFrom(purchase, { ...seller, sale: stored, priorCorrections });
