import type { CorrectedSale, DraftLine, RefundInput, RefundLine } from '../../complete/types.js';
import type { CorrectionSource, ReturnSource } from '../core/adapter.js';
import { checkSale, correctionOf, OUT_OF_SCOPE, paidBy } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { readPurchase, unwrap, type Purchase } from './purchase.js';

/** The original sale: `refunds` in `{ purchase, refunds }`. */
export function orderOf(given: Reader): Reader | undefined {
  const sale = given.at('refunds');
  return sale.isAbsent ? undefined : sale;
}

/** Reads a refund, alone or as `purchase` in `{ purchase, refunds }`. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const beside = given.at('purchase');
  const purchase = beside.isAbsent ? unwrap(given) : beside;
  const flag = purchase.at('refund');
  if (!flag.flag(false)) flag.misread('true: map a sale with toDraft');
  const refund = readPurchase(purchase, seller, -1);
  checkSale(purchase.either('refundsPurchaseUUID1', 'refundsPurchaseUuid'), of);
  return {
    kind: 'refund',
    input: {
      ...of,
      ...fieldsOf(refund, seller),
      ...paidBy(refund.tenders),
      lines: [...refund.items.map(takenBack), ...refund.added],
    },
    expect: refund.expect,
  };
}

const takenBack = ({ key, quantity }: Purchase['items'][number]): RefundLine => ({ key, quantity });

/** Reads a refund whose sale is unknown; undefined if the payload is a sale. */
export function readReturn(given: Reader, seller: Seller): ReturnSource | undefined {
  const purchase = unwrap(given);
  if (!purchase.at('refund').flag(false)) return undefined;
  const refund = readPurchase(purchase, seller, -1);
  const { currency, pricesIncludeTax, items, charges, tip } = refund;
  if (refund.discounts.length > 0)
    purchase.at('discounts').report('source_incomplete', 'need the sale to be split by line: send options.sale');
  const vat = purchase.at('serviceCharge').at('vatPercentage');
  if (charges.length > 0 && vat.isAbsent)
    vat.report('source_incomplete', 'is absent, and only the sale has it: send options.sale');
  const lines: DraftLine[] = charges.map(({ amount, ...charge }) => ({ ...charge, unitPrice: amount }) as DraftLine);
  if (tip !== undefined) lines.push({ ...OUT_OF_SCOPE, key: 'tip', name: 'Tip', unitPrice: tip });
  return {
    input: {
      ...fieldsOf(refund, seller),
      vendor: { id: seller.businessId },
      ...paidBy(refund.tenders),
      currency,
      pricesIncludeTax,
      lines: [...items, ...lines],
    },
    expect: refund.expect,
  };
}

const fieldsOf = (
  { id, receiptNumber, timestamp }: Purchase,
  seller: Seller,
): Pick<RefundInput, 'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'reason'> => ({
  ...correctionOf('zettle', seller, receiptNumber, timestamp, id),
  reason: 'returned',
});
