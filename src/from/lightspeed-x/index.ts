/**
 * Converts sales from Lightspeed Retail (X-Series), formerly Vend, to drafts and corrections, with the figures that
 * Lightspeed charged. Reads sales from API 2.0, register sales from API 0.9, and webhook bodies, including form-encoded
 * bodies. A return is also a sale.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { readCorrection, readReturn } from './corrections.js';
import { readSale } from './sale.js';

/**
 * Maps a sale to a draft for `complete`, and returns the figures that Lightspeed charged, for the `expect` option.
 * Sales do not state their currency, so the draft gets the law's currency.
 *
 * @param payload a `LightspeedPayload`; problems become issues, never exceptions
 * @param options data that the payload does not contain; `rates` has the rates by tax id, for sales without them
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(sale, { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps a sale with `return_for` to the input for `createRefund`, and returns the figures that Lightspeed refunded.
 *
 * @param payload a `LightspeedPayload`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for a sale, and compares it with the figures that Lightspeed charged. A sale with `return_for`
 * becomes a refund of `options.sale`; without that option, it becomes a return without an original.
 *
 * @param payload a `LightspeedPayload`; problems become issues, never exceptions
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
