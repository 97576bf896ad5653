import type { LineItem } from '../../document/types.generated.js';
import { PairMap } from '../../document/line-groups.js';
import { decimalOf, powerOfTen } from '../../money/decimal.js';
import { returnedLines, signOf, soldLines, worthOf, type SoundDocument, type SoundLine } from './document.js';
import { partOf, type Part } from './part.js';

/**
 * The sold and returned figures of all equal lines of a sale, called a pool. Figures have the sign of the sale's lines.
 */
export interface Pool {
  /** 1, or −1 for lines that are returns within the sale. */
  readonly sign: 1 | -1;
  /** The number of decimals of the quantities. */
  scale: number;
  readonly sold: Tally;
  readonly returned: Tally;
  /** Lines with a fractional quantity that have not been returned. */
  readonly open: SoundLine[];
}

/** Sums; quantities in units of 10^−scale of the pool. */
export interface Tally {
  quantity: bigint;
  amount: bigint;
  discount: bigint;
  tax: bigint;
}

/** The same by rate and category, including returned lines that match no line of the sale. */
export interface RateTally {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly sold: { amount: bigint; tax: bigint };
  readonly returned: { amount: bigint; tax: bigint };
  /** Whether a returned line matched no line of the sale. */
  isLoose: boolean;
}

const NOTHING = (): Tally => ({ quantity: 0n, amount: 0n, discount: 0n, tax: 0n });

/**
 * A sale, and what its corrections returned. Corrections do not say which line of the sale they refer to: lines are
 * matched by their values.
 */
export class Ledger {
  readonly rates = new PairMap<RateTally>();
  readonly total: bigint;
  returned = 0n;
  private readonly pools = new Map<string, Pool>();
  private readonly added: SoundLine[] = [];

  constructor(readonly sale: SoundDocument) {
    const lines = soldLines(sale);
    this.total = worthOf(sale, lines);
    for (const line of lines) {
      const pool = this.poolFor(line);
      pool.open.push(line);
      add(pool, pool.sold, line);
      const rate = this.rateFor(line);
      rate.sold.amount += BigInt(line.amount);
      rate.sold.tax += BigInt(line.taxAmount);
    }
  }

  /** The pool of a line; undefined for a line that the sale does not have. */
  poolOf(line: SoundLine): Pool | undefined {
    return this.pools.get(keyOf(line));
  }

  /** Counts all that a correction returned. */
  addCorrection(correction: SoundDocument): void {
    const lines = returnedLines(correction);
    for (const line of lines) this.addLine(line);
    this.returned += worthOf(correction, lines);
  }

  /** Counts one returned line. If it matches no line of the sale, it only counts against its rate. */
  addLine(line: SoundLine): void {
    this.added.push(line);
    const pool = this.poolOf(line);
    if (pool !== undefined) {
      add(pool, pool.returned, line);
      const whole = pool.open.findIndex(({ quantity, amount }) => quantity === line.quantity && amount === line.amount);
      const at = whole >= 0 ? whole : pool.open.findIndex(({ quantity }) => quantity === line.quantity);
      if (at >= 0) pool.open.splice(at, 1);
    }
    const rate = this.rateFor(line);
    rate.returned.amount += BigInt(line.amount);
    rate.returned.tax += BigInt(line.taxAmount);
    rate.isLoose ||= pool === undefined;
  }

  /** Whether nothing has been returned yet. */
  get isUntouched(): boolean {
    return this.added.length === 0;
  }

  /** A copy for trying changes. */
  copy(): Ledger {
    const copy = new Ledger(this.sale);
    for (const line of this.added) copy.addLine(line);
    return copy;
  }

  /** The next part of a line, of `quantity` units of 10^−scale. Does not count it yet. */
  part(line: SoundLine, quantity: bigint): Part {
    return partOf(this.poolOf(line)!, line, quantity, this.sale.pricesIncludeTax);
  }

  private rateFor({ rate, category }: SoundLine): RateTally {
    const known = this.rates.find(rate, category);
    if (known !== undefined) return known;
    const made = { rate, category, sold: { amount: 0n, tax: 0n }, returned: { amount: 0n, tax: 0n }, isLoose: false };
    this.rates.add(made);
    return made;
  }

  private poolFor(line: SoundLine): Pool {
    const key = keyOf(line);
    let pool = this.pools.get(key);
    if (pool === undefined) {
      pool = { sign: signOf(line), scale: 0, sold: NOTHING(), returned: NOTHING(), open: [] };
      this.pools.set(key, pool);
    }
    return pool;
  }
}

const keyOf = (line: SoundLine): string =>
  JSON.stringify([line.sku ?? line.name, line.unitPrice, line.rate, line.category, line.unit ?? 'pcs', signOf(line)]);

function add(pool: Pool, tally: Tally, line: SoundLine): void {
  // First, because it may rewrite the sums in finer units.
  const units = unitsOf(pool, line.quantity);
  tally.quantity += units;
  tally.amount += BigInt(line.amount);
  tally.discount += BigInt(line.discount);
  tally.tax += BigInt(line.taxAmount);
}

/** The absolute value of a quantity in units of the pool, which it makes finer if needed. */
export function unitsOf(pool: Pool, quantity: number): bigint {
  const { coefficient, scale } = decimalOf(Math.abs(quantity));
  if (scale > pool.scale) {
    const finer = powerOfTen(scale - pool.scale);
    pool.sold.quantity *= finer;
    pool.returned.quantity *= finer;
    pool.scale = scale;
  }
  return coefficient * powerOfTen(pool.scale - scale);
}

/** What is left of a pool, in its units; never below 0. */
export const unitsLeft = ({ sold, returned }: Pool): bigint =>
  sold.quantity > returned.quantity ? sold.quantity - returned.quantity : 0n;

/** What is left at a rate. */
export function rateLeft({ sold, returned }: RateTally): { amount: bigint; tax: bigint } {
  return { amount: left(sold.amount, returned.amount), tax: left(sold.tax, returned.tax) };
}

/** What is left of a figure, which never changes its sign. */
export function left(sold: bigint, returned: bigint): bigint {
  const rest = sold - returned;
  return sold < 0n ? (rest < 0n ? rest : 0n) : rest > 0n ? rest : 0n;
}
