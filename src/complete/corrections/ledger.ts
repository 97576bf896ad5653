import type { LineItem } from '../../document/types.generated.js';
import { RateCategoryMap } from '../../document/line-groups.js';
import { decimalOf, powerOfTen } from '../../money/decimal.js';
import { returnedLines, signOf, soldLines, totalOf, type ParsedDocument, type ParsedLine } from './document.js';
import { shareOf, type Share } from './part.js';

/** The sold and returned figures of all equal lines of a sale. Figures have the sign of the sale's lines. */
export interface LineBalance {
  /** 1, or −1 for lines that are returns within the sale. */
  readonly sign: 1 | -1;
  /** The number of decimals of the quantities. */
  scale: number;
  readonly sold: Sums;
  readonly returned: Sums;
  /** Lines with a fractional quantity that have not been returned. */
  readonly open: ParsedLine[];
}

/** Sums; quantities in units of 10^−scale of the balance. */
export interface Sums {
  quantity: bigint;
  amount: bigint;
  discount: bigint;
  tax: bigint;
}

/** The same by rate and category, including returned lines that match no line of the sale. */
export interface RateBalance {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly sold: { amount: bigint; tax: bigint };
  readonly returned: { amount: bigint; tax: bigint };
  /** Whether a returned line matched no line of the sale. */
  isLoose: boolean;
}

const NOTHING = (): Sums => ({ quantity: 0n, amount: 0n, discount: 0n, tax: 0n });

/**
 * A sale, and what its corrections returned. Corrections do not say which line of the sale they refer to: lines are
 * matched by their values.
 */
export class RefundLedger {
  readonly rates = new RateCategoryMap<RateBalance>();
  readonly total: bigint;
  returned = 0n;
  private readonly balances = new Map<string, LineBalance>();
  private readonly added: ParsedLine[] = [];

  constructor(readonly sale: ParsedDocument) {
    const lines = soldLines(sale);
    this.total = totalOf(sale, lines);
    for (const line of lines) {
      const balance = this.balanceFor(line);
      balance.open.push(line);
      add(balance, balance.sold, line);
      const rate = this.rateFor(line);
      rate.sold.amount += BigInt(line.amount);
      rate.sold.tax += BigInt(line.taxAmount);
    }
  }

  /** The balance of a line; undefined for a line that the sale does not have. */
  balanceOf(line: ParsedLine): LineBalance | undefined {
    return this.balances.get(keyOf(line));
  }

  /** Counts all that a correction returned. */
  addCorrection(correction: ParsedDocument): void {
    const lines = returnedLines(correction);
    for (const line of lines) this.addLine(line);
    this.returned += totalOf(correction, lines);
  }

  /** Counts one returned line. If it matches no line of the sale, it only counts against its rate. */
  addLine(line: ParsedLine): void {
    this.added.push(line);
    const balance = this.balanceOf(line);
    if (balance !== undefined) {
      add(balance, balance.returned, line);
      const whole = balance.open.findIndex(
        ({ quantity, amount }) => quantity === line.quantity && amount === line.amount,
      );
      const at = whole >= 0 ? whole : balance.open.findIndex(({ quantity }) => quantity === line.quantity);
      if (at >= 0) balance.open.splice(at, 1);
    }
    const rate = this.rateFor(line);
    rate.returned.amount += BigInt(line.amount);
    rate.returned.tax += BigInt(line.taxAmount);
    rate.isLoose ||= balance === undefined;
  }

  /** Whether nothing has been returned yet. */
  get isUntouched(): boolean {
    return this.added.length === 0;
  }

  /** A copy for trying changes. */
  copy(): RefundLedger {
    const copy = new RefundLedger(this.sale);
    for (const line of this.added) copy.addLine(line);
    return copy;
  }

  /** The next share of a line, of `quantity` units of 10^−scale. Does not count it yet. */
  nextShare(line: ParsedLine, quantity: bigint): Share {
    return shareOf(this.balanceOf(line)!, line, quantity, this.sale.pricesIncludeTax);
  }

  private rateFor({ rate, category }: ParsedLine): RateBalance {
    const known = this.rates.find(rate, category);
    if (known !== undefined) return known;
    const made = { rate, category, sold: { amount: 0n, tax: 0n }, returned: { amount: 0n, tax: 0n }, isLoose: false };
    this.rates.add(made);
    return made;
  }

  private balanceFor(line: ParsedLine): LineBalance {
    const key = keyOf(line);
    let balance = this.balances.get(key);
    if (balance === undefined) {
      balance = { sign: signOf(line), scale: 0, sold: NOTHING(), returned: NOTHING(), open: [] };
      this.balances.set(key, balance);
    }
    return balance;
  }
}

const keyOf = (line: ParsedLine): string =>
  JSON.stringify([line.sku ?? line.name, line.unitPrice, line.rate, line.category, line.unit ?? 'pcs', signOf(line)]);

function add(balance: LineBalance, sums: Sums, line: ParsedLine): void {
  // First, because it may rewrite the sums in finer units.
  const units = unitsOf(balance, line.quantity);
  sums.quantity += units;
  sums.amount += BigInt(line.amount);
  sums.discount += BigInt(line.discount);
  sums.tax += BigInt(line.taxAmount);
}

/** The absolute value of a quantity in units of the balance, which become finer if needed. */
export function unitsOf(balance: LineBalance, quantity: number): bigint {
  const { coefficient, scale } = decimalOf(Math.abs(quantity));
  if (scale > balance.scale) {
    const finer = powerOfTen(scale - balance.scale);
    balance.sold.quantity *= finer;
    balance.returned.quantity *= finer;
    balance.scale = scale;
  }
  return coefficient * powerOfTen(balance.scale - scale);
}

/** The remaining quantity of a balance, in its units; never below 0. */
export const remainingUnits = ({ sold, returned }: LineBalance): bigint =>
  sold.quantity > returned.quantity ? sold.quantity - returned.quantity : 0n;

/** The remaining amount and tax at a rate. */
export function remainingAtRate({ sold, returned }: RateBalance): { amount: bigint; tax: bigint } {
  return { amount: remaining(sold.amount, returned.amount), tax: remaining(sold.tax, returned.tax) };
}

/** The remaining part of a figure. Never changes its sign. */
export function remaining(sold: bigint, returned: bigint): bigint {
  const rest = sold - returned;
  return sold < 0n ? (rest < 0n ? rest : 0n) : rest > 0n ? rest : 0n;
}
