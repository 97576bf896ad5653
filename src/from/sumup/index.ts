/**
 * Converts SumUp payments to drafts and corrections, with the figures that SumUp charged. Reads receipts, or
 * transactions with their products, and the refunds in their events.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { readCorrection, readSale } from './sale.js';

/**
 * Maps a payment to a draft for `complete`, and returns the figures that SumUp charged, for the `expect` option.
 * Products have no ids, so the key of each line is its position, counted from 1.
 *
 * @param payload a `SumUpPayload`; problems become issues, never exceptions
 * @param options data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(receipt, { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps the next refund in the events of a payment to the input for `createCreditNote`, or for `createRefund` if it
 * refunds the whole remaining balance, and returns the figures that SumUp refunded. Skips as many refunds as there are
 * prior corrections.
 *
 * @param payload a `SumUpPayload`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for a payment or, with `options.sale`, for its next refund, and compares it with the figures
 * that SumUp charged or refunded.
 *
 * @param payload a `SumUpPayload`; problems become issues, never exceptions
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
