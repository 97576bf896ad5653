import type { LineItem } from '../../document/types.generated.js';
import { RateCategoryMap } from '../../document/line-groups.js';
import { absolute, decimalOf, powerOfTen } from '../../money/decimal.js';
import { raiseLargest, shares } from '../allocate.js';
import { roundHalfAwayFromZero } from '../exact.js';
import {
  returnedLines,
  signOf,
  soldLines,
  totalOf,
  valueOf,
  type ParsedDocument,
  type ParsedLine,
} from './document.js';
import { clamp, difference, exactPart, remaining, restOf, shareOf, type Figures } from './part.js';

/** The sold and returned figures of one line of a sale. Figures are positive also for a line that is a return. */
export interface LineBalance {
  readonly line: ParsedLine;
  /** 1, or −1 for a line that is a return within the sale. */
  readonly sign: 1 | -1;
  readonly sold: Figures;
  /** What was left after the last credit by amount, which is a discount from then on; at first, what was sold. */
  base: Figures;
  /** Returned since then. */
  returned: Figures;
  /** The returns among them whose document does not say which line it means. */
  readonly guesses: Return[];
}

interface Return extends Figures {
  /** The lines that it may be a part of. */
  readonly pool: readonly LineBalance[];
}

/** What was sold and returned at one rate and category: lines above 0 only. */
export interface RateBalance {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly sold: Money;
  readonly returned: Money;
}

/** An amount and its tax, minor units. */
export interface Money {
  amount: bigint;
  tax: bigint;
}

const NOTHING: Figures = { quantity: 0n, amount: 0n, discount: 0n, tax: 0n };

/** The least number of decimals of a quantity that the ledger can count. */
const MIN_SCALE = 12;

/**
 * A sale, and what its corrections returned. What was sold is counted: a line that the sale took back reduces nothing of
 * the others. Corrections that do not say which line of the sale they refer to are matched by their values.
 */
export class RefundLedger {
  /** One for each line that was sold, in order. */
  readonly balances: readonly LineBalance[];
  readonly rates = new RateCategoryMap<RateBalance>();
  /** Of the lines above 0, minor units. */
  readonly total: bigint;
  returned = 0n;
  /** Whether nothing has been returned yet. */
  isUntouched = true;
  /** Decimals of quantities. */
  readonly scale: number;
  private readonly hasKeys: boolean;

  /** @param corrections all documents that will be added, in the currency of the sale */
  constructor(
    readonly sale: ParsedDocument,
    corrections: readonly ParsedDocument[],
  ) {
    const lines = soldLines(sale);
    const scales = [sale, ...corrections].flatMap((document) => document.lines.map((line) => scaleOf(line.quantity)));
    this.scale = scales.reduce((most, scale) => Math.max(most, scale), MIN_SCALE);
    this.total = valueOf(lines.filter(isAbove0), sale.pricesIncludeTax);
    this.balances = lines.map((line) => this.balanceFor(line));
    this.hasKeys = lines.some(({ key }) => key !== undefined);
  }

  /** The balance of a line of the sale; undefined for one that it took back in exchange. */
  balanceAt(index: number): LineBalance | undefined {
    return this.balances.find(({ line }) => line.index === index);
  }

  /** The lines of the sale that a line of a correction may return; none for a line that the sale does not have. */
  poolOf(line: ParsedLine): readonly LineBalance[] {
    const isKeyed = this.hasKeys && line.key !== undefined;
    const [id, slack] = [idOf(line), this.sale.isConverted ? 1 : 0];
    const pool = this.balances.filter(
      ({ line: sold }) =>
        idOf(sold) === id &&
        (isKeyed ? sold.key === line.key : isNamedAs(sold, line)) &&
        Math.abs(sold.unitPrice - line.unitPrice) <= slack,
    );
    // Part of a piece is of a weighed line, if there is one.
    const weighed = Number.isInteger(line.quantity) ? [] : pool.filter((one) => !Number.isInteger(one.line.quantity));
    return weighed.length > 0 ? weighed : pool;
  }

  /**
   * Counts all that a correction returned.
   *
   * @param visit is called for each line before it is counted
   */
  addCorrection(correction: ParsedDocument, visit?: (line: ParsedLine, pool: readonly LineBalance[]) => void): void {
    const lines = returnedLines(correction);
    this.returned += totalOf(correction, lines);
    for (const line of lines) {
      const pool = this.poolOf(line);
      // The customer gives back what the sale took back, and pays a fee: neither makes room for other returns.
      if (signOf(line) < 0) this.returned -= valueOf([line], this.sale.pricesIncludeTax);
      visit?.(line, pool);
      this.addLine(line, pool);
    }
  }

  /** Counts a returned line: of any line of the pool or, if that is empty, as a credit by amount. */
  addLine(line: ParsedLine, pool: readonly LineBalance[]): void {
    this.isUntouched = false;
    if (signOf(line) > 0) {
      const { returned } = this.rateFor(line);
      returned.amount += BigInt(line.amount);
      returned.tax += BigInt(line.taxAmount);
    }
    if (pool.length === 0) {
      if (signOf(line) > 0) this.credit(line);
      return;
    }
    let left = this.figuresOf(line);
    const ranked = rank(left, pool);
    for (const [i, balance] of ranked.entries()) {
      const rest = restOf(balance).quantity;
      const isAll = left.quantity <= rest || i === ranked.length - 1;
      const part = isAll ? left : partOf(left, rest);
      if (part.quantity > 0n || isAll) addReturn(balance, { ...part, pool });
      left = difference(left, part);
      if (isAll) break;
    }
    if (pool.length > 1) for (const balance of pool) passOn(balance, pool);
  }

  /** What is left of lines, units: at least `wanted`, if returns may be of other lines. */
  roomFor(wanted: bigint, balances: readonly LineBalance[]): bigint {
    const left = (): bigint => balances.reduce((sum, balance) => sum + restOf(balance).quantity, 0n);
    if (left() < wanted) for (const balance of balances) this.makeRoom(balance, balance.base.quantity);
    return left();
  }

  /** Tries to count returns that may be of other lines there, until `quantity` units of a line are left. */
  private makeRoom(balance: LineBalance, quantity: bigint): void {
    const { sold, line } = balance;
    for (const guess of [...balance.guesses]) {
      // The same weight twice is no chance.
      if (!Number.isInteger(line.quantity) && guess.quantity === sold.quantity) continue;
      for (const other of guess.pool) {
        const [need, room] = [quantity - restOf(balance).quantity, restOf(other).quantity];
        if (need <= 0n) return;
        if (other === balance || room === 0n || misfit(other, guess) > 0n || !balance.guesses.includes(guess)) continue;
        const most = room < need ? room : need;
        const moved = guess.quantity <= most ? guess : { ...partOf(guess, most), pool: guess.pool };
        const kept = { ...difference(guess, moved), pool: guess.pool };
        balance.guesses.splice(balance.guesses.indexOf(guess), 1, ...(kept.quantity > 0n ? [kept] : []));
        balance.returned = difference(balance.returned, moved);
        addReturn(other, moved);
      }
    }
  }

  /** The next share of a line, of `quantity` units. Does not count it yet. */
  nextShare(balance: LineBalance, quantity: bigint): Figures {
    return shareOf(balance, quantity, this);
  }

  /** The absolute value of a quantity in units of 10^−scale; undefined if it has more decimals. */
  unitsOf(quantity: number): bigint | undefined {
    const { coefficient, scale } = decimalOf(Math.abs(quantity));
    return scale > this.scale ? undefined : coefficient * powerOfTen(this.scale - scale);
  }

  /** Units as a number. */
  quantityOf(units: bigint): number {
    const digits = units.toString().padStart(this.scale + 1, '0');
    return Number(`${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`);
  }

  /** Counts part of the amount of a line of the sale, or of all lines at a rate. */
  private credit(line: ParsedLine): void {
    const id = rateOf(line);
    const ofRate = this.balances.filter(({ line: sold, sign }) => sign > 0 && rateOf(sold) === id);
    const isKeyed = this.hasKeys && line.key !== undefined;
    const named = ofRate.filter(({ line: sold }) => (isKeyed ? sold.key === line.key : isNamedAs(sold, line)));
    let left: Money = { amount: BigInt(line.amount), tax: BigInt(line.taxAmount) };
    for (const balances of [named, ofRate]) left = creditTo(balances, left, this.sale.pricesIncludeTax);
  }

  private rateFor({ rate, category }: ParsedLine): RateBalance {
    const known = this.rates.find(rate, category);
    if (known !== undefined) return known;
    const made = { rate, category, sold: { amount: 0n, tax: 0n }, returned: { amount: 0n, tax: 0n } };
    this.rates.add(made);
    return made;
  }

  private balanceFor(line: ParsedLine): LineBalance {
    const sold = this.figuresOf(line);
    const rate = this.rateFor(line);
    if (isAbove0(line)) {
      rate.sold.amount += sold.amount;
      rate.sold.tax += sold.tax;
    }
    return { line, sign: signOf(line), sold, base: sold, returned: NOTHING, guesses: [] };
  }

  private figuresOf(line: ParsedLine): Figures {
    const sign = BigInt(signOf(line));
    const { amount, discount, taxAmount } = line;
    return {
      quantity: this.unitsOf(line.quantity)!,
      amount: sign * BigInt(amount),
      discount: BigInt(discount),
      tax: sign * BigInt(taxAmount),
    };
  }
}

const scaleOf = (quantity: number): number => decimalOf(quantity).scale;

/** Whether the line was paid for. A discount above the price leaves an amount below 0. */
const isAbove0 = (line: ParsedLine): boolean => signOf(line) > 0 && line.amount > 0;

const isNamedAs = (sold: ParsedLine, { sku, name }: ParsedLine): boolean => (sold.sku ?? sold.name) === (sku ?? name);

const rateOf = ({ rate, category }: ParsedLine): string => `${rate} ${category}`;

const idOf = (line: ParsedLine): string => `${rateOf(line)} ${signOf(line)} ${line.unit ?? 'pcs'}`;

/** The first `quantity` units of a return. */
function partOf(all: Figures, quantity: bigint): Figures {
  const part = (figure: bigint): bigint => roundHalfAwayFromZero(figure * quantity, all.quantity);
  return { quantity, amount: part(all.amount), discount: part(all.discount), tax: part(all.tax) };
}

function addReturn(balance: LineBalance, { pool, ...added }: Return): void {
  balance.returned = difference(balance.returned, difference(NOTHING, added));
  if (pool.length > 1) balance.guesses.push({ ...added, pool });
}

/** Passes on what rounding left of a line without quantity to another that its returns may have been of. */
function passOn(balance: LineBalance, pool: readonly LineBalance[]): void {
  const rest = difference(balance.base, balance.returned);
  const most = BigInt(balance.guesses.length);
  const isRounding = absolute(rest.amount) <= most && absolute(rest.tax) <= most;
  if (rest.quantity !== 0n || !isRounding || (rest.amount === 0n && rest.tax === 0n)) return;
  const other = pool.find((candidate) => restOf(candidate).quantity > 0n);
  if (other === undefined) return;
  balance.returned = balance.base;
  other.base = difference(other.base, difference(NOTHING, rest));
}

/** The lines of a pool, the one that a return most likely is of first; among equal ones, the last. */
function rank(figures: Figures, pool: readonly LineBalance[]): readonly LineBalance[] {
  if (pool.length === 1) return pool;
  const ranked = pool.map((balance, i) => {
    const rest = restOf(balance).quantity;
    const isSameWeight = rest === figures.quantity && !Number.isInteger(balance.line.quantity);
    const fit = isSameWeight ? 0 : rest >= figures.quantity ? 1 : 2;
    return { balance, misfit: misfit(balance, figures), fit, i };
  });
  ranked.sort((a, b) => (a.misfit === b.misfit ? a.fit - b.fit || b.i - a.i : a.misfit < b.misfit ? -1 : 1));
  return ranked.map(({ balance }) => balance);
}

/** How far a return is from the amount and discount of as many units of a line, minor units; 0 if rounding explains it. */
function misfit({ base }: LineBalance, { quantity, amount, discount }: Figures): bigint {
  if (base.quantity === 0n) return 0n;
  const off = (found: bigint, figure: bigint): bigint =>
    absolute(found * base.quantity - figure * quantity) / base.quantity;
  const sum = off(amount, base.amount) + off(discount, base.discount);
  return sum <= 1n ? 0n : sum;
}

/** Credits the lines in proportion to what is left of them. @returns what goes beyond that */
function creditTo(balances: readonly LineBalance[], credit: Money, pricesIncludeTax: boolean): Money {
  const rests = balances.map(restOf);
  const most = rests.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = clamp(credit.amount, 0n, most);
  if (amount === 0n) return credit;
  const tax = roundHalfAwayFromZero(credit.tax * amount, credit.amount);
  const weights = rests.map((rest) => Number(rest.amount));
  const amounts = shares(Number(amount), weights).map((share, i) => rests[i]!.amount - BigInt(share));
  const taxLeft = rests.reduce((sum, rest) => sum + rest.tax, -tax);
  const taxes = sharedTax(balances, amounts, taxLeft, pricesIncludeTax);
  balances.forEach((balance, i) => {
    const { quantity, discount } = rests[i]!;
    const credited = rests[i]!.amount - amounts[i]!;
    if (credited === 0n && BigInt(taxes[i]!) === rests[i]!.tax) return;
    balance.base = { quantity, amount: amounts[i]!, discount: discount + credited, tax: BigInt(taxes[i]!) };
    balance.returned = NOTHING;
    balance.guesses.length = 0;
  });
  return { amount: credit.amount - amount, tax: credit.tax - tax };
}

/** The tax of lines, each within 1 of its own exact tax if possible. */
function sharedTax(
  balances: readonly LineBalance[],
  amounts: readonly bigint[],
  tax: bigint,
  pricesIncludeTax: boolean,
): readonly number[] {
  const exact = amounts.map((amount, i) => exactPart(amount, balances[i]!.line.rate, pricesIncludeTax));
  const floors = exact.map(({ floor }) => Number(floor));
  const raised = Number(tax) - floors.reduce((sum, floor) => sum + floor, 0);
  const some = exact.filter(({ rest }) => rest > 0n).length;
  if (raised >= 0 && raised <= some) {
    raiseLargest(
      floors,
      exact.map(({ rest }) => rest),
      raised,
    );
    return floors;
  }
  const weights = amounts.map(Number);
  return weights.some((weight) => weight > 0) ? shares(Number(tax), weights) : floors;
}

/** The remaining amount and tax at a rate. */
export function remainingAtRate({ sold, returned }: RateBalance): Money {
  return { amount: remaining(sold.amount, returned.amount), tax: remaining(sold.tax, returned.tax) };
}
