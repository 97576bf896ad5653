import type { Shop } from '../../engine/shop.js';
import { sharesIn } from '../allocate.js';
import { checkAmount } from '../order-discounts.js';
import type { Completion, CreditNoteInput } from '../types.js';
import type { Fields, CompletionContext } from '../completion-context.js';
import { correct, itemsOf } from './correction.js';
import type { ParsedLine } from './document.js';
import { remainingAtRate, type RefundLedger } from './ledger.js';
import { amountLine, readRefundLines } from './refund-lines.js';

/**
 * Creates a credit note for lines of a sale, for everything that remains, or for an amount. An amount is divided among
 * the rates in proportion to the remaining amounts, with one line per rate, named after the reason. Lines outside the
 * scope of the tax, such as gift cards, are credited last. Otherwise like `createRefund`.
 *
 * @throws UsageError for the same reasons as `createRefund`
 * @example
 * createCreditNote(shop, {
 *   sale: stored, priorCorrections: [], amount: 2500, reason: 'price_adjustment', receiptNumber, timestamp, source,
 * });
 */
export function createCreditNote(shop: Shop, input: CreditNoteInput): Completion {
  const isByAmount = (Object(input) as Partial<CreditNoteInput>).amount !== undefined;
  return correct(shop, input, {
    type: 'credit_note',
    fields: ['lines', 'amount'],
    returned: isByAmount ? 'amount' : 'lines',
    refundLines: (context, ledger, given) => {
      const { lines, amount } = given;
      if (amount === undefined && lines === undefined) {
        context.report(['lines'], 'required', 'is required, unless amount is set');
        return [];
      }
      if (amount === undefined) return readRefundLines(context, ledger, 'lines', lines);
      if (lines === undefined) return takeAmount(context, ledger, amount, nameOf(given));
      context.reportBoth(['amount'], 'lines', amount);
      return [];
    },
    items: itemsOf,
  });
}

function nameOf({ reason, note }: Fields): string {
  if (typeof reason === 'string' && reason !== 'other') return reason.replaceAll('_', ' ');
  return typeof note === 'string' && note !== '' ? note : 'credit';
}

function takeAmount(context: CompletionContext, ledger: RefundLedger, given: unknown, name: string): ParsedLine[] {
  const amount = checkAmount(context, ['amount'], given, 1);
  if (amount === undefined) return [];
  const open = ledger.rates.all.filter((rate) => remainingAtRate(rate).amount > 0n);
  const rest = open.reduce((sum, rate) => sum + Number(remainingAtRate(rate).amount), 0);
  if (amount > rest) {
    context.report(
      ['amount'],
      'over_refund',
      `is ${amount}, but only ${rest} of the sale can still be refunded`,
      amount,
      rest,
    );
    return [];
  }
  // Gift cards and tips are outside the scope of the tax, and credited only when nothing else remains.
  const groups = [open.filter(({ category }) => category !== 'O'), open.filter(({ category }) => category === 'O')];
  let due = amount;
  const lines = groups.flatMap((rates) => {
    const lefts = rates.map(remainingAtRate);
    const weights = lefts.map((left) => Number(left.amount));
    const part = Math.min(
      due,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
    due -= part;
    return sharesIn(ledger.unit, part, weights).map((share, i) =>
      amountLine(rates[i]!, rates[i]!.sold, lefts[i]!, share, name, ledger),
    );
  });
  return lines.filter((line) => line.amount > 0);
}
