/**
 * Converts Stripe sales to drafts and corrections, with the figures that Stripe charged. Reads Checkout Sessions with
 * their lines, Stripe Tax calculations and invoices. Reads refunds and credit notes together with their sale. Accepts
 * JSON or SDK objects.
 */
import type { Completion } from '../../complete/types.js';
import { mapCorrection, mapSale, type CorrectionResult, type DraftResult } from '../core/adapter.js';
import { completeWith } from '../core/complete-with.js';
import type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
import { orderOf, readCorrection } from './corrections.js';
import { readSale } from './sale.js';

/**
 * Maps a Checkout Session, a tax calculation or an invoice to a draft for `complete`, and returns the figures that
 * Stripe charged, for the `expect` option. Retrieve sessions with `expand: ['line_items.data.taxes',
 * 'payment_intent.latest_charge', 'shipping_cost.taxes']`.
 *
 * @param payload a `StripeSale`; problems become issues, never exceptions
 * @param options data that the payload does not contain; `rates` has percentages by tax rate id, for invoices
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 * @example
 * const mapped = toDraft(session, { shop, businessId: 'biz_1' });
 * if (mapped.valid) complete(shop, mapped.draft, { expect: mapped.expect });
 */
export function toDraft(payload: unknown, options: SellerOptions): DraftResult {
  return mapSale(readSale, payload, options);
}

/**
 * Maps a refund or a credit note to the input for `createRefund` or `createCreditNote`, and returns the figures that
 * Stripe refunded. Stripe refunds have no lines: a refund of the whole remaining balance returns all lines; any other
 * amount becomes a credit.
 *
 * @param payload a `StripeCorrection`; problems become issues, never exceptions
 * @param options the original sale, its prior corrections, and data that the payload does not contain
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function toCorrection(payload: unknown, options: CorrectionOptions): CorrectionResult {
  return mapCorrection(readCorrection, payload, options);
}

/**
 * Completes the document for a sale or a correction, and compares it with the figures that Stripe charged or refunded.
 * Without `options.sale`, a credit note corrects its `invoice`, if expanded.
 *
 * @param payload a `StripeSale` or `StripeCorrection`; problems become issues, never exceptions
 * @param options data that the payload does not contain; for a correction, also its sale
 * @throws UsageError if `options.shop` is not a shop, or if an option is unknown or invalid
 */
export function completeFrom(payload: unknown, options: CompleteFromOptions): Completion {
  return completeWith({ readSale, readCorrection, orderOf }, payload, options);
}

export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
export type { CorrectionResult, CorrectionSource, DraftResult, MappedCorrection, MappedSale } from '../core/adapter.js';
export type { CompleteFromOptions, CorrectionOptions, SellerOptions } from '../core/seller.js';
export type * from './types.js';
