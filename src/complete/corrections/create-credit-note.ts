import type { Shop } from '../../engine/shop.js';
import { shares } from '../allocate.js';
import type { Completion, CreditNoteInput } from '../types.js';
import { figure, type Fields, type CompletionContext } from '../completion-context.js';
import { correct, itemsOf } from './correction.js';
import type { ParsedLine } from './document.js';
import { remainingAtRate, type RefundLedger } from './ledger.js';
import { amountLine, readRefundLines } from './refund-lines.js';

/**
 * Makes the credit note of a sale: for lines, for the remainder, or for an amount, which is divided among the rates in
 * proportion to their remainders. An amount gives one line per rate, named after the reason. Otherwise the same as
 * `createRefund`.
 *
 * @throws UsageError as `createRefund`
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
      if (amount === undefined) return readRefundLines(context, ledger, 'lines', lines);
      if (lines === undefined) return takeAmount(context, ledger, amount, nameOf(given));
      context.report(['amount'], 'not_allowed', 'lines and amount are both set. Send one of them.', amount);
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
  const amount = figure(given);
  if (amount === undefined || amount <= 0) {
    context.reportType(
      ['amount'],
      typeof given === 'number' ? 'out_of_range' : 'invalid_type',
      'an integer in minor units above 0',
      given,
    );
    return [];
  }
  const rates = ledger.rates.all.filter((rate) => remainingAtRate(rate).amount > 0n);
  const weights = rates.map((rate) => Number(remainingAtRate(rate).amount));
  const rest = weights.reduce((sum, weight) => sum + weight, 0);
  if (amount > rest) {
    context.report(
      ['amount'],
      'over_refund',
      `amount is ${amount}, but only ${rest} of the sale can still be refunded.`,
      amount,
      rest,
    );
    return [];
  }
  const lines = shares(amount, weights).map((share, i) =>
    amountLine(rates[i]!, rates[i]!.sold, remainingAtRate(rates[i]!), share, name, ledger.sale.pricesIncludeTax),
  );
  return lines.filter((line) => line.amount > 0);
}
