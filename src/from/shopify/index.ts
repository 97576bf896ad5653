/**
 * Converts Shopify orders and refunds to drafts and corrections, with the figures that Shopify charged. Reads orders
 * from the REST Admin API, from webhooks, and from GraphQL Admin API responses to `ORDER_QUERY`. Reads refunds alone,
 * or with their order as `{ order, refund }`.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { orderOf, readCorrection } from './corrections.js';
import { readSale } from './sale.js';

/**
 * Maps an order to a draft for `complete`, and returns the figures that Shopify charged, for the `expect` option.
 *
 * @param payload a `ShopifyOrder`, or an API response that contains it; problems become issues, never exceptions
 * @param options data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(order, { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps a refund to the input for `createRefund`, or for `createCreditNote` if it lists no lines, and returns the
 * figures that Shopify refunded.
 *
 * @param payload a `ShopifyRefund` or `{ order, refund }`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for an order or a refund, and compares it with the figures that Shopify charged or refunded.
 * Without `options.sale`, a refund corrects the order in the same payload.
 *
 * @param payload an order, a refund or `{ order, refund }`; problems become issues, never exceptions
 * @param options data that the payload does not contain; for a correction, also its sale
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function completeFrom(payload: unknown, options: CompleteFromOptions): Completion {
  return completeWith({ readSale, readCorrection, orderOf }, payload, options);
}

export { ORDER_QUERY } from './types.js';
export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
export type { CorrectionResult, CorrectionSource, DraftResult, MappedCorrection, MappedSale } from '../core/adapter.js';
export type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
export type * from './types.js';
