/** Turns Stripe Checkout Sessions and their refunds into receipts. */
import type { Shop, StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { completeFrom, type StripeRefund, type StripeSession } from 'receipt-rule-packs/from/stripe';

/** The `expand` option for `stripe.checkout.sessions.retrieve`. */
export const EXPAND = ['line_items.data.taxes', 'shipping_cost.taxes', 'payment_intent.latest_charge'];

export interface Seller {
  readonly shop: Shop;
  readonly businessId: string;
  /** The control unit's signature, in countries whose law requires one. */
  readonly extensions?: Transaction['extensions'];
}

/** Sales to customers in other countries of the European Union are taxed at the rates of those countries. */
export function receiptOf(session: StripeSession, seller: Seller): Completion {
  const country = session.customer_details?.address?.country ?? seller.shop.business.country;
  const isAbroad = country !== seller.shop.business.country;
  return completeFrom(session, { ...seller, scheme: isAbroad ? 'EU_VAT' : undefined });
}

/**
 * Stripe refunds have no lines, so a partial refund credits an amount.
 *
 * @param stored the sale as the service returned it
 */
export const refundOf = (
  refund: StripeRefund,
  stored: StoredTransaction,
  priorCorrections: readonly Transaction[],
  seller: Seller,
): Completion => completeFrom(refund, { ...seller, sale: stored, priorCorrections });
