import type { Charge, DraftLine, DraftLineTax, DraftTender, ExpectedLine } from '../../complete/types.js';
import type { SaleSource } from '../core/adapter.js';
import { abroad, discountOf, draftOf, orderIn, OUT_OF_SCOPE, paidBy, taxed } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** Prefix of the keys of shipping lines. */
export const SHIPPING = 'shipping:';

/** Prefix of the keys of import duties. */
export const DUTY = 'duty:';

/** A line or a charge, with its discount and tax in minor units. */
interface Charged<T> {
  readonly part: T;
  readonly key: string;
  readonly gross: number;
  readonly discount: number;
  readonly tax: number;
}

export function readSale(given: Reader, seller: Seller): SaleSource {
  const order = orderIn(given);
  const currency = order.either('currency', 'currency_code').currency();
  checkState(order, seller);
  const shown = order.either('presentment_currency', 'presentment_currency_code');
  if (shown.text(currency) !== currency)
    shown.report('source_not_understood', `is not ${currency}: the document uses the shop's currency`, 'warning');
  const tip = moneyAt(order, 'total_tip_received', undefined, 0);
  const lines = listAt(order, 'line_items').map((line) => readLine(line, order, tip, seller));
  const shipping = listAt(order, 'shipping_lines').map((line) => readShipping(line, order, seller));
  const duties = listAt(order, 'line_items').flatMap((line) =>
    listAt(line, 'duties').map((one) => readDuty(one, seller)),
  );
  const charges = [...shipping, ...duties];
  const all = [...lines, ...charges];
  const rest = all.reduce((sum, { discount }) => sum - discount, moneyAt(order, 'total_discounts', undefined, 0));
  const rounding = roundingOf(order);
  const id = idAt(order, 'id');
  const hasTipLine = lines.some(({ isTip }) => isTip);
  return {
    draft: {
      ...draftOf('shopify', seller, id, order.at('taxes_included').flag()),
      receiptNumber: order.at('name').text(),
      timestamp: order.either('processed_at', 'created_at').time(seller.timeZone),
      currency,
      items: lines.map(({ part }) => part),
      // Orders from before 2018 do not state which lines a discount applies to.
      discounts:
        rest > 0 ? [{ amount: rest, description: listAt(order, 'discount_codes')[0]?.at('code').text('') }] : [],
      charges: charges.map(({ part }) => part),
      tip: hasTipLine ? 0 : tip,
      ...paidBy(readTenders(order, rounding)),
      totals: rounding === 0 ? undefined : { rounding },
      ...abroad(seller, order.at('shipping_address').either('country_code', 'country_code_v2')),
    },
    expect: {
      total: moneyAt(order, 'total_price') + rounding,
      tax: moneyAt(order, 'total_tax', undefined, 0),
      lines: [
        ...all.map(({ key, gross, discount, tax }): ExpectedLine =>
          rest > 0 ? { key } : { key, amount: gross - discount, tax },
        ),
        ...(hasTipLine ? [] : [{ key: 'tip', amount: tip, tax: 0 }]),
      ],
    },
  };
}

function checkState(order: Reader, { allowTest }: Seller): void {
  const test = order.at('test');
  if (test.flag(false) && allowTest !== true) test.report('source_not_final', 'is true: set the option allowTest');
  const cancelled = order.at('cancelled_at');
  const status = order.either('financial_status', 'display_financial_status').text('').toLowerCase();
  const isPaid = status.includes('paid') || status.includes('refunded') || readTenders(order, 0).length > 0;
  if (!cancelled.isAbsent && !isPaid)
    cancelled.report('source_not_final', 'is set, and nothing was charged: send nothing');
}

function readLine(
  line: Reader,
  order: Reader,
  tip: number,
  seller: Seller,
): Charged<DraftLine> & { readonly isTip: boolean } {
  const key = idAt(line, 'id');
  const name = line.either('name', 'title').text();
  const quantity = line.at('quantity').minor();
  const unitPrice = moneyAt(line, 'price', 'original_unit_price_set');
  const taxes = readTaxes(line);
  const discount = readDiscount(line, order);
  // In REST, only tips have this field; its value can be null.
  const isTip = 'tip_payment_gateway' in Object(line.value) || (tip > 0 && name === 'Tip' && unitPrice === tip);
  const isGiftCard = line.either('gift_card', 'is_gift_card').flag(false);
  return {
    part: {
      key,
      name,
      quantity,
      unitPrice,
      sku: line.at('sku').text('') || undefined,
      discount: discountOf(discount.amount, discount.names),
      ...(isTip || isGiftCard ? OUT_OF_SCOPE : taxed(taxes, seller)),
    },
    key,
    gross: quantity * unitPrice,
    discount: discount.amount,
    tax: sumOfTaxes(taxes),
    isTip,
  };
}

function readShipping(line: Reader, order: Reader, seller: Seller): Charged<Charge> {
  const key = SHIPPING + (line.at('id').isAbsent ? line.at('title').text() : idAt(line, 'id'));
  const gross = moneyAt(line, 'price', 'original_price_set');
  const discount = readDiscount(line, order).amount;
  const taxes = readTaxes(line);
  return {
    part: { key, name: line.at('title').text(), amount: gross - discount, ...taxed(taxes, seller) },
    key,
    gross,
    discount,
    tax: sumOfTaxes(taxes),
  };
}

/**
 * Reads an import duty on a line: `line_items[].duties` in REST, `LineItem.duties` in GraphQL. The line's price does
 * not include it.
 */
function readDuty(duty: Reader, seller: Seller): Charged<Charge> {
  const key = DUTY + idAt(duty, 'id');
  // In REST, the duty itself contains the amounts in both currencies.
  const gross = (duty.at('price').isAbsent ? duty : duty.at('price')).at('shop_money').at('amount').money();
  const taxes = readTaxes(duty);
  return {
    part: { key, name: 'Duty', amount: gross, ...taxed(taxes, seller) },
    key,
    gross,
    discount: 0,
    tax: sumOfTaxes(taxes),
  };
}

const readTaxes = (line: Reader): (DraftLineTax & { readonly amount: number })[] =>
  listAt(line, 'tax_lines').map((tax) => ({
    name: tax.at('title').text(),
    rate: tax.at('rate').fraction(),
    amount: moneyAt(tax, 'price'),
  }));

const sumOfTaxes = (taxes: readonly { readonly amount: number }[]): number =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);

function readDiscount(line: Reader, order: Reader): { readonly amount: number; readonly names: readonly string[] } {
  if (line.at('discount_allocations').isAbsent)
    return { amount: moneyAt(line, 'total_discount', undefined, 0), names: [] };
  const applications = listAt(order, 'discount_applications');
  const all = listAt(line, 'discount_allocations');
  const names = all.flatMap((one) => {
    const application = applications[one.at('discount_application_index').number(-1)] ?? one.at('discount_application');
    return application.either('title', 'code', 'description').text('') || [];
  });
  return { amount: all.reduce((sum, one) => sum + moneyAt(one, 'amount', 'allocated_amount_set'), 0), names };
}

/** The cash rounding of the payments, which the order's price does not include. */
function roundingOf(order: Reader): number {
  const set = order.at('total_cash_rounding_payment_adjustment_set');
  const both = set.isAbsent ? order.at('total_cash_rounding_adjustment').at('payment_set') : set;
  return both.at('shop_money').at('amount').money(0);
}

const METHODS: Readonly<Record<string, DraftTender['method']>> = {
  cash: 'cash',
  shopify_payments: 'card',
  stripe: 'card',
};

/**
 * The order's successful payments (sales and captures), if it includes them; otherwise its gateway, if there is only
 * one.
 */
function readTenders(order: Reader, rounding: number): DraftTender[] {
  const paid = listAt(order, 'transactions')
    .filter((one) => ['sale', 'capture'].includes(wordAt(one, 'kind')) && wordAt(one, 'status') === 'success')
    .map((one) => readTender(one, order.either('currency', 'currency_code').text('')))
    // Shopify does not state whether cash amounts are rounded, so cash pays the amount that the other tenders leave.
    .map((one) => (one.method === 'cash' && rounding !== 0 ? { method: one.method } : one));
  const gateways = order.entries('payment_gateway_names');
  const only = gateways.length === 1 ? METHODS[gateways[0]!.text('')] : undefined;
  return paid.length === 0 && only !== undefined ? [{ method: only }] : paid;
}

/** Reads a payment of an order or a refund. @param currency the order's currency */
export function readTender(payment: Reader, currency: string | undefined): DraftTender & { readonly amount: number } {
  const paid = payment.at('currency');
  // REST states the currency that the customer paid in, unless the request specifies the shop's currency.
  if (currency !== undefined && paid.text(currency) !== currency)
    paid.report('source_incomplete', `is not ${currency}: request the transactions with in_shop_currency=true`);
  const gateway = payment.at('gateway').text('');
  const number = payment.at('payment_details').either('credit_card_number', 'number').text('');
  const method = METHODS[gateway] ?? (number === '' ? 'other' : 'card');
  return {
    method,
    amount: moneyAt(payment, 'amount'),
    name: method === 'other' ? gateway.slice(0, 60) || undefined : undefined,
    last4: method === 'card' ? /\d{4}$/.exec(number)?.[0] : undefined,
  };
}

/**
 * Reads an amount in the shop's currency. REST states the amount in the field `name`; GraphQL states it in the field
 * `set`, in two currencies.
 */
export function moneyAt(
  fields: Reader,
  name: string,
  set = `${name}_set`,
  ...fallback: readonly [] | readonly [number]
): number {
  const money = fields.at(name);
  const both = fields.at(set);
  if (!money.isAbsent || both.isAbsent) return money.money(...fallback);
  return both.at('shop_money').at('amount').money();
}

/** The elements of a list: an array in REST, a connection in GraphQL. */
export function listAt(fields: Reader, name: string): readonly Reader[] {
  const list = fields.at(name);
  if (list.isAbsent || Array.isArray(list.value)) return list.list([]);
  if (list.at('page_info').at('has_next_page').value === true)
    list.report('source_incomplete', 'has more entries: send them all, with a larger `first` in the query');
  return list.at('nodes').list();
}

/** An id: a number in REST, `gid://shopify/LineItem/1` in GraphQL. */
export const idAt = (fields: Reader, name: string): string =>
  fields
    .at(name)
    .id()
    .replace(/^gid:.*\//, '');

/** An enum value in lower case: `sale` in REST, `SALE` in GraphQL. */
export const wordAt = (fields: Reader, name: string): string => fields.at(name).text('').toLowerCase();
