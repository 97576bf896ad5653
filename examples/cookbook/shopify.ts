/** Turns Shopify's webhooks `orders/paid` and `refunds/create` into receipts. */
import type { Shop, StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { completeFrom, type ShopifyOrder } from 'receipt-rule-packs/from/shopify';

export interface Seller {
  readonly shop: Shop;
  readonly businessId: string;
  /** The control unit's signature, in countries whose law requires one. */
  readonly extensions?: Transaction['extensions'];
}

/** Sales to customers in other countries of the European Union are taxed at the rates of those countries. */
export function receiptOf(order: ShopifyOrder, seller: Seller): Completion {
  const country = order.shipping_address?.country_code ?? seller.shop.business.country;
  const isAbroad = country !== seller.shop.business.country;
  return completeFrom(order, { ...seller, scheme: isAbroad ? 'EU_VAT' : undefined });
}

/** @param stored the sale as the service returned it */
export const refundOf = (
  refund: unknown,
  stored: StoredTransaction,
  priorCorrections: readonly Transaction[],
  seller: Seller,
): Completion => completeFrom(refund, { ...seller, sale: stored, priorCorrections });
