import type { CashRounding, ReceiptLaw, Transaction } from 'receipt-rule-packs';

const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** The row in force on the document's date. */
function rowOf({ timestamp }: Transaction, law: ReceiptLaw): CashRounding | undefined {
  const day = timestamp.slice(0, 10);
  return law.cashRounding.find(({ from, until }) => !(day < (from ?? day)) && !(day > (until ?? day)));
}

/** What the row requires for the tender. A row for consumers does not apply to businesses. */
function dutyOf({ payment, customer, channel }: Transaction, row: CashRounding): CashRounding['other'] {
  const numbers = [customer?.orgNumber, customer?.vatNumber].filter(
    (number) => number !== undefined && number.length > 0,
  );
  const duties = {
    cash: row.cash,
    card: row.electronic,
    mobile: row.electronic,
    transfer: row.transfer ?? row.electronic,
    other: row.other,
  };
  const duty = duties[payment.method];
  const elsewhere = row.channels !== undefined && !row.channels.includes(channel ?? null);
  if (elsewhere && channel === 'ecommerce') return 'not_allowed';
  if (duty !== 'required') return duty;
  if (numbers.length > 0 && row.business !== undefined) return row.business;
  return elsewhere ? 'allowed' : duty;
}

/**
 * Whether a cash total was rounded to the increment, by at most half an increment, although the document states no
 * rounding. T4 then does not apply.
 */
export function isUnstated(document: Transaction, law: ReceiptLaw): boolean {
  const { payment, tax, totals } = document;
  const row = rowOf(document, law);
  if (payment.method !== 'cash' || totals.rounding !== undefined || row === undefined) return false;
  const exact = BigInt(totals.subtotal) + (tax.pricesIncludeTax ? 0n : BigInt(totals.tax));
  return (
    BigInt(totals.total) % BigInt(row.increment) === 0n &&
    2n * size(BigInt(totals.total) - exact) <= BigInt(row.increment)
  );
}

/** R1 and related codes, as `field code`, implemented only from the table in the documented decisions. */
export function roundingSays(document: Transaction, law: ReceiptLaw): string[] {
  const { payment, totals } = document;
  if (totals.rounding === undefined) return payment.method === 'cash' ? ['totals.rounding required'] : [];
  if (law.cashRounding.length === 0) return totals.rounding === 0 ? [] : ['totals.rounding invalid_rounding'];
  const row = rowOf(document, law);
  if (row === undefined) return [];
  return codes(document, row, dutyOf(document, row)).map((code) => `totals.rounding ${code}`);
}

function codes(document: Transaction, row: CashRounding, duty: CashRounding['other']): string[] {
  const { type, payment, totals } = document;
  const [by, increment] = [BigInt(totals.rounding!), BigInt(row.increment)];
  const onGrid = duty === 'required' || duty === 'allowed';
  if (by === 0n)
    return duty === 'required' && payment.method === 'cash' && !isRight(document, row)
      ? [row.unlessAgreed === true ? 'rounding_not_applied' : 'invalid_rounding']
      : [];
  const found: string[] = [];
  if (duty === 'not_allowed') found.push('not_allowed');
  if (duty === 'unusual') found.push('rounding_unusual');
  if (onGrid && !isRight(document, row)) found.push('invalid_rounding');
  if (
    (duty === 'unusual' || (duty === 'cash_part' && type !== 'void' && !isCoin(document, row))) &&
    isTooLarge(by, row)
  )
    found.push('invalid_rounding');
  if (row.maxRounding !== undefined && increment > 1n && 2n * size(by) > increment) found.push('rounding_not_nearest');
  if (onGrid && row.halfway === 'away_from_zero' && type !== 'void' && isTieDown(BigInt(totals.total), by, increment))
    found.push('rounding_tie_down');
  return found;
}

/** Whether an amount in cash below the smallest coin was rounded up to that coin. */
const isCoin = ({ totals }: Transaction, { smallTotals }: CashRounding): boolean => {
  const up = totals.total < 0 ? -totals.rounding! : totals.rounding!;
  return smallTotals?.mayBecome !== undefined && up > 0 && up < smallTotals.mayBecome;
};

const isTooLarge = (by: bigint, { increment, maxRounding }: CashRounding): boolean =>
  maxRounding === undefined ? 2n * size(by) > BigInt(increment) : size(by) > BigInt(maxRounding);

/** Whether the total is small, or is a multiple of the increment within the maximum rounding. */
function isRight({ type, totals }: Transaction, row: CashRounding): boolean {
  const [total, by] = [BigInt(totals.total), BigInt(totals.rounding!)];
  if (row.smallTotals !== undefined) {
    if (type === 'void') return true;
    const before = size(total - by);
    const { upTo, mayBecome } = row.smallTotals;
    const isSmall = before > 0n && before <= BigInt(upTo);
    if (isSmall && mayBecome === undefined && by === 0n) return true;
    if (isSmall && mayBecome !== undefined && size(total) === BigInt(mayBecome) && total * (total - by) > 0n)
      return true;
  }
  return total % BigInt(row.increment) === 0n && !isTooLarge(by, row);
}

/** Whether a total exactly halfway was rounded towards zero. */
function isTieDown(total: bigint, by: bigint, increment: bigint): boolean {
  return total % increment === 0n && 2n * size(by) === increment && size(total) < size(total - by);
}
