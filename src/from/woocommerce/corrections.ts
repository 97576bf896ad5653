import type { CorrectedSale, ExpectedLine, RefundLine } from '../../complete/types.js';
import type { Transaction } from '../../document/types.generated.js';
import type { CorrectionSource } from '../core/adapter.js';
import { moneyBack, correctionOf, factsOf, integerOf, keysOf } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { timeOf } from './sale.js';

/** The order in the payload of a refund; undefined if the payload is an order itself. */
export function orderOf(payload: Reader): Reader | undefined {
  const isRefund = !payload.either('refund', 'refunded_by').isAbsent;
  const order = payload.at('order');
  if (isRefund && order.isAbsent) order.misread('the refunded order, unless the option sale is set');
  return isRefund ? order : undefined;
}

/** Reads a refund: by line, or by amount if it lists no lines. */
export function readCorrection(payload: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const beside = payload.at('refund');
  const refund = beside.isAbsent ? payload : beside;
  const id = refund.at('id').id();
  const total = refund.at('amount').money();
  const fields = {
    ...correctionOf('woocommerce', seller, id, timeOf(refund, ['date_created_gmt'], seller)),
    note: refund.at('reason').text('') || undefined,
  };
  const parts = ['line_items', 'shipping_lines', 'fee_lines'].flatMap((name) =>
    refund.entries(name).flatMap((line) => readPart(line, of, name === 'line_items')),
  );
  if (parts.length === 0) return moneyBack(of, fields, total);
  return {
    kind: 'refund',
    input: { ...of, ...fields, reason: 'returned', lines: parts.map(({ line }) => line) },
    expect: {
      total,
      tax: parts.reduce((sum, { expected }) => sum + expected.tax, 0),
      lines: parts.map(({ expected }) => expected),
    },
  };
}

/** A line of a refund, and the figures that WooCommerce refunded for it. */
interface Part {
  readonly line: RefundLine;
  readonly expected: ExpectedLine & { readonly tax: number };
}

/**
 * Reads a line of a refund: as pieces if their full price was refunded, otherwise as an amount. Skips lines that were
 * only restocked. WooCommerce states refunds as negative figures.
 */
function readPart(line: Reader, of: CorrectedSale, isCounted: boolean): readonly Part[] {
  const list = line.at('meta_data');
  const meta = list.list().find((one) => one.at('key').value === '_refunded_item_id');
  if (meta === undefined) list.misread('an array with the key _refunded_item_id');
  const key = meta?.at('value').id() ?? '';
  const total = line.at('total');
  // A subtraction, because a negated 0 would be -0.
  const tax = 0 - line.at('total_tax').money(0);
  const net = 0 - total.money();
  const amount = net + (factsOf(of).pricesIncludeTax ? tax : 0);
  const quantity = isCounted ? -line.at('quantity').number() : 0;
  const expected = { key, amount, tax };
  if (quantity > 0 && isPriceOf(of, key, quantity, amount)) return [{ line: { key, quantity }, expected }];
  if (net === 0 && tax === 0) return [];
  if (net === 0)
    total.report('source_not_understood', 'is 0, but total_tax is not: schema 2.1 cannot refund tax alone');
  return [{ line: { key, amount }, expected }];
}

/**
 * Whether the amount is the price of the quantity, give or take one minor unit; true if the sale does not state a
 * price.
 */
function isPriceOf(of: CorrectedSale, key: string, quantity: number, amount: number): boolean {
  const { items } = Object(of.sale) as Partial<Transaction>;
  let [units, price] = [0, 0];
  for (const [i, name] of keysOf(of).entries()) {
    const item = items?.[i];
    if (name !== key || item === undefined) continue;
    // `complete` states unit prices with fractions of a minor unit per 10, 100 or 1000 pieces.
    const each = Number(/^(10+)(?: |$)/.exec(item.unit ?? '')?.[1] ?? 1);
    units += item.quantity * each;
    price += integerOf(item.amount);
  }
  return !(units > 0) || Math.abs(amount - (price * quantity) / units) <= 1;
}
