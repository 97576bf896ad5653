import type { Shop } from '../../engine/shop.js';
import type { Completion, VoidInput } from '../types.js';
import type { Work } from '../work.js';
import { correct, itemsOf } from './correction.js';
import type { SoundLine } from './document.js';
import type { Ledger } from './ledger.js';

/**
 * Makes the void of a sale that never took place: the lines of the sale, total 0, not settled.
 *
 * @throws UsageError as `createRefund`
 * @example
 * createVoid(shop, { sale: stored, priorCorrections: [], reason: 'duplicate', receiptNumber, timestamp, source });
 */
export function createVoid(shop: Shop, input: VoidInput): Completion {
  return correct(shop, input, {
    type: 'void',
    fields: [],
    returned: 'sale',
    take: allOf,
    items: itemsOf,
  });
}

function allOf(work: Work, ledger: Ledger): readonly SoundLine[] {
  if (ledger.isUntouched) return ledger.sale.lines;
  const message = 'part of the sale has already been refunded, and only a whole sale can be voided.';
  work.report(['priorCorrections'], 'over_refund', message, undefined, []);
  return [];
}
