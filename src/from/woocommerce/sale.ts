import type { Charge, DraftLine, DraftLineTax, DraftTender, ExpectedLine } from '../../complete/types.js';
import { localTimestamp } from '../../complete/to-local-timestamp.js';
import { addDecimals, decimalOf, decimalText, multiplyDecimals } from '../../money/decimal.js';
import type { SaleSource } from '../core/adapter.js';
import { abroad, discountOf, draftOf, taxed, type Rate } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** The figures that WooCommerce charged for a line or a charge. */
interface Figures {
  readonly key: string;
  readonly amount: number;
  readonly tax: number;
}

/** A line or a charge for the draft, and the figures that WooCommerce charged for it. */
interface Charged<T> {
  readonly part: T;
  readonly expected: ExpectedLine;
}

interface NamedRate {
  readonly name: string;
  /** Percent. */
  readonly rate: number;
  /** Whether the tax is a percentage of the price plus the taxes before it. */
  readonly isCompound: boolean;
}

/** How an order states prices and taxes. */
interface Prices {
  readonly includeTax: boolean;
  readonly seller: Seller;
  readonly rates: ReadonlyMap<string, NamedRate>;
}

/** Statuses of orders that have not been charged. */
const NOT_FINAL = ['failed', 'cancelled', 'checkout-draft', 'auto-draft', 'trash'];

export function readSale(order: Reader, seller: Seller): SaleSource {
  const currency = order.at('currency').currency();
  const status = order.at('status');
  const isOpen = status.text() === 'pending' && seller.requireCompleted;
  if (isOpen || NOT_FINAL.includes(status.text()))
    status.report('source_not_final', 'must be a paid status, such as processing or completed');
  const prices: Prices = {
    includeTax: order.at('prices_include_tax').flag(),
    seller,
    rates: readRates(order, seller),
  };
  const codes = order.entries('coupon_lines').map((coupon) => coupon.at('code').text());
  const fees = order.entries('fee_lines');
  const discounts = fees.filter((fee) => totalOf(fee, prices) < 0);
  const lines = order
    .at('line_items')
    .list()
    .map((line) => readLine(line, codes, prices, discounts.length > 0));
  const charges = [...order.entries('shipping_lines'), ...fees.filter((fee) => !discounts.includes(fee))].map(
    (charge) => readCharge(charge, prices),
  );
  const id = order.at('id').id();
  return {
    draft: {
      ...draftOf('woocommerce', seller, id, prices.includeTax),
      receiptNumber: order.at('number').id(id),
      timestamp: timeOf(order, ['date_paid_gmt', 'date_created_gmt'], seller),
      currency,
      items: lines.map(({ part }) => part),
      charges: charges.map(({ part }) => part),
      discounts: discounts.map((fee) => ({ amount: -totalOf(fee, prices), description: fee.at('name').text('') })),
      tenders: [readTender(order)],
      ...abroad(seller, order.at('shipping').at('country')),
    },
    expect: {
      total: order.at('total').money(),
      tax: order.at('total_tax').money(),
      lines: [...lines, ...charges].map(({ expected }) => expected),
    },
  };
}

/** Reads the first of these UTC times that is present; in version 1, `date_created` in the shop's time zone. */
export function timeOf(fields: Reader, [first, ...others]: [string, ...string[]], { timeZone }: Seller): string {
  const time = fields.either(first, ...others);
  return time.isAbsent ? localTime(fields.at('date_created'), timeZone) : time.time(timeZone);
}

/** Reads a time that is in the shop's time zone, unless it has an offset. */
export function localTime(field: Reader, timeZone: string): string {
  const time = field.time(timeZone);
  if (time === '' || /(?:Z|[+-]\d\d:?\d\d)$/.test(String(field.value))) return time;
  const text = field.time('UTC').slice(0, -6);
  // Starts with the offset at the same time in UTC. The offset can change within a few hours.
  const near = text + time.slice(-6);
  return text + localTimestamp(new Date(near), timeZone)!.slice(-6);
}

/**
 * Reads the order's tax rates, by id. WooCommerce states them since version 3.7; for older orders, `options.rates`
 * supplies them.
 */
function readRates(order: Reader, { rates }: Seller): Prices['rates'] {
  return new Map(
    order.entries('tax_lines').map((tax) => {
      const id = tax.at('rate_id').id();
      const code = tax.at('rate_code').text('');
      const stated = tax.at('rate_percent');
      const rate = stated.number(rates.get(code) ?? rates.get(id));
      if (rate === undefined)
        stated.report('source_needs_option', `is not stated: set the option rates, such as { '${code || id}': 20 }`);
      const name = tax.at('label').text('') || 'Tax';
      return [id, { name, rate: rate ?? 0, isCompound: tax.at('compound').flag(false) }];
    }),
  );
}

/** Reads the rates of a line. WooCommerce rounds the line's tax to the minor unit, but not the tax at each rate. */
function rateOf(line: Reader, { rates, seller }: Prices): Rate {
  const taxes = line.entries('taxes').filter((tax) => (tax.at('total').value ?? '') !== '');
  const found = taxes.flatMap((tax) => {
    const id = tax.at('id');
    const rate = rates.get(id.id());
    if (rate === undefined) id.misread('the rate_id of one of tax_lines');
    return rate ?? [];
  });
  return taxed(ofPrice(found), seller);
}

/** Converts rates to percentages of the price. A compound tax applies to the price plus the taxes before it. */
function ofPrice(rates: readonly NamedRate[]): DraftLineTax[] {
  let sum = decimalOf(0);
  return [...rates]
    .sort((a, b) => Number(a.isCompound) - Number(b.isCompound))
    .map(({ name, rate, isCompound }) => {
      const stated = decimalOf(rate);
      const { coefficient, scale } = addDecimals(decimalOf(100), sum);
      const share = multiplyDecimals(stated, { coefficient, scale: scale + 2 });
      const whole = isCompound ? share : stated;
      sum = addDecimals(sum, whole);
      return { name, rate: Number(decimalText(whole)) };
    });
}

/** A total, with tax if the document's prices include tax. */
const totalOf = (line: Reader, { includeTax }: Pick<Prices, 'includeTax'>, of = 'total', tax = 'total_tax'): number =>
  line.at(of).money() + (includeTax ? line.at(tax).money(0) : 0);

/** Reads the rates and figures of a line or a charge. */
function readCharged(line: Reader, prices: Prices): { readonly rate: Rate; readonly expected: Figures } {
  const expected = {
    key: line.at('id').id(),
    amount: totalOf(line, prices),
    tax: line.at('total_tax').money(0),
  };
  return { rate: rateOf(line, prices), expected };
}

function readLine(line: Reader, codes: readonly string[], prices: Prices, isShared: boolean): Charged<DraftLine> {
  const { rate, expected } = readCharged(line, prices);
  const { key, amount, tax } = expected;
  const lineTotal = totalOf(line, prices, 'subtotal', 'subtotal_tax');
  return {
    part: {
      key,
      name: line.at('name').text(),
      quantity: line.at('quantity').number(),
      sku: line.at('sku').text('') || undefined,
      lineTotal,
      discount: discountOf(lineTotal - amount, codes),
      ...rate,
      taxAmount: isShared ? undefined : tax,
    },
    // A discount on the order changes the line figures, so they cannot be compared.
    expected: isShared ? { key } : expected,
  };
}

function readCharge(line: Reader, prices: Prices): Charged<Charge> {
  const { rate, expected } = readCharged(line, prices);
  const { key, amount, tax } = expected;
  const name = line.either('method_title', 'name').text('') || 'Shipping';
  return { part: { key, name, amount, ...rate, taxAmount: tax }, expected };
}

const METHODS: Readonly<Record<string, DraftTender['method']>> = {
  bacs: 'transfer',
  stripe: 'card',
  woocommerce_payments: 'card',
};

/** How the order was paid. WooCommerce has one payment method per order. */
function readTender(order: Reader): DraftTender {
  const title = order.at('payment_method_title').text('').slice(0, 60) || undefined;
  const method = METHODS[order.at('payment_method').text('')];
  return method === undefined ? { method: 'other', name: title } : { method };
}
