import type { LineItem } from '../../document/types.generated.js';
import { RateCategoryMap } from '../../document/line-groups.js';
import { unitOf } from '../../law/cash-rounding.js';
import { absolute, decimalOf, powerOfTen } from '../../money/decimal.js';
import type { RulePack } from '../../rule/types.js';
import { sharesIn } from '../allocate.js';
import { roundHalfAwayFromZero } from '../exact.js';
import {
  isAbove0,
  returnedLines,
  signOf,
  soldLines,
  totalOf,
  valueOf,
  type ParsedDocument,
  type ParsedLine,
} from './document.js';
import { clamp, difference, min, remaining, restOf, shareOf, stepOf, type Figures } from './part.js';

/**
 * The figures of one line of a sale, as sold and as returned so far. Figures are positive even if the line is a return.
 */
export interface LineBalance {
  readonly line: ParsedLine;
  /** −1 for goods returned in the sale itself, otherwise 1. */
  readonly sign: 1 | -1;
  readonly sold: Figures;
  /** The figures that remained after the last credit by amount, which acts like a discount; initially, `sold`. */
  base: Figures;
  /** The figures returned since `base` was set. */
  returned: Figures;
  /** The returns included in `returned` that might belong to another line. */
  readonly guesses: Return[];
}

interface Return extends Figures {
  /** The lines to which the return might belong. */
  readonly pool: readonly LineBalance[];
}

/** The amounts sold and returned at one rate and category, for positive lines only. */
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

/** The ledger stores quantities with at least this many decimals. */
const MIN_SCALE = 12;

/**
 * A sale, and the goods that its corrections returned. Tracks only goods sold: a line for goods returned in the sale
 * does not reduce the other lines. If a correction does not state which line of the sale it refers to, finds the line by its
 * values.
 */
export class RefundLedger {
  /** One per line sold, in order. */
  readonly balances: readonly LineBalance[];
  readonly rates = new RateCategoryMap<RateBalance>();
  /** The total of the positive lines, in minor units. */
  readonly total: bigint;
  returned = 0n;
  /** How far sums of corrections may deviate, because each figure was converted to the new currency separately. */
  readonly slack: bigint;
  /** Whether nothing has been returned yet. */
  isUntouched = true;
  /** The number of decimals in quantities, which are stored as integers. */
  readonly scale: number;
  /** The integer that represents a quantity of 1. */
  private readonly unitsPerOne: bigint;
  /** The smallest amount that can be charged in the currency, in minor units. */
  readonly unit: number;
  private readonly hasKeys: boolean;
  private readonly byIndex: ReadonlyMap<number, LineBalance>;
  /** Balances, keyed by what identifies the goods: the line's key, and the article number or name. */
  private readonly byGoods = new Map<string, LineBalance[]>();

  /**
   * @param corrections all documents that will be added, in the sale's currency
   * @param pack the pack, whose law defines the smallest amount that can be charged
   */
  constructor(
    readonly sale: ParsedDocument,
    corrections: readonly ParsedDocument[],
    pack: RulePack | undefined,
  ) {
    this.unit = unitOf(pack?.law?.currencies ?? [], sale.currency);
    const lines = soldLines(sale);
    const scales = [sale, ...corrections].flatMap((document) => document.lines.map((line) => scaleOf(line.quantity)));
    this.scale = scales.reduce((most, scale) => Math.max(most, scale), MIN_SCALE);
    this.unitsPerOne = powerOfTen(this.scale);
    this.total = valueOf(lines.filter(isAbove0), sale.pricesIncludeTax);
    this.slack = sale.isConverted ? BigInt(corrections.reduce((sum, { lines: { length } }) => sum + length, 0)) : 0n;
    this.balances = lines.map((line) => this.balanceFor(line));
    this.hasKeys = lines.some(({ key }) => key !== undefined);
    this.byIndex = new Map(this.balances.map((balance) => [balance.line.index, balance]));
    for (const balance of this.balances) {
      const { line } = balance;
      this.index(articleOf(line), balance);
      if (line.key !== undefined) this.index(keyOf(line), balance);
    }
  }

  private index(goods: string, balance: LineBalance): void {
    const same = this.byGoods.get(goods);
    if (same === undefined) this.byGoods.set(goods, [balance]);
    else same.push(balance);
  }

  /** The balance of one of the sale's lines; undefined for goods returned in an exchange. */
  balanceAt(index: number): LineBalance | undefined {
    return this.byIndex.get(index);
  }

  /** The sale's lines that a correction's line might return; empty if no line matches. */
  poolOf(line: ParsedLine): readonly LineBalance[] {
    const isKeyed = this.hasKeys && line.key !== undefined;
    // The figures of a part are rounded, so the smaller the part, the less exact the price derived from it.
    const parts = Number.isInteger(line.quantity) ? 0 : 1 / Math.abs(line.quantity);
    const slack = this.sale.isConverted ? 1 + parts : 0;
    const alike = this.byGoods.get(isKeyed ? keyOf(line) : articleOf(line)) ?? [];
    const isPriced = ({ line: sold }: LineBalance): boolean =>
      line.formerPrice === undefined
        ? Math.abs(sold.unitPrice - line.unitPrice) <= slack
        : sold.formerPrice === line.formerPrice;
    const pool = alike.filter(isPriced);
    // A fractional quantity belongs to a weighed line, if there is one.
    const weighed = Number.isInteger(line.quantity) ? [] : pool.filter((one) => !Number.isInteger(one.line.quantity));
    return weighed.length > 0 ? weighed : pool;
  }

  /**
   * Records everything that a correction returned.
   *
   * @param visit a function called with each line before the line is recorded
   */
  addCorrection(correction: ParsedDocument, visit?: (line: ParsedLine, pool: readonly LineBalance[]) => void): void {
    const lines = returnedLines(correction);
    this.returned += totalOf(correction, lines);
    for (const line of lines) {
      const pool = this.poolOf(line);
      // Goods returned in the sale, discounts above the price, and fees do not increase what can still be returned.
      if (!isAbove0(line)) this.returned -= valueOf([line], this.sale.pricesIncludeTax);
      visit?.(line, pool);
      this.addLine(line, pool);
    }
  }

  /** Counts a returned line against the lines that it might return or, if there are none, as a credit by amount. */
  addLine(line: ParsedLine, pool: readonly LineBalance[]): void {
    this.isUntouched = false;
    if (isAbove0(line)) {
      const { returned } = this.rateFor(line);
      returned.amount += BigInt(line.amount);
      returned.tax += BigInt(line.taxAmount);
    }
    if (pool.length === 0) {
      if (isAbove0(line)) this.credit(line);
      return;
    }
    let left = this.figuresOf(line);
    this.roomFor(left.quantity, pool);
    if (pool.length === 1) {
      addReturn(pool[0]!, { ...left, pool });
      return;
    }
    const ranked = rank(left, pool);
    for (const [i, balance] of ranked.entries()) {
      const rest = restOf(balance).quantity;
      const isAll = left.quantity <= rest || i === ranked.length - 1;
      const part = isAll ? left : partOf(left, rest, this.unit);
      if (part.quantity > 0n || isAll) addReturn(balance, { ...part, pool });
      left = difference(left, part);
      if (isAll) break;
    }
    for (const balance of pool) passOn(balance, pool);
  }

  /** The other lines that cannot be told apart from a given line. */
  twinsOf({ line, sold }: LineBalance): readonly LineBalance[] {
    const pool = line.key === undefined && sold.quantity > 0n ? this.poolOf(line) : [];
    const isTwin = (one: LineBalance): boolean =>
      one.line.index !== line.index && one.sold.quantity === sold.quantity && misfit({ base: one.sold }, sold) === 0n;
    return pool.filter(isTwin);
  }

  /** The units left on the lines. To reach `wanted`, moves ambiguous returns to other lines if possible. */
  roomFor(wanted: bigint, balances: readonly LineBalance[]): bigint {
    const left = (): bigint => balances.reduce((sum, balance) => sum + restOf(balance).quantity, 0n);
    if (left() < wanted) {
      const own = new Set(balances);
      for (const balance of balances) this.makeRoom(balance, own);
    }
    return left();
  }

  /** Moves ambiguous returns of a line to lines that are not in `own`. */
  private makeRoom(balance: LineBalance, own: ReadonlySet<LineBalance>): void {
    const { sold, line } = balance;
    for (let guess of [...balance.guesses]) {
      // Equal weights are unlikely to be a coincidence, so this return belongs to this line.
      if (!Number.isInteger(line.quantity) && guess.quantity === sold.quantity) continue;
      for (const other of guess.pool) {
        if (own.has(other)) continue;
        const room = restOf(other).quantity;
        if (room === 0n || misfit(other, guess) > 0n) continue;
        const moved = guess.quantity <= room ? guess : { ...partOf(guess, room, this.unit), pool: guess.pool };
        const kept = { ...difference(guess, moved), pool: guess.pool };
        balance.guesses.splice(balance.guesses.indexOf(guess), 1, ...(kept.quantity > 0n ? [kept] : []));
        balance.returned = difference(balance.returned, moved);
        addReturn(other, moved);
        for (const one of guess.pool) passOn(one, guess.pool);
        if (kept.quantity === 0n) break;
        guess = kept;
      }
    }
  }

  /** The figures for the next `quantity` units of a line. Does not record them as returned. */
  nextShare(balance: LineBalance, quantity: bigint): Figures {
    return shareOf(balance, quantity, this);
  }

  /** The absolute quantity in units of 10^−scale; undefined if it has more decimals. */
  unitsOf(quantity: number): bigint | undefined {
    const size = Math.abs(quantity);
    // Most quantities are whole numbers, so there is no need to parse their decimal text.
    if (Number.isSafeInteger(size)) return BigInt(size) * this.unitsPerOne;
    const { coefficient, scale } = decimalOf(size);
    return scale > this.scale ? undefined : coefficient * powerOfTen(this.scale - scale);
  }

  /** Units as a number. */
  quantityOf(units: bigint): number {
    const digits = units.toString().padStart(this.scale + 1, '0');
    return Number(`${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`);
  }

  /** Records a credit for part of one line's amount, or for all lines at a rate. */
  private credit(line: ParsedLine): void {
    const id = rateOf(line);
    const ofRate = this.balances.filter(({ line: sold }) => isAbove0(sold) && rateOf(sold) === id);
    const isKeyed = this.hasKeys && line.key !== undefined;
    const named = ofRate.filter(({ line: sold }) => (isKeyed ? sold.key === line.key : isNamedAs(sold, line)));
    let left: Money = { amount: BigInt(line.amount), tax: BigInt(line.taxAmount) };
    for (const balances of [named, ofRate]) left = creditTo(balances, left, this);
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

const scaleOf = (quantity: number): number => (Number.isInteger(quantity) ? 0 : decimalOf(quantity).scale);

const isNamedAs = (sold: ParsedLine, { sku, name }: ParsedLine): boolean => (sold.sku ?? sold.name) === (sku ?? name);

const rateOf = ({ rate, category }: ParsedLine): string => `${rate} ${category}`;

/** Identifies a line by the caller's key. */
const keyOf = (line: ParsedLine): string => goodsOf(line, 'key', line.key);

/** Identifies a line by its article number or, without one, its name. */
const articleOf = (line: ParsedLine): string => goodsOf(line, 'article', line.sku ?? line.name);

function goodsOf(line: ParsedLine, ...name: readonly unknown[]): string {
  return JSON.stringify([line.rate, line.category, signOf(line), line.unit ?? 'pcs', ...name]);
}

/** The part of a return that consists of `quantity` units. */
function partOf(all: Figures, quantity: bigint, unit: number): Figures {
  const part = (figure: bigint): bigint => {
    const step = stepOf(unit, [figure]);
    return roundHalfAwayFromZero(figure * quantity, all.quantity * step) * step;
  };
  return { quantity, amount: part(all.amount), discount: part(all.discount), tax: part(all.tax) };
}

function addReturn(balance: LineBalance, { pool, ...added }: Return): void {
  balance.returned = difference(balance.returned, difference(NOTHING, added));
  if (pool.length > 1) balance.guesses.push({ ...added, pool });
}

/**
 * Moves a rounding remainder to another line to which the returns might belong: the whole remainder if no quantity is
 * left, otherwise only negative amounts.
 */
function passOn(balance: LineBalance, pool: readonly LineBalance[]): void {
  const rest = difference(balance.base, balance.returned);
  const most = BigInt(balance.guesses.length);
  const passed = rest.quantity === 0n ? rest : { ...NOTHING, amount: min(rest.amount, 0n), tax: min(rest.tax, 0n) };
  const isRounding = absolute(passed.amount) <= most && absolute(passed.tax) <= most;
  if (!isRounding || (passed.amount === 0n && passed.tax === 0n)) return;
  const other = pool.find((candidate) => candidate !== balance && restOf(candidate).quantity > 0n);
  if (other === undefined) return;
  balance.returned = difference(balance.returned, difference(NOTHING, passed));
  other.base = difference(other.base, difference(NOTHING, passed));
}

/** The lines to which a return might belong, most likely first; of equally likely lines, the later one. */
function rank(figures: Figures, pool: readonly LineBalance[]): readonly LineBalance[] {
  const ranked = pool.map((balance, i) => {
    const rest = restOf(balance).quantity;
    const isWeighed = !Number.isInteger(balance.line.quantity);
    // Whole pieces more likely belong to a line of pieces, so that weighed lines remain for returned weights.
    const fit = isWeighed && rest === figures.quantity ? 0 : (rest >= figures.quantity ? 1 : 3) + Number(isWeighed);
    return { balance, misfit: misfit(balance, figures), fit, i };
  });
  ranked.sort((a, b) => (a.misfit === b.misfit ? a.fit - b.fit || b.i - a.i : a.misfit < b.misfit ? -1 : 1));
  return ranked.map(({ balance }) => balance);
}

/**
 * How far, in minor units, the amount and discount of a return differ from those of the same number of units of the
 * line; 0 if rounding explains the difference.
 */
function misfit({ base }: Pick<LineBalance, 'base'>, { quantity, amount, discount }: Figures): bigint {
  if (base.quantity === 0n) return 0n;
  const off = (found: bigint, figure: bigint): bigint =>
    absolute(found * base.quantity - figure * quantity) / base.quantity;
  const sum = off(amount, base.amount) + off(discount, base.discount);
  return sum <= 1n ? 0n : sum;
}

/** Credits the lines in proportion to their remaining amounts. @returns the excess */
function creditTo(balances: readonly LineBalance[], credit: Money, { unit }: RefundLedger): Money {
  const rests = balances.map(restOf);
  const most = rests.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = clamp(credit.amount, 0n, most);
  if (amount === 0n) return credit;
  const step = stepOf(unit, [credit.tax]);
  const tax = roundHalfAwayFromZero(credit.tax * amount, credit.amount * step) * step;
  const weights = rests.map((rest) => Number(rest.amount));
  const amounts = sharesIn(unit, Number(amount), weights).map((share, i) => rests[i]!.amount - BigInt(share));
  const taxLeft = rests.reduce((sum, rest) => sum + rest.tax, -tax);
  // All lines have the same rate, so each keeps roughly its own tax.
  const weightsLeft = amounts.map(Number);
  const taxes = amount === most ? weightsLeft : sharesIn(unit, Number(taxLeft), weightsLeft);
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

/** The remaining amount and tax at a rate. */
export function remainingAtRate({ sold, returned }: RateBalance): Money {
  return { amount: remaining(sold.amount, returned.amount), tax: remaining(sold.tax, returned.tax) };
}
