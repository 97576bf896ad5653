import type { CorrectedSale, RefundLine } from '../../complete/types.js';
import type { CorrectionSource } from '../core/adapter.js';
import { moneyBack } from '../core/money-back.js';
import { checkSale, correctionOf, factsOf } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { checkOf } from './sale.js';

/** A refund of a payment. Amounts are in minor units. */
interface Refund {
  readonly id: string;
  readonly timestamp: string;
  readonly amount: number;
  readonly tip: number;
}

/** Reads the next refund of a check: the first one without a prior correction. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const check = checkOf(given);
  const { pricesIncludeTax } = factsOf(of);
  const guid = check.at('guid');
  checkSale(guid, of, guid.id());
  const payments = check.at('payments');
  const refunds = payments.list().flatMap((payment): Refund[] => {
    const refund = payment.at('refund');
    if (refund.isAbsent) return [];
    const id: string = idOf(refund) ?? payment.at('guid').id();
    const timestamp = refund.at('refundDate').time(seller.timeZone);
    return [{ id, timestamp, amount: refund.at('refundAmount').money(), tip: refund.at('tipRefundAmount').money(0) }];
  });
  refunds.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  const ids = [...new Set(refunds.map(({ id }) => id))];
  const next = ids[of.priorCorrections.length];
  if (next === undefined) payments.report('source_not_final', 'have no other refund');
  const parts = refunds.filter(({ id }) => id === next);
  const tip = parts.reduce((sum, refund) => sum + refund.tip, 0);
  const total = parts.reduce((sum, refund) => sum + refund.amount, tip);
  const reason = 'returned';
  const fields = { ...correctionOf('toast', seller, next ?? '', parts[0]?.timestamp ?? ''), reason } as const;
  const expected = ['selections', 'appliedServiceCharges'].flatMap((name) =>
    check.entries(name).flatMap((line) => {
      const details = line.at('refundDetails');
      if (details.isAbsent || (idOf(details) ?? next) !== next) return [];
      const tax = details.at('taxRefundAmount').money(0);
      const amount = details.at('refundAmount').money() + (pricesIncludeTax ? tax : 0);
      return [{ key: line.at('guid').id(), amount, tax }];
    }),
  );
  if (expected.length === 0) return moneyBack(of, fields, total);
  if (tip > 0) expected.push({ key: 'tip', amount: tip, tax: 0 });
  const lines = expected.map(({ key, amount }): RefundLine => ({ key, amount }));
  const tax = expected.reduce((sum, line) => sum + line.tax, 0);
  return { kind: 'refund', input: { ...of, ...fields, lines }, expect: { total, tax, lines: expected } };
}

/** The id that the refunds of payments and items share. */
const idOf = (refund: Reader): string | undefined => refund.at('refundTransaction').at('guid').id(undefined);
