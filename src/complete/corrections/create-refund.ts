import type { Shop } from '../../engine/shop.js';
import type { Completion, RefundInput } from '../types.js';
import { correct, itemsOf } from './correction.js';
import { checkFees, feeItems } from './fees.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Creates a refund for a sale, or for parts of it, minus `fees` that the seller keeps. Figures are positive, and rates
 * are those of the sale. Partial refunds of a line, in any order, add up to exactly that line.
 *
 * Money is refunded to `tenders` or `payment`. By default, it goes to the sale's tenders, up to the amount that prior
 * refunds left of each. Cash comes last, and is rounded as the law in force requires. `expect` is compared with the
 * figures, as in `complete`.
 *
 * Errors in the input are reported as issues whose `field` is a path in the input, such as `priorCorrections[1]` or
 * `lines[0].quantity`. Refunding a line or amount twice causes `over_refund`. Refunds created concurrently do not take
 * account of each other: store one before you create the next.
 *
 * @param input `sale`: the document as stored, or as sent together with `originalTransactionId`; for an exchange, the
 * sold lines are refunded. `priorCorrections`: all corrections of the sale so far
 * @throws UsageError if `shop` is not a shop, the input is not an object, or `priorCorrections` is not an array;
 * `invalid_option` if `expect` is wrong
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
      checkFees(context, fees, { lines: refunded, pricesIncludeTax: ledger.sale.pricesIncludeTax });
      return refunded;
    },
    items: (sale, lines, { fees }) => [...itemsOf(sale, lines), ...feeItems(fees)],
  });
}
