/** Checkout sessions of Stripe with their line items to drafts; the library computes the rest. */
import type { Payment } from 'receipt-rule-packs';
import { toLocalTimestamp, type SaleDraft } from 'receipt-rule-packs/complete';
import type { StripeSession } from './orders.js';

export interface StripeShop {
  businessId: string;
  country: string;
  timeZone: string;
  extensions?: SaleDraft['extensions'];
}

const METHODS: Readonly<Record<string, Payment['method']>> = {
  card: 'card',
  swish: 'mobile',
  sepa_debit: 'transfer',
};

export function toDraft(session: StripeSession, shop: StripeShop): SaleDraft {
  const { data } = session.line_items;
  const { email, address } = session.customer_details;
  const { type, card } = session.payment_method_details;
  const isAbroad = address.country !== shop.country;
  const discount = session.total_details.amount_discount;
  return {
    receiptNumber: session.id,
    timestamp: toLocalTimestamp(new Date(session.created * 1000), shop.timeZone),
    currency: session.currency.toUpperCase(),
    vendor: { id: shop.businessId },
    items: data.map(({ description, quantity, price, taxes: [tax] }) => ({
      ...{ name: description, quantity, unitPrice: price.unit_amount },
      ...(tax === undefined ? { taxRate: 0, taxCategory: 'E' as const } : { taxRate: tax.rate.percentage }),
    })),
    discounts: discount > 0 ? [{ amount: discount, description: 'Coupon' }] : [],
    charges: [{ name: 'Shipping', amount: session.shipping_cost?.amount_total ?? 0 }],
    tax: {
      scheme: isAbroad ? 'EU_VAT' : undefined,
      pricesIncludeTax: data.every(({ taxes }) => taxes.every(({ rate }) => rate.inclusive)),
    },
    payment: { method: METHODS[type] ?? 'other', last4: card?.last4 },
    source: { platform: 'stripe', externalId: session.id },
    customer: { email, country: address.country },
    channel: 'ecommerce',
    extensions: shop.extensions,
  };
}

/** The amount of a refund, for `createCreditNote`: Stripe knows only the amount. */
export const toCredit = ({ amount }: { amount: number }): { amount: number } => ({ amount });
