import type { DraftTender } from '../../complete/types.js';
import { checkFinal } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import type { SaleFigures } from './sale.js';
import { currencyAt, isExpanded, priceOf, taxesOf, taxOf, type StripeLine, type StripeTaxes } from './lines.js';

/** Reads a Checkout Session with its `line_items`. */
export function readSession(session: Reader, seller: Seller): SaleFigures {
  checkPaid(session, seller);
  const currency = currencyAt(session).currency();
  const lines = listOf(session.at('line_items'), 'line_items').map((line): StripeLine => {
    const key = line.at('id').id();
    const tax = line.at('amount_tax').minor(undefined);
    return {
      key,
      name: line.at('description').text('') || key,
      quantity: line.at('quantity').number(1),
      price: priceOf(line.at('price')),
      subtotal: line.at('amount_subtotal').minor(),
      discount: line.at('amount_discount').minor(0),
      taxes: readTaxes(line, tax ?? 0, 'line_items.data.taxes', seller),
      tax,
    };
  });
  const total = session.at('amount_total').minor();
  return {
    id: session.at('id').id(),
    timestamp: session.at('created').time(seller.timeZone),
    currency,
    lines,
    shipping: readShipping(session.at('shipping_cost'), seller),
    total,
    tax: session.at('total_details').at('amount_tax').minor(0),
    tenders: total === 0 ? [] : [{ ...tenderOf(session), amount: total, ...foreignOf(session) }],
    country: session.at('customer_details').at('address').at('country'),
    channel: 'ecommerce',
  };
}

function checkPaid(session: Reader, seller: Seller): void {
  const mode = session.at('mode');
  if (mode.text('payment') === 'setup') mode.report('source_not_understood', 'is setup: nothing was sold');
  const status = session.at('status');
  if (status.text('complete') === 'expired') status.report('source_not_final', 'is expired: nothing was sold');
  const isPaid = ['paid', 'no_payment_required'];
  checkFinal(session.at('payment_status'), isPaid, ['unpaid'], seller, 'send the session once it is paid');
}

/** The elements of a Stripe list. @param parameter the `expand` parameter that includes the list */
export function listOf(list: Reader, parameter: string): readonly Reader[] {
  if (list.isAbsent) {
    list.report('source_incomplete', `is absent: retrieve it with expand: ['${parameter}']`);
    return [];
  }
  const more = list.at('has_more');
  if (more.flag(false))
    more.report('source_incomplete', 'is true: list the rest as well, with limit and starting_after');
  return list.at('data').list();
}

/** Reads the taxes on a session's lines, or on the shipping of a session or an invoice. */
function readTaxes(line: Reader, amount: number, parameter: string, seller: Seller): StripeTaxes {
  const taxes = line.at('taxes');
  if (taxes.isAbsent && amount !== 0)
    taxes.report('source_incomplete', `is absent: retrieve it with expand: ['${parameter}']`);
  const all = taxes
    .list([])
    .map((tax) => taxOf(tax.at('rate'), tax.at('amount').minor(), tax.at('taxability_reason').text('')));
  return taxesOf(all, seller);
}

/** Reads the shipping of a Checkout Session or an invoice; undefined if there is none. */
export function readShipping(shipping: Reader, seller: Seller): StripeLine | undefined {
  if (shipping.isAbsent) return undefined;
  const rate = shipping.at('shipping_rate');
  const name = isExpanded(rate) ? rate.at('display_name').text('') : '';
  const tax = shipping.at('amount_tax').minor(undefined);
  return {
    key: 'shipping',
    name: name || 'Shipping',
    quantity: 1,
    subtotal: shipping.at('amount_subtotal').minor(),
    discount: 0,
    taxes: readTaxes(shipping, tax ?? 0, 'shipping_cost.taxes', seller),
    tax,
  };
}

/** Payment methods by Stripe's type. Any other type becomes `other`, with the type as its name. */
const METHODS = new Map<string, DraftTender['method']>([
  ...['card', 'card_present', 'interac_present'].map((type) => [type, 'card'] as const),
  ...['swish', 'mobilepay', 'vipps', 'twint', 'blik', 'cashapp', 'alipay', 'wechat_pay'].map(
    (type) => [type, 'mobile'] as const,
  ),
  ...['sepa_debit', 'us_bank_account', 'bacs_debit', 'acss_debit', 'au_becs_debit', 'customer_balance', 'ideal'].map(
    (type) => [type, 'transfer'] as const,
  ),
]);

/** How a session or an invoice was paid, according to its charge if expanded. */
export function tenderOf(paid: Reader): Pick<DraftTender, 'method' | 'name' | 'last4'> {
  const intent = paid.at('payment_intent');
  const charge = isExpanded(intent) ? intent.at('latest_charge') : paid.at('charge');
  if (isExpanded(charge)) {
    const details = charge.at('payment_method_details');
    const type = details.at('type').text('');
    const card = details.at(type === 'card' || type.endsWith('_present') ? type : 'card');
    return { ...methodOf(type), last4: card.at('last4').text(undefined) };
  }
  const [first, ...others] = paid.entries('payment_method_types');
  return first === undefined || others.length > 0 ? { method: 'other' } : methodOf(first.text(''));
}

const methodOf = (type: string): Pick<DraftTender, 'method' | 'name'> => {
  const method = METHODS.get(type) ?? 'other';
  return method === 'other' && type !== '' ? { method, name: type } : { method };
};

/** The amount that the customer paid, if it was in another currency. */
function foreignOf(session: Reader): Pick<DraftTender, 'foreign'> {
  const presentment = session.at('presentment_details');
  if (presentment.isAbsent) return {};
  const currency = presentment.at('presentment_currency').text().toUpperCase();
  return { foreign: { currency, amount: presentment.at('presentment_amount').minor() } };
}
