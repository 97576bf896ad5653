import { checkFinal } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { currencyAt, isExpanded, taxesOf, taxOf, type StripeLine, type StripeTax, type StripeTaxes } from './lines.js';
import type { SaleFigures } from './sale.js';
import { listOf, readShipping, tenderOf } from './session.js';

/** Reads an invoice, with `lines[].taxes`, or `tax_amounts` in API versions before 2025-03-31. */
export function readInvoice(invoice: Reader, seller: Seller): SaleFigures {
  checkFinal(invoice.at('status'), ['paid'], ['open'], seller, 'send the invoice once it is paid');
  const currency = currencyAt(invoice).currency();
  const lines = listOf(invoice.at('lines'), 'lines').map((line): StripeLine => {
    const key = line.at('id').id();
    return {
      key,
      name: line.at('description').text('') || key,
      quantity: line.at('quantity').number(1),
      subtotal: line.at('amount').minor(),
      discount: sumAt(line.at('discount_amounts')) + creditsOf(line.at('pretax_credit_amounts')),
      taxes: readTaxes(line, invoice, seller),
    };
  });
  const total = invoice.at('total').minor();
  const paid = invoice.at('amount_paid').minor(total);
  const time = invoice.at('status_transitions').at('finalized_at');
  return {
    id: invoice.at('id').id(),
    receiptNumber: invoice.at('number').id(undefined),
    timestamp: (time.isAbsent ? invoice.at('created') : time).time(seller.timeZone),
    currency,
    lines,
    shipping: readShipping(invoice.at('shipping_cost'), seller),
    total,
    tax: sumOf(taxListOf(invoice, 'total_taxes', 'total_tax_amounts')),
    // If `amount_paid` differs from the total, the invoice does not state how the rest was paid.
    tenders: total === paid && total !== 0 ? [{ ...tenderOf(invoice), amount: total }] : [],
    country: invoice.at('customer_address').at('country'),
  };
}

export const sumOf = (list: readonly Reader[]): number => list.reduce((sum, one) => sum + one.at('amount').minor(), 0);

const sumAt = (list: Reader): number => sumOf(list.list([]));

/** The sum of the billing credits. The list also contains discounts. */
export const creditsOf = (credits: Reader): number =>
  sumOf(credits.list([]).filter((credit) => credit.at('type').value === 'credit_balance_transaction'));

export const taxListOf = (fields: Reader, name: string, before: string): readonly Reader[] => {
  const taxes = fields.at(name);
  return taxes.isAbsent ? fields.at(before).list([]) : taxes.list();
};

/** Reads the taxes of a line on an invoice or a credit note. */
export function readTaxes(line: Reader, invoice: Reader, seller: Seller): StripeTaxes {
  const known = [...line.entries('tax_rates'), ...invoice.entries('default_tax_rates')];
  const all = taxListOf(line, 'taxes', 'tax_amounts').map((tax): StripeTax => {
    const details = tax.at('tax_rate_details');
    const rate = (details.isAbsent ? tax : details).at('tax_rate');
    const amount = tax.at('amount').minor();
    const reason = tax.at('taxability_reason').text('');
    const found = isExpanded(rate) ? rate : known.find((one) => one.at('id').value === rate.value);
    if (found !== undefined) return taxOf(found, amount, reason);
    const id = rate.id();
    const percentage = seller.rates.get(id);
    if (percentage === undefined && amount !== 0)
      rate.report('source_needs_option', `is ${id}: send its percentage as options.rates['${id}']`);
    const isIncluded = tax.at('tax_behavior').text('') === 'inclusive' || tax.at('inclusive').flag(false);
    return { name: 'Tax', rate: percentage ?? 0, amount, isIncluded, reason };
  });
  return taxesOf(all, seller);
}
