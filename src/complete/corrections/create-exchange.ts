import type { Shop } from '../../engine/shop.js';
import type { Completion, DraftLine, ExchangeInput } from '../types.js';
import type { Fields, CompletionContext } from '../completion-context.js';
import { correct, itemsOf } from './correction.js';
import { negated } from './document.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Makes an exchange: returned lines of a sale, negative, and lines sold instead. The total is the difference and may have
 * any sign. A difference paid in cash is rounded.
 *
 * @throws UsageError as `createRefund`
 * @example
 * createExchange(shop, {
 *   sale: stored, priorCorrections: [], returned: [{ line: 0, quantity: 1 }],
 *   sold: [{ name: 'Mug, blue', unitPrice: 12900, taxRate: 19 }], receiptNumber, timestamp, source,
 * });
 */
export function createExchange(shop: Shop, input: ExchangeInput): Completion {
  return correct(shop, input, {
    type: 'exchange',
    fields: ['returned', 'sold'],
    returned: 'returned',
    refundLines: (context, ledger, { returned, sold }) => {
      checkSold(context, sold);
      return readRefundLines(context, ledger, 'returned', returned);
    },
    items: (sale, lines, { sold }) => [...itemsOf(sale, lines.map(negated)), ...(sold as DraftLine[])],
  });
}

function checkSold(context: CompletionContext, sold: Fields[string]): void {
  if (!Array.isArray(sold))
    context.reportType(['sold'], sold === undefined ? 'required' : 'invalid_type', 'an array of lines', sold);
  else if (sold.length === 0)
    context.report(['sold'], 'too_few_items', 'sold is empty. Send a line, or create a refund.');
}
