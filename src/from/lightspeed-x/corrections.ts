import type { CorrectedSale, DraftLine, RefundInput, RefundLine } from '../../complete/types.js';
import type { CorrectionSource, ReturnSource } from '../core/adapter.js';
import { checkSale, correctionOf, OUT_OF_SCOPE, paidBy } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { expectOf, readFigures, unwrap, type Sale } from './sale.js';

/** Reads a return: a sale whose `return_for` is the id of the original sale. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const payload = unwrap(given);
  const original = payload.at('return_for');
  checkSale(original, of, original.id());
  const back = readFigures(payload, seller, -1);
  const lines = back.lines.map(({ line: { key, quantity } }): RefundLine => ({ key, quantity }));
  return {
    kind: 'refund',
    input: {
      ...of,
      ...fieldsOf(back, seller),
      // Without payments, `createRefund` refunds each tender of the sale the amount that it paid.
      ...(back.tenders.length > 0 && { tenders: back.tenders }),
      lines: [...lines, ...back.added],
    },
    expect: expectOf(back),
  };
}

/** Reads a return whose sale is unknown; undefined if the payload is a sale. */
export function readReturn(given: Reader, seller: Seller): ReturnSource | undefined {
  const payload = unwrap(given);
  const original = payload.at('return_for');
  if (original.isAbsent || original.value === '') return undefined;
  const back = readFigures(payload, seller, -1);
  if (back.charges.length > 0)
    original.report('source_incomplete', 'is a sale whose charge rates are needed: send options.sale');
  const lines: DraftLine[] = back.lines.map(({ line }) => line);
  if (back.tip !== undefined) lines.push({ ...OUT_OF_SCOPE, key: 'tip', name: 'Tip', unitPrice: back.tip });
  const { currency, pricesIncludeTax } = back;
  return {
    input: {
      ...fieldsOf(back, seller),
      ...paidBy(back.tenders),
      vendor: { id: seller.businessId },
      currency,
      pricesIncludeTax,
      lines,
    },
    expect: expectOf(back),
  };
}

const fieldsOf = (
  { id, receiptNumber, timestamp }: Sale,
  seller: Seller,
): Pick<RefundInput, 'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'reason'> => ({
  ...correctionOf('lightspeed-x', seller, receiptNumber, timestamp, id),
  reason: 'returned',
});
