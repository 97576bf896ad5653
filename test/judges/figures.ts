import type { LineItem, ReceiptLaw, Transaction } from 'receipt-rule-packs';
import {
  ceiling,
  compare,
  decimal,
  floor,
  lineAmount,
  magnitude,
  plus,
  rational,
  times,
  vat,
  type Rational,
} from '../support/rational';
import { isUnstated, roundingSays } from './rounding';
import { currencySays, ratesSay } from './rates';

const integer = (value: number): Rational => decimal(value);
const minus = (a: Rational, b: Rational): Rational => plus(a, rational(-b.n, b.d));
const total = (values: readonly number[]): Rational => values.map(integer).reduce(plus, rational(0));
const equal = (a: Rational, b: Rational): boolean => compare(a, b) === 0;
const exceeds = (difference: Rational, limit: Rational): boolean => compare(magnitude(difference), limit) > 0;

/**
 * All issues with the figures of a structurally valid document, as `field code`. Implemented only from the documented
 * decisions, line by line, with BigInt fractions, and not optimised. Checks rates against dates.
 */
export function figuresSay(document: Transaction, law: ReceiptLaw): string[] {
  return [
    ...lines(document, law),
    ...summary(document, law),
    ...totals(document, law),
    ...jurisdictions(document, law),
    ...roundingSays(document, law),
    ...ratesSay(document, law),
    ...currencySays(document, law),
  ].sort();
}

/** The allowed difference between a line's tax and the exact tax. */
function lineTolerance({ tax }: Transaction, law: ReceiptLaw): Rational {
  const { lineTolerance = 1 } = law.tax;
  if (lineTolerance !== 'perJurisdiction') return rational(lineTolerance);
  const count = tax.jurisdictions?.length ?? 0;
  return count === 0 ? rational(2) : count < 2 ? rational(1) : rational(count, 2);
}

/** Rule A1, and each line's tax. */
function lines(document: Transaction, law: ReceiptLaw): string[] {
  const { items, tax } = document;
  const tolerance = lineTolerance(document, law);
  const unit = unitOf(document, law);
  const isCharged = BigInt(document.totals.total) % unit !== 0n;
  return items.flatMap(({ quantity, unitPrice, discount, amount, taxRate, taxAmount }, i) => {
    const exact = lineAmount(quantity, unitPrice, discount?.amount ?? 0);
    const stated = BigInt(amount);
    const isNeighbour = stated === floor(exact) || stated === ceiling(exact);
    const isFraction = stated % unit !== 0n;
    const right = isNeighbour || (!isFraction && compare(magnitude(minus(integer(amount), exact)), rational(unit)) < 0);
    const weighed =
      !Number.isInteger(quantity) && !exceeds(minus(integer(amount), exact), weightTolerance(quantity, unitPrice));
    const due = vat(amount, taxRate, tax.pricesIncludeTax);
    const deviates = due !== undefined && exceeds(minus(integer(taxAmount), due), tolerance);
    return [
      ...(isNeighbour && isFraction && isCharged ? [`items[${i}].amount amount_deviates`] : []),
      ...(right ? [] : [`items[${i}].amount ${weighed ? 'amount_deviates' : 'amount_mismatch'}`]),
      ...(deviates ? [`items[${i}].taxAmount tax_amount_deviates`] : []),
    ];
  });
}

/** |unitPrice| × 10^−d / 2 + 1/2, where d is the quantity's number of decimals, at least 3. */
function weightTolerance(quantity: number, unitPrice: number): Rational {
  let unit = 1000n;
  while (floor(times(decimal(quantity), rational(unit))) !== ceiling(times(decimal(quantity), rational(unit))))
    unit *= 10n;
  return plus(rational(BigInt(Math.abs(unitPrice)), 2n * unit), rational(1, 2));
}

function summary({ items, tax }: Transaction, law: ReceiptLaw): string[] {
  const pairOf = (rate: number, category: string) => `${rate}/${category}`;
  const stated = tax.summary.map(({ rate, category }) => pairOf(rate, category));
  const used = items.map(({ taxRate, taxCategory }) => pairOf(taxRate, taxCategory));
  const missing = [...new Set(used)].filter((pair) => !stated.includes(pair)).map(() => 'tax.summary summary_missing');
  const { lineTolerance } = law.tax;
  const share = typeof lineTolerance === 'number' ? rational(lineTolerance) : rational(1, 2);
  return tax.summary.reduce((found, { taxAmount, taxableAmount }, j) => {
    const field = `tax.summary[${j}]`;
    if (stated.indexOf(stated[j]!) < j) found.push(`${field} summary_duplicate`);
    const own = items.filter((_, i) => used[i] === stated[j]);
    if (own.length === 0) return [...found, `${field} summary_unused`];
    const limit = times(rational(own.length + 1), share);
    const base = own.map((line) =>
      tax.pricesIncludeTax ? minus(integer(line.amount), integer(line.taxAmount)) : integer(line.amount),
    );
    if (exceeds(minus(integer(taxAmount), sumOf(own, 'taxAmount')), limit))
      found.push(`${field}.taxAmount summary_deviates`);
    if (exceeds(minus(integer(taxableAmount), base.reduce(plus)), limit))
      found.push(`${field}.taxableAmount summary_deviates`);
    return found;
  }, missing);
}

const sumOf = (items: readonly LineItem[], key: 'amount' | 'taxAmount'): Rational =>
  total(items.map((item) => item[key]));

/** The smallest amount that can be charged (the law's `unit`), in minor units. */
const unitOf = ({ currency }: Transaction, { currencies }: ReceiptLaw): bigint =>
  BigInt(currencies.find(({ code }) => code === currency)?.unit ?? 1);

/** Rules T1–T4, the sign, and whole units. */
function totals(document: Transaction, law: ReceiptLaw): string[] {
  const { type, items, tax, totals } = document;
  const found: string[] = [];
  if (BigInt(totals.total) % unitOf(document, law) !== 0n) found.push('totals.total amount_deviates');
  const check = (field: keyof typeof totals, parts: Rational) => {
    if (!equal(integer(totals[field]!), parts)) found.push(`totals.${field} sum_mismatch`);
  };
  check('subtotal', sumOf(items, 'amount'));
  check('discount', total(items.map(({ discount }) => discount?.amount ?? 0)));
  check('tax', total(tax.summary.map(({ taxAmount }) => taxAmount)));
  if (type !== 'void' && !isUnstated(document, law))
    check('total', total([totals.subtotal, tax.pricesIncludeTax ? 0 : totals.tax, totals.rounding ?? 0]));
  if (type === 'void' && totals.total !== 0) found.push('totals.total must_be_zero');
  if (type !== 'void' && type !== 'exchange' && totals.total < 0) found.push('totals.total out_of_range');
  if ((type === 'refund' || type === 'credit_note') && totals.total === 0) found.push('totals.total total_is_zero');
  return found;
}

/** The shares of n jurisdictions and the document's tax may differ by at most (n + lines + 1) / 2. */
function jurisdictions({ items, tax, totals }: Transaction, law: ReceiptLaw): string[] {
  const shares = tax.jurisdictions;
  if (!law.taxJurisdictions) return shares === undefined ? [] : ['tax.jurisdictions not_allowed'];
  if (shares === undefined || shares.length === 0) return [];
  const difference = minus(total(shares.map(({ taxAmount }) => taxAmount)), integer(totals.tax));
  return exceeds(difference, rational(shares.length + items.length + 1, 2))
    ? ['tax.jurisdictions jurisdictions_deviate']
    : [];
}
