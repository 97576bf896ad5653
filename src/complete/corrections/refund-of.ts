import type { Transaction } from '../../document/types.generated.js';
import type { Business } from '../../pack/types.js';
import type { Registry } from '../../registry.js';
import type { CompleteOptions, Completion, CorrectionHead, Take } from '../types.js';
import { correct, itemsOf } from './correction.js';
import { takeLines } from './takes.js';

/**
 * Makes the refund of a sale, or of parts of it. Figures are positive, and rates are those of the sale. The parts of a
 * line add up to the line to the minor unit, in whatever order they are returned, if `earlier` has all earlier
 * corrections.
 *
 * A line or amount that was returned before gives `over_refund`. Two refunds that are made at the same time do not see
 * each other: make and write one after the other.
 *
 * @param sale the document as it was sent or stored; of an exchange, the lines that were bought are returned
 * @param take `'all'` that is left, or the returned lines; indexes are those of `sale.items`
 * @throws TypeError for wrong use: no registry, a business without country, an unknown option, a head that is not an object
 * @example
 * const { completed } = refundOf(registry, sale, [{ line: 0, quantity: 1 }], {
 *   receiptNumber: '2', timestamp: '2026-11-22T10:00:00+01:00', source: { platform: 'shop', externalId: '2' },
 *   originalTransactionId: 'txn_1', reason: 'returned', earlier: [],
 * }, { country: 'DE' });
 */
export function refundOf(
  registry: Registry,
  sale: Transaction,
  take: readonly Take[] | 'all',
  head: CorrectionHead,
  business: Business,
  options?: CompleteOptions,
): Completion {
  return correct({
    type: 'refund',
    registry,
    sale,
    head,
    business,
    options,
    take: (work, ledger) => takeLines(work, ledger, take),
    items: itemsOf,
  });
}
