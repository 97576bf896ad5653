import type { Shop } from '../../engine/shop.js';
import type { Completion, RefundInput } from '../types.js';
import { correct, itemsOf } from './correction.js';
import { takeLines } from './refund-lines.js';

/**
 * Makes the refund of a sale, or of parts of it. Figures are positive, and rates are those of the sale. The parts of a
 * line add up to the line to the minor unit, in whatever order they are returned.
 *
 * What is wrong with the input is an issue whose `field` is what you wrote: `sale`, `priorCorrections[1]`,
 * `lines[0].quantity`. A line or amount that was returned before gives `over_refund`. Two refunds that are made at the
 * same time do not see each other: make and write one after the other.
 *
 * @param input `sale`: the document as it was stored, or as it was sent with its `originalTransactionId`; of an
 * exchange, the lines that were sold are returned. `priorCorrections`: all of them so far
 * @throws UsageError for a value that is not a shop, an input that is not an object, and `priorCorrections` that is not
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
    fields: ['lines'],
    returned: 'lines',
    take: (work, ledger, { lines }) => takeLines(work, ledger, 'lines', lines),
    items: itemsOf,
  });
}
