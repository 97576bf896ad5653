import type { LineItem, Transaction } from 'receipt-rule-packs';
import {
  ceiling,
  compare,
  decimal,
  floor,
  lineAmount,
  magnitude,
  plus,
  rational,
  vat,
  type Rational,
} from '../support/rational';

const integer = (value: number): Rational => decimal(value);
const minus = (a: Rational, b: Rational): Rational => plus(a, rational(-b.n, b.d));
const total = (values: readonly number[]): Rational => values.map(integer).reduce(plus, rational(0));
const equal = (a: Rational, b: Rational): boolean => compare(a, b) === 0;
const exceeds = (difference: Rational, limit: Rational): boolean => compare(magnitude(difference), limit) > 0;
const STEP = 100n;

/**
 * Everything that the arithmetic of se-receipt-1 says of a document of sound structure, as `field code`: written from
 * the decisions alone, in fractions of BigInts, line by line, without a thought for speed.
 */
export function figuresSay(document: Transaction): string[] {
  return [...lines(document), ...summary(document), ...totals(document), ...rounding(document)].sort();
}

/** A1, and VAT of the line. */
function lines({ items, tax }: Transaction): string[] {
  return items.flatMap(({ quantity, unitPrice, discount, amount, taxRate, taxAmount }, i) => {
    const exact = lineAmount(quantity, unitPrice, discount?.amount ?? 0);
    const stated = BigInt(amount);
    const right = stated === floor(exact) || stated === ceiling(exact);
    const weighed =
      !Number.isInteger(quantity) && !exceeds(minus(integer(amount), exact), weightError(quantity, unitPrice));
    const code = weighed ? 'amount_deviates' : 'amount_mismatch';
    const due = vat(amount, taxRate, tax.pricesIncludeTax);
    const deviates = due !== undefined && exceeds(minus(integer(taxAmount), due), rational(1));
    return [
      ...(right ? [] : [`items[${i}].amount ${code}`]),
      ...(deviates ? [`items[${i}].taxAmount tax_amount_deviates`] : []),
    ];
  });
}

/** What the rounding of a weight to its decimals, at least three, moves an amount, and half a minor unit for its own. */
function weightError(quantity: number, unitPrice: number): Rational {
  const { d } = decimal(quantity);
  return plus(magnitude(rational(BigInt(unitPrice), 2n * (d < 1000n ? 1000n : d))), rational(1, 2));
}

function summary({ items, tax }: Transaction): string[] {
  const pairOf = (rate: number, category: string) => `${rate}/${category}`;
  const stated = tax.summary.map(({ rate, category }) => pairOf(rate, category));
  const used = items.map(({ taxRate, taxCategory }) => pairOf(taxRate, taxCategory));
  const missing = [...new Set(used)].filter((pair) => !stated.includes(pair)).map(() => 'tax.summary summary_missing');
  return tax.summary.reduce((found, { taxAmount, taxableAmount }, j) => {
    const field = `tax.summary[${j}]`;
    if (stated.indexOf(stated[j]!) < j) found.push(`${field} summary_duplicate`);
    const own = items.filter((_, i) => used[i] === stated[j]);
    if (own.length === 0) return [...found, `${field} summary_unused`];
    const limit = rational(own.length + 1, 2);
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

/** T1–T4 and the sign. */
function totals({ type, items, tax, totals, payment }: Transaction): string[] {
  const found: string[] = [];
  const check = (field: keyof typeof totals, parts: Rational) => {
    if (!equal(integer(totals[field]!), parts)) found.push(`totals.${field} sum_mismatch`);
  };
  check('subtotal', sumOf(items, 'amount'));
  check('discount', total(items.map(({ discount }) => discount?.amount ?? 0)));
  check('tax', total(tax.summary.map(({ taxAmount }) => taxAmount)));
  const exact = total([totals.subtotal, tax.pricesIncludeTax ? 0 : totals.tax, totals.rounding ?? 0]);
  const unstated = payment.method === 'cash' && totals.rounding === undefined && BigInt(totals.total) % STEP === 0n;
  const asRounded = unstated && !exceeds(minus(integer(totals.total), exact), rational(STEP, 2));
  if (type !== 'void' && !asRounded) check('total', exact);
  if (type === 'void' && totals.total !== 0) found.push('totals.total must_be_zero');
  if (type !== 'void' && type !== 'exchange' && totals.total < 0) found.push('totals.total out_of_range');
  if ((type === 'refund' || type === 'credit_note') && totals.total === 0) found.push('totals.total total_is_zero');
  return found;
}

/** R1, and ties. */
function rounding({ type, payment, totals }: Transaction): string[] {
  const cash = payment.method === 'cash';
  if (totals.rounding === undefined) return cash ? ['totals.rounding required'] : [];
  const [rounded, by] = [BigInt(totals.total), BigInt(totals.rounding)];
  if (by === 0n && !cash) return [];
  const size = (value: bigint) => (value < 0n ? -value : value);
  if (rounded % STEP !== 0n || 2n * size(by) > STEP) return ['totals.rounding invalid_rounding'];
  const tieDown = type !== 'void' && 2n * size(by) === STEP && size(rounded) < size(rounded - by);
  return tieDown ? ['totals.rounding rounding_tie_down'] : [];
}
