import type { Shop } from '../../engine/shop.js';
import type { Completion, RefundInput } from '../types.js';
import { correct, itemsOf } from './correction.js';
import { checkFees, feeItems } from './fees.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Makes the refund of a sale, or of parts of it, less `fees` that the seller keeps. Figures are positive, and rates are those of the sale. The parts of a
 * line add up to the line to the minor unit, in whatever order they are returned.
 *
 * Faults of the input are issues whose `field` is what you wrote: `sale`, `priorCorrections[1]`, `lines[0].quantity`. A
 * line or amount that was already returned gives `over_refund`. Two refunds created at the same time do not see each
 * other: create and store one after the other.
 *
 * @param input `sale`: the document as stored, or as sent with its `originalTransactionId`; for an exchange, its sold
 * lines are returned. `priorCorrections`: all of them so far
 * @throws UsageError for a value that is not a shop, an input that is not an object, or `priorCorrections` that are not
 * an array
 * @example
 * const refund = createRefund(shop, {
 *   sale: stored, priorCorrections: [], lines: [{ line: 0, quantity: 1 }], reason: 'returned',
 *   receiptNumber: '2', timestamp: '2026-11-22T10:00:00+01:00', source: { platform: 'shop', externalId: '2' },
 * });
 */
export function createRefund(shop: Shop, input: RefundInput): Completion {
  return correct(shop, input, {
    type: 'refund',
    fields: ['lines', 'fees'],
    returned: 'lines',
    refundLines: (context, ledger, { lines, fees }) => {
      const refunded = readRefundLines(context, ledger, 'lines', lines);
      checkFees(context, fees, refunded);
      return refunded;
    },
    items: (sale, lines, { fees }) => [...itemsOf(sale, lines), ...feeItems(fees)],
  });
}
