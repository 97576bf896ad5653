import type { CorrectedSale } from '../../complete/types.js';
import type { CorrectionSource } from '../core/adapter.js';
import { moneyBack } from '../core/money-back.js';
import { checkCurrency, checkSale, correctionOf } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { idOf, unwrap } from './sale.js';

/** Reads the next refund from the events of a transaction: the first one without a prior correction. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const transaction = unwrap(given);
  checkCurrency(transaction.at('currency'), of, seller);
  const id = transaction.either('transaction_code', 'transaction_id', 'id');
  checkSale(id, of, idOf(transaction));
  const events = transaction.either('events', 'transaction_events');
  const done = ['SUCCESSFUL', 'REFUNDED'];
  const refunds = events
    .list()
    .filter(
      (event) => event.either('type', 'event_type').value === 'REFUND' && done.includes(event.at('status').text()),
    );
  const event = refunds[of.priorCorrections.length];
  if (event === undefined) events.report('source_not_final', 'has no other successful refund');
  const refund = event ?? transaction;
  const number = refund.either('receipt_no', 'id').id();
  const timestamp = refund.at('timestamp').time(seller.timeZone);
  const fields = correctionOf('sumup', seller, number, timestamp, refund.at('id').id(number));
  return moneyBack(of, { ...fields, reason: 'returned' }, refund.at('amount').money());
}
