/** Purchases of Zettle, as its Purchase API gives them, to drafts; the library computes the rest. */
import type { Payment } from 'receipt-rule-packs';
import { toLocalTimestamp } from 'receipt-rule-packs/complete';
import type { DraftDiscount, DraftLine, RefundLine, SaleDraft } from 'receipt-rule-packs/complete';
import type { ZettleDiscount, ZettleProduct, ZettlePurchase } from './orders.js';

const METHODS: Readonly<Record<string, Payment['method']>> = {
  IZETTLE_CASH: 'cash',
  IZETTLE_CARD: 'card',
  SWISH: 'mobile',
};

const discountOf = ({ name, percentage, amount = 0 }: ZettleDiscount): DraftDiscount =>
  percentage === undefined ? { amount, description: name } : { percent: percentage, description: name };

/** A line of a purchase. An exchange can have such a line too. */
export const toLine = ({
  name,
  quantity,
  unitName,
  unitPrice,
  vatPercentage,
  type,
  discount,
}: ZettleProduct): DraftLine => ({
  ...{ name, quantity: Number(quantity), unit: unitName, unitPrice, taxRate: vatPercentage },
  taxCategory: type === 'GIFTCARD' ? 'O' : vatPercentage === 0 ? 'Z' : undefined,
  discount: discount && discountOf(discount),
});

export function toDraft(purchase: ZettlePurchase, shop: { businessId: string; timeZone: string }): SaleDraft {
  const [payment, ...others] = purchase.payments;
  const method = payment !== undefined && others.length === 0 ? (METHODS[payment.type] ?? 'other') : 'other';
  return {
    receiptNumber: String(purchase.purchaseNumber),
    timestamp: toLocalTimestamp(new Date(purchase.timestamp), shop.timeZone),
    currency: purchase.currency,
    vendor: { id: shop.businessId },
    items: purchase.products.map(toLine),
    discounts: purchase.discounts.map(discountOf),
    tip: purchase.payments.find(({ gratuityAmount }) => gratuityAmount)?.gratuityAmount,
    tax: { pricesIncludeTax: true },
    payment: method === 'card' ? { method, last4: payment?.attributes?.maskedPan?.slice(-4) } : { method },
    source: { platform: 'zettle', externalId: purchase.purchaseUUID1 },
  };
}

/** The returned lines of a purchase, for `createRefund` and `createExchange`. */
export const toRefundLines = (
  { products }: ZettlePurchase,
  returned: readonly Pick<ZettleProduct, 'id' | 'quantity'>[],
): RefundLine[] =>
  returned.map(({ id, quantity }) => ({
    line: products.findIndex((product) => product.id === id),
    quantity: Number(quantity),
  }));
