import { roundedLineTax } from '../../money/tax.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { currencyAt, levelOf, taxesOf, type StripeLine, type StripeTax, type StripeTaxes } from './lines.js';
import type { SaleFigures } from './sale.js';
import { listOf } from './session.js';

/** Reads a Stripe Tax calculation with its `line_items`. */
export function readCalculation(calculation: Reader, seller: Seller): SaleFigures {
  const currency = currencyAt(calculation).currency();
  const breakdown = calculation.entries('tax_breakdown');
  const lines = listOf(calculation.at('line_items'), 'line_items').map((line): StripeLine => {
    const key = line.at('id').id();
    return {
      key,
      name: line.at('reference').text('') || key,
      quantity: line.at('quantity').number(1),
      subtotal: line.at('amount').minor(),
      discount: 0,
      taxes: readTaxes(line, breakdown, 'line_items.data.tax_breakdown', seller),
      tax: line.at('amount_tax').minor(),
    };
  });
  const shipping = calculation.at('shipping_cost');
  return {
    id: calculation.at('id').id(),
    timestamp: calculation.at('tax_date').time(seller.timeZone),
    currency,
    lines,
    shipping: shipping.isAbsent
      ? undefined
      : {
          key: 'shipping',
          name: 'Shipping',
          quantity: 1,
          subtotal: shipping.at('amount').minor(),
          discount: 0,
          taxes: readTaxes(shipping, breakdown, 'shipping_cost.tax_breakdown', seller),
          tax: shipping.at('amount_tax').minor(),
        },
    total: calculation.at('amount_total').minor(),
    tax: calculation.at('tax_amount_exclusive').minor() + calculation.at('tax_amount_inclusive').minor(),
    tenders: [],
    country: calculation.at('customer_details').at('address').at('country'),
  };
}

/**
 * Reads the taxes on a line from its breakdown; without one, from the calculation's entry that matches the tax of the
 * line, if there is only one.
 */
function readTaxes(line: Reader, breakdown: readonly Reader[], parameter: string, seller: Seller): StripeTaxes {
  const tax = line.at('amount_tax').minor();
  const isIncluded = line.at('tax_behavior').text() === 'inclusive';
  const own = line.at('tax_breakdown');
  if (!own.isAbsent)
    return taxesOf(
      own.list().map((entry) => readEntry(entry, isIncluded)),
      seller,
    );
  const amount = line.at('amount').minor();
  const fitting = breakdown.filter((entry) => {
    if (entry.at('inclusive').flag() !== isIncluded) return false;
    const rate = entry.at('tax_rate_details').at('percentage_decimal').number();
    return tax === 0
      ? entry.at('amount').minor() === 0
      : Math.abs(roundedLineTax(amount, rate, isIncluded)! - tax) <= 1;
  });
  const [entry, ...others] = fitting;
  // If several entries without tax match, it is unknown which of their reasons applies to the line.
  if (tax === 0 && (entry === undefined || others.length > 0)) return taxesOf([], seller);
  if (entry === undefined || others.length > 0) {
    own.report('source_incomplete', `is absent: retrieve it with expand: ['${parameter}']`);
    return taxesOf([], seller);
  }
  const rate = entry.at('tax_rate_details').at('percentage_decimal').number();
  const reason = entry.at('taxability_reason').text('');
  return taxesOf([{ name: nameOf(entry.at('tax_rate_details')), rate, amount: tax, isIncluded, reason }], seller);
}

function readEntry(entry: Reader, isIncluded: boolean): StripeTax {
  const details = entry.at('tax_rate_details');
  const place = entry.at('jurisdiction');
  const level = levelOf(place.at('level').text(''));
  return {
    level,
    name: level === undefined ? nameOf(details) : place.at('display_name').text(),
    rate: details.at('percentage_decimal').number(0),
    amount: entry.at('amount').minor(),
    isIncluded,
    reason: entry.at('taxability_reason').text(''),
  };
}

const nameOf = (details: Reader): string =>
  details.at('display_name').text(undefined) ?? details.at('tax_type').text('tax').replaceAll('_', ' ');
