/** Orders of Square in the United States, as its Orders API gives them, to drafts; the library computes the rest. */
import { toLocalTimestamp, type SaleDraft, type RefundLine } from 'receipt-rule-packs/complete';
import type { SquareOrder } from './orders.js';

const METHODS = { CASH: 'cash', CARD: 'card', WALLET: 'mobile', SQUARE_GIFT_CARD: 'other' } as const;

export function toDraft(
  order: SquareOrder,
  shop: { businessId: string; timeZone: string; taxRate: number },
): SaleDraft {
  const [tender, ...others] = order.tenders;
  const method = tender !== undefined && others.length === 0 ? METHODS[tender.type] : 'other';
  return {
    receiptNumber: order.id,
    timestamp: toLocalTimestamp(new Date(order.created_at), shop.timeZone),
    currency: 'USD',
    vendor: { id: shop.businessId },
    items: order.line_items.map(({ name, quantity, unit, base_price_money, item_type, applied_taxes = [] }) => ({
      ...{ name, quantity: Number(quantity), unit, unitPrice: base_price_money.amount },
      ...(applied_taxes.length > 0
        ? { taxRate: shop.taxRate }
        : { taxRate: 0, taxCategory: item_type === 'GIFT_CARD' ? ('O' as const) : ('E' as const) }),
    })),
    discounts: order.discounts.map(({ name, percentage, amount_money }) =>
      percentage === undefined
        ? { amount: amount_money?.amount ?? 0, description: name }
        : { percent: Number(percentage), description: name },
    ),
    charges: order.service_charges.map(({ name, amount_money }) => ({ name, amount: amount_money.amount })),
    tip: tender?.tip_money?.amount,
    tax: {
      pricesIncludeTax: false,
      jurisdictions: order.taxes.map(({ name, percentage, level }) => ({ level, name, rate: Number(percentage) })),
    },
    payment: method === 'card' ? { method, last4: tender?.last_4 } : { method },
    source: { platform: 'square', externalId: order.id },
  };
}

/** The returned lines of an order, for `createRefund`. */
export const toRefundLines = ({ line_items, returns = [] }: SquareOrder): RefundLine[] =>
  returns.flatMap(({ return_line_items }) =>
    return_line_items.map(({ source_line_item_uid, quantity }) => ({
      line: line_items.findIndex(({ uid }) => uid === source_line_item_uid),
      quantity: Number(quantity),
    })),
  );
