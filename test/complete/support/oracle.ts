/**
 * Computes the expected figures of a completed draft with decimal.js. Shares no code with src/money and src/complete.
 */
import { Decimal } from 'decimal.js';
import type { CashRounding, LawPack, Transaction } from 'receipt-rule-packs';

const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });
const rounded = (value: Decimal): Decimal => value.toDecimalPlaces(0);
const sum = (values: readonly (Decimal | number)[]): Decimal =>
  values.reduce<Decimal>((all, value) => all.plus(value), new Exact(0));

/** Divides only once, at the end, so that halves stay exact. */
function exactTax(amount: Decimal.Value, taxRate: number, including: boolean): Decimal {
  return new Exact(amount).times(taxRate).div(including ? new Exact(100).plus(taxRate) : 100);
}

/** Describes all errors in the figures; empty if there are none. */
export function faultsOf(
  { items, tax, totals, payment, type, timestamp, customer }: Transaction,
  { law }: LawPack,
  policy: 'line' | 'group',
): string[] {
  const faults: string[] = [];
  const must = (what: string, found: number | undefined, expected: Decimal | number): void => {
    if (found === undefined || !new Exact(found).equals(expected))
      faults.push(`${what} is ${found}, not ${expected.toString()}`);
  };
  const including = tax.pricesIncludeTax;
  items.forEach((line, i) => {
    const gross = new Exact(line.quantity).times(line.unitPrice);
    const sign = gross.isNegative() && !gross.isZero() ? -1 : 1;
    must(
      `amount of ${i}`,
      line.amount,
      gross.isZero()
        ? 0
        : rounded(
            gross
              .abs()
              .minus(line.discount?.amount ?? 0)
              .times(sign),
          ),
    );
    const exact = exactTax(line.amount, line.taxRate, including);
    if (policy === 'line') must(`tax of ${i}`, line.taxAmount, rounded(exact));
    else if (exact.minus(line.taxAmount).abs().greaterThanOrEqualTo(1))
      faults.push(`tax of ${i} is ${line.taxAmount}, far from ${exact.toString()}`);
  });
  const pairs = [...new Set(items.map(({ taxRate, taxCategory }) => `${taxRate} ${taxCategory}`))];
  if (pairs.join() !== tax.summary.map(({ rate, category }) => `${rate} ${category}`).join())
    faults.push('the summary has other pairs');
  for (const { rate, category, taxableAmount, taxAmount } of tax.summary) {
    const lines = items.filter((line) => line.taxRate === rate && line.taxCategory === category);
    const signs = [lines.filter(({ amount }) => amount >= 0), lines.filter(({ amount }) => amount < 0)];
    if (policy === 'group')
      must(
        `tax of ${rate}`,
        taxAmount,
        sum(signs.map((group) => rounded(exactTax(sum(group.map(({ amount }) => amount)), rate, including)))),
      );
    must(`tax of ${rate}`, taxAmount, sum(lines.map((line) => line.taxAmount)));
    const amount = sum(lines.map((line) => line.amount));
    must(`base of ${rate}`, taxableAmount, including ? amount.minus(taxAmount) : amount);
  }
  must('subtotal', totals.subtotal, sum(items.map(({ amount }) => amount)));
  must('discount', totals.discount, sum(items.map(({ discount }) => discount?.amount ?? 0)));
  must('tax', totals.tax, sum(tax.summary.map(({ taxAmount }) => taxAmount)));
  const exact = new Exact(totals.subtotal).plus(including ? 0 : totals.tax);
  if (payment.method === 'cash')
    must('rounding', totals.rounding, type === 'void' ? 0 : cash(exact, law.cashRounding, timestamp, customer));
  else if (totals.rounding !== undefined) faults.push('a rounding without cash');
  must('total', totals.total, type === 'void' ? 0 : exact.plus(totals.rounding ?? 0));
  return faults;
}

function cash(
  exact: Decimal,
  rows: readonly CashRounding[],
  timestamp: string,
  customer: Transaction['customer'],
): Decimal | number {
  const day = timestamp.slice(0, 10);
  const row = rows.find(({ from = '0', until = '9' }) => from <= day && day <= until);
  if (row?.cash !== 'required' || (row.business !== undefined && customer?.vatNumber !== undefined)) return 0;
  const size = exact.abs();
  const { smallTotals, increment } = row;
  const small = smallTotals !== undefined && size.greaterThan(0) && size.lessThanOrEqualTo(smallTotals.upTo);
  const goal = small ? new Exact(smallTotals.mayBecome ?? size) : rounded(size.div(increment)).times(increment);
  return goal.minus(size).times(exact.isNegative() ? -1 : 1);
}

/** Whether the shares add up to the amount, and each is within 1 of its exact share. */
export function isProportional(shares: readonly number[], weights: readonly number[], amount: number): boolean {
  const whole = sum(weights);
  return (
    sum(shares).equals(amount) &&
    shares.every((share, i) => new Exact(amount).times(weights[i]!).div(whole).minus(share).abs().lessThan(1))
  );
}
