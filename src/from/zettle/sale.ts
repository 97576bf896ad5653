import type { SaleSource } from '../core/adapter.js';
import { draftOf, paidBy } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { readPurchase, unwrap } from './purchase.js';

/** Reads a purchase that is not a refund. */
export function readSale(given: Reader, seller: Seller): SaleSource {
  const purchase = unwrap(given);
  const refund = purchase.at('refund');
  if (refund.flag(false)) refund.report('source_not_understood', 'is true: map a refund with toCorrection');
  const { id, pricesIncludeTax, tenders, expect, receiptNumber, timestamp, currency, items, discounts, charges, tip } =
    readPurchase(purchase, seller, 1);
  const channel = purchase.at('source').text('') === 'WEB_SHOP' ? 'ecommerce' : undefined;
  const figures = { receiptNumber, timestamp, currency, channel, items, discounts, charges, tip };
  return { draft: { ...draftOf('zettle', seller, id, pricesIncludeTax), ...figures, ...paidBy(tenders) }, expect };
}
