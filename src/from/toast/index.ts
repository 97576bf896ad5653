/**
 * Converts Toast checks to drafts and corrections, with the figures that Toast charged. Reads a check from the Orders
 * API v2, or an order with one check, and the refunds in it.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { readCorrection, readSale } from './sale.js';

/**
 * Maps a check to a draft for `complete`, and returns the figures that Toast charged, for the `expect` option. Checks
 * do not state their currency, so the draft gets the law's currency.
 *
 * @param payload a `ToastPayload`; problems become issues, never exceptions
 * @param options data that the payload does not contain; `rates` has percentages by tax name, for taxes without a
 * percentage
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(order.checks[0], { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps the next refund of a check to the input for `createRefund`, or for `createCreditNote` if it lists no items, and
 * returns the figures that Toast refunded. Skips as many refunds as there are prior corrections.
 *
 * @param payload a `ToastPayload`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for a check or, with `options.sale`, for its next refund, and compares it with the figures
 * that Toast charged or refunded.
 *
 * @param payload a `ToastPayload`; problems become issues, never exceptions
 * @param options data that the payload does not contain; for a correction, also its sale
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function completeFrom(payload: unknown, options: CompleteFromOptions): Completion {
  return completeWith({ readSale, readCorrection }, payload, options);
}

export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
export type { CorrectionResult, CorrectionSource, DraftResult, MappedCorrection, MappedSale } from '../core/adapter.js';
export type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
export type * from './types.js';
