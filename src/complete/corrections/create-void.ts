import type { Shop } from '../../engine/shop.js';
import type { Completion, VoidInput } from '../types.js';
import type { CompletionContext } from '../completion-context.js';
import { correct, itemsOf } from './correction.js';
import type { ParsedLine } from './document.js';
import type { RefundLedger } from './ledger.js';

/**
 * Creates a void for a sale that never took place, with the lines of the sale, a total of 0, and `settled` false.
 *
 * @throws UsageError as for `createRefund`
 * @example
 * createVoid(shop, { sale: stored, priorCorrections: [], reason: 'duplicate', receiptNumber, timestamp, source });
 */
export function createVoid(shop: Shop, input: VoidInput): Completion {
  return correct(shop, input, {
    type: 'void',
    fields: [],
    returned: 'sale',
    refundLines: allOf,
    items: itemsOf,
  });
}

function allOf(context: CompletionContext, ledger: RefundLedger): readonly ParsedLine[] {
  if (ledger.isUntouched) return ledger.sale.lines;
  const message = 'part of the sale has already been refunded, and only a whole sale can be voided.';
  context.report(['priorCorrections'], 'over_refund', message, undefined, []);
  return [];
}
