/** Orders of Shopify, as its REST Admin API gives them, to drafts; the library computes the rest. */
import { toMinorUnits, toPercent, type SaleDraft, type RefundLine } from 'receipt-rule-packs/complete';
import type { Payment } from 'receipt-rule-packs';
import type { ShopifyOrder } from './orders.js';

const METHODS: Readonly<Record<string, Payment['method']>> = {
  cash: 'cash',
  shopify_payments: 'card',
  swish: 'mobile',
};

/** Several tenders, or a different one such as a gift card, are `other`. */
function paymentOf([first, ...others]: ShopifyOrder['payments']): Payment {
  const method = others.length === 0 && first !== undefined ? (METHODS[first.gateway] ?? 'other') : 'other';
  return method === 'card' ? { method, last4: first?.last4 } : { method };
}

export function toDraft(
  order: ShopifyOrder,
  shop: { businessId: string; country: string; extensions?: SaleDraft['extensions'] },
): SaleDraft {
  const money = (amount: string) => toMinorUnits(amount, order.currency);
  const destination = order.shipping_address?.country_code ?? shop.country;
  const isAbroad = destination !== shop.country;
  return {
    receiptNumber: order.name,
    timestamp: order.created_at,
    currency: order.currency,
    vendor: { id: shop.businessId },
    items: order.line_items.map(({ title, sku, quantity, price, gift_card, tax_lines: [tax] }) => ({
      ...{ name: title, sku, quantity, unitPrice: money(price) },
      // The sale of a voucher for any goods is not a supply yet: the tax is due when it is used.
      ...(gift_card
        ? { taxRate: 0, taxCategory: 'O' as const }
        : { taxRate: toPercent(tax?.rate ?? 0), taxCategory: tax ? undefined : ('Z' as const) }),
    })),
    discounts: order.discount_codes.map(({ code, amount }) => ({ amount: money(amount), description: code })),
    charges: order.shipping_lines.map(({ title, price }) => ({ name: title, amount: money(price) })),
    tip: money(order.total_tip_received ?? '0'),
    tax: { scheme: isAbroad ? 'EU_VAT' : undefined, pricesIncludeTax: order.taxes_included },
    payment: paymentOf(order.payments),
    source: { platform: 'shopify', externalId: String(order.id) },
    ...(isAbroad ? { channel: 'ecommerce', customer: { country: destination } } : {}),
    extensions: shop.extensions,
  };
}

/** The returned lines of a refund, for `createRefund`. */
export const toRefundLines = (
  { line_items }: ShopifyOrder,
  { refund_line_items }: ShopifyOrder['refunds'][number],
): RefundLine[] =>
  refund_line_items.map(({ line_item_id, quantity }) => ({
    line: line_items.findIndex(({ id }) => id === line_item_id),
    quantity,
  }));
