import type { CorrectedSale, ExpectedLine, RefundLine } from '../../complete/types.js';
import type { CorrectionSource } from '../core/adapter.js';
import { moneyBack, checkSale, correctionOf, factsOf, keysOf } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { idAt, listAt, moneyAt, wordAt, DUTY, readTender, SHIPPING } from './sale.js';

/** A refunded part of the sale, and the figures that Shopify refunded for it. */
interface Part {
  readonly line: RefundLine;
  readonly expected: ExpectedLine;
}

/** The order in the payload of a refund; undefined if the payload is an order itself. */
export function orderOf(payload: Reader): Reader | undefined {
  const isRefund = !payload.either('refund', 'refund_line_items').isAbsent;
  const order = payload.at('order');
  if (isRefund && order.isAbsent) order.misread('the refunded order, unless the option sale is set');
  return isRefund ? order : undefined;
}

/**
 * Reads a refund: as lines, shipping and duties, or as an amount if it lists none of these or if the refunded amount
 * differs from their sum. REST reports such a difference as an adjustment of kind `refund_discrepancy`.
 */
export function readCorrection(payload: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const beside = payload.at('refund');
  const refund = beside.isAbsent ? payload : beside;
  const id = idAt(refund, 'id');
  const tenders = readTenders(refund, factsOf(of).currency);
  const total = tenders.reduce((sum, { amount }) => sum + amount, 0);
  checkSale(refund.at('order_id'), of);
  const fields = {
    ...correctionOf('shopify', seller, id, refund.either('processed_at', 'created_at').time(seller.timeZone)),
    tenders: tenders.length > 0 ? tenders : undefined,
    note: refund.at('note').text('') || undefined,
  };
  const duties = listAt(refund, 'duties').map(readDuty);
  const parts = [...listAt(refund, 'refund_line_items').map(readGoods), ...readShipping(refund, of), ...duties];
  const isOther = listAt(refund, 'order_adjustments').some((one) => wordAt(one, 'kind') === 'refund_discrepancy');
  if (parts.length === 0 || isOther) return moneyBack(of, fields, total);
  return {
    kind: 'refund',
    input: { ...of, ...fields, reason: 'returned', lines: parts.map(({ line }) => line) },
    expect: {
      total,
      // Shopify does not state the tax of refunded duties.
      tax: duties.length > 0 ? undefined : parts.reduce((sum, { expected }) => sum + (expected.tax ?? 0), 0),
      lines: parts.map(({ expected }) => expected),
    },
  };
}

/** The successful payments of a refund. */
function readTenders(refund: Reader, currency: string | undefined): ReturnType<typeof readTender>[] {
  const transactions = refund.at('transactions');
  if (transactions.isAbsent) transactions.misread('an array');
  return listAt(refund, 'transactions')
    .filter((one) => {
      const isRefund = wordAt(one, 'kind') === 'refund';
      if (isRefund && wordAt(one, 'status') === 'pending')
        one.at('status').report('source_not_final', 'must be success: wait for it');
      return isRefund && wordAt(one, 'status') === 'success';
    })
    .map((one) => readTender(one, currency));
}

function readGoods(one: Reader): Part {
  const key = one.at('line_item_id').isAbsent ? idAt(one.at('line_item'), 'id') : idAt(one, 'line_item_id');
  const expected = { key, amount: moneyAt(one, 'subtotal'), tax: moneyAt(one, 'total_tax') };
  return { line: { key, quantity: one.at('quantity').minor() }, expected };
}

/** Reads a refunded duty: `Refund.duties` in REST. `ORDER_QUERY` does not request refunded duties. */
function readDuty(one: Reader): Part {
  const key = DUTY + idAt(one, 'duty_id');
  const amount = moneyAt(one, 'amount');
  return { line: { key, amount }, expected: { key, amount } };
}

/** Reads refunded shipping: adjustments without a line id or, in newer versions, `refund_shipping_lines`. */
function readShipping(refund: Reader, of: CorrectedSale): Part[] {
  const { pricesIncludeTax } = factsOf(of);
  const partOf = (key: string, amount: number, tax: number): Part => ({
    line: { key, amount },
    expected: { key, amount, tax },
  });
  const adjusted = listAt(refund, 'order_adjustments')
    .filter((one) => wordAt(one, 'kind') === 'shipping_refund')
    .map((one) => {
      const [net, tax] = [-moneyAt(one, 'amount'), -moneyAt(one, 'tax_amount', undefined, 0)];
      const key = keysOf(of).find((name) => name?.startsWith(SHIPPING)) ?? SHIPPING;
      return partOf(key, pricesIncludeTax ? net + tax : net, tax);
    });
  if (adjusted.length > 0) return adjusted;
  return listAt(refund, 'refund_shipping_lines').map((one) =>
    partOf(
      SHIPPING + idAt(one.at('shipping_line'), 'id'),
      moneyAt(one, 'subtotal_amount'),
      moneyAt(one, 'tax_amount', undefined, 0),
    ),
  );
}
