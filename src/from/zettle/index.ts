/**
 * Converts Zettle purchases to drafts and corrections, with the figures that Zettle charged. Reads a purchase from the
 * Purchase API v2, or a `PurchaseCreated` event from the Pusher API. A refund is also a purchase.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { orderOf, readCorrection, readReturn } from './corrections.js';
import { readSale } from './purchase.js';

/**
 * Maps a purchase to a draft for `complete`, and returns the figures that Zettle charged, for the `expect` option.
 *
 * @param payload a `ZettlePurchase`; problems become issues, never exceptions
 * @param options data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(purchase, { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps a purchase with `refund: true` to the input for `createRefund`, and returns the figures that Zettle refunded.
 *
 * @param payload a `ZettlePurchase`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for a purchase, and compares it with the figures that Zettle charged. A purchase with `refund:
 * true` becomes a refund of `options.sale`; without that option, it becomes a return without an original. `{ purchase,
 * refunds }` is a refund together with its sale.
 *
 * @param payload a `ZettlePurchase`; problems become issues, never exceptions
 * @param options data that the payload does not contain; for a correction, also its sale
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function completeFrom(payload: unknown, options: CompleteFromOptions): Completion {
  return completeWith({ readSale, readCorrection, readReturn, orderOf }, payload, options);
}

export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
export type { CorrectionResult, CorrectionSource, DraftResult, MappedCorrection, MappedSale } from '../core/adapter.js';
export type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
export type * from './types.js';
