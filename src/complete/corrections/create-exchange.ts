import type { Shop } from '../../engine/shop.js';
import type { Completion, DraftLine, ExchangeInput } from '../types.js';
import type { Fields, CompletionContext } from '../completion-context.js';
import { correct, itemsOf, type CorrectionPlan } from './correction.js';
import { negated } from './document.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Creates an exchange, with negative lines for the returned goods and positive lines for the goods sold instead. The
 * total is the difference, which can have either sign, and is rounded if paid in cash.
 *
 * @throws UsageError as for `createRefund`
 * @example
 * createExchange(shop, {
 *   sale: stored, priorCorrections: [], returned: [{ line: 0, quantity: 1 }],
 *   sold: [{ name: 'Mug, blue', unitPrice: 12900, taxRate: 19 }], receiptNumber, timestamp, source,
 * });
 */
export function createExchange(shop: Shop, input: ExchangeInput): Completion {
  return correct(shop, input, EXCHANGE);
}

/** The correction plan for exchanges. */
export const EXCHANGE: CorrectionPlan = {
  type: 'exchange',
  fields: ['returned', 'sold'],
  returned: 'returned',
  refundLines: (context, ledger, { returned, sold }) => {
    checkSold(context, sold);
    return readRefundLines(context, ledger, 'returned', returned);
  },
  items: (sale, lines, { sold }) => [...itemsOf(sale, lines.map(negated)), ...(sold as DraftLine[])],
};

function checkSold(context: CompletionContext, sold: Fields[string]): void {
  if (!Array.isArray(sold))
    context.reportType(['sold'], sold === undefined ? 'required' : 'invalid_type', 'an array of lines', sold);
  else if (sold.length === 0)
    context.report(['sold'], 'too_few_items', 'sold is empty. Send a line, or create a refund.');
}
