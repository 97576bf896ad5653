/**
 * Converts Square orders to drafts and corrections, with the figures that Square charged. Reads orders from the Orders
 * API, as JSON or as the SDK's `Square.Order`. An order with `returns` is a correction of another order.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { readCorrection, readReturn } from './corrections.js';
import { readSale } from './sale.js';

/**
 * Maps an order to a draft for `complete`, and returns the figures that Square charged, for the `expect` option.
 *
 * @param payload a `SquareOrder`, or an API response that contains it; problems become issues, never exceptions
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
 * Maps an order with `returns` to the input for `createRefund`, and returns the figures that Square refunded.
 *
 * @param payload a `SquareOrder`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for an order, and compares it with the figures that Square charged. An order with `returns`
 * becomes a refund of `options.sale`; without that option, it becomes a return without an original.
 *
 * @param payload a `SquareOrder`; problems become issues, never exceptions
 * @param options data that the payload does not contain; for a correction, also its sale
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function completeFrom(payload: unknown, options: CompleteFromOptions): Completion {
  return completeWith({ readSale, readCorrection, readReturn }, payload, options);
}

export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
export type { CorrectionResult, CorrectionSource, DraftResult, MappedCorrection, MappedSale } from '../core/adapter.js';
export type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
export type * from './types.js';
