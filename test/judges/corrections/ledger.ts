import { heldOf, leftOf, least, minus, nextPart, nextTax, NOTHING, plus, rounded, shared, sum } from './held';
import type { Expected, Figures, Held } from './held';
import type { Transaction } from 'receipt-rule-packs';

interface Rate {
  readonly rate: number;
  readonly isOut: boolean;
  sold: Figures;
  back: Figures;
}

/** Tracks a sale's remaining balance, and computes what the next corrections must state. */
export class Judge {
  readonly held: readonly Held[];
  readonly rates: Rate[] = [];
  private readonly including: boolean;

  constructor(sale: Transaction) {
    this.including = sale.tax.pricesIncludeTax;
    this.held = heldOf(sale);
    for (const { rate, isOut, sold, sign } of this.held) {
      const isSold = sign > 0 && sold.amount > 0n;
      const known = this.rates.find((one) => one.rate === rate && one.isOut === isOut);
      if (known === undefined) this.rates.push({ rate, isOut, sold: isSold ? sold : NOTHING, back: NOTHING });
      else if (isSold) known.sold = plus(known.sold, sold);
    }
  }

  /** A quantity of the lines that one index refers to, in line order. */
  units(lines: readonly Held[], quantity: bigint): Expected[] {
    let open = quantity;
    return lines.flatMap((held) => {
      const taken = least(leftOf(held).quantity, open);
      if (taken === 0n) return [];
      open -= taken;
      const part = nextPart(held, taken, this.including);
      const { unitPrice, rate, sign } = held;
      // Once one of two identical lines has been returned, the documents do not show which one.
      const isVague = held.isAlike && this.held.some((one) => one.isAlike && one.back.quantity > 0n);
      return [{ ...part, unitPrice, rate, sign, slack: isVague ? 2n : held.credits, loose: isVague ? 2n : 0n }];
    });
  }

  /** An amount of one line, as a separate line. */
  amount(held: Held, amount: bigint): Expected {
    const { rate, sold, credits } = held;
    const back = minus(sold, leftOf(held));
    const tax = nextTax(amount, sold, back, rate, this.including);
    return this.own(amount, tax, rate, credits);
  }

  /** An amount over all rates, starting with those within the scope of the tax. */
  credit(amount: bigint): Expected[] {
    let open = amount;
    return [false, true].flatMap((isOut) => {
      const rates = this.rates.filter((rate) => rate.isOut === isOut && rate.sold.amount > rate.back.amount);
      const weights = rates.map(({ sold, back }) => sold.amount - back.amount);
      const part = least(open, sum(weights));
      open -= part;
      if (part === 0n) return [];
      return shared(part, weights).flatMap((share, i) => {
        const { sold, back, rate } = rates[i]!;
        const tax = nextTax(share, sold, back, rate, this.including);
        return share === 0n ? [] : [this.own(share, tax, rate, 0n)];
      });
    });
  }

  private own(amount: bigint, tax: bigint, rate: number, slack: bigint): Expected {
    return { quantity: 1000n, unitPrice: amount, amount, discount: 0n, tax, rate, sign: 1, slack, loose: 0n };
  }

  /** Records the quantities of lines that a document returns. */
  countUnits(lines: readonly Held[], parts: readonly Figures[]): void {
    const open = lines.filter((held) => leftOf(held).quantity > 0n);
    parts.forEach((part, i) => {
      const held = open[i]!;
      held.back = plus(held.back, part);
      if (held.sign > 0) this.countRate(held.rate, held.isOut, part);
    });
  }

  /**
   * Records an amount refunded on one line, or spread in proportion over all lines at the given rate. From then on, the
   * amount counts as a discount.
   */
  countAmount(rate: number, isOut: boolean, part: Figures, only?: Held): void {
    this.countRate(rate, isOut, part);
    const all = this.held.filter((held) => held.rate === rate && held.isOut === isOut && held.sign > 0);
    const lines = only === undefined ? all : [only];
    const lefts = lines.map((held) => leftOf(held));
    const weights = lefts.map(({ amount }) => amount);
    const credits = shared(part.amount, weights);
    const taxes = lefts.map(({ tax }) => tax);
    const taxOff = sum(taxes) === 0n ? taxes : shared(part.tax, taxes);
    lines.forEach((held, i) => {
      const { quantity, amount, discount, tax } = lefts[i]!;
      const off = credits[i]!;
      held.credits++;
      if (off === 0n) return;
      held.base = {
        quantity: amount === off ? 0n : quantity,
        amount: amount - off,
        discount: discount + off,
        tax: tax - taxOff[i]!,
      };
      held.back = NOTHING;
    });
  }

  private countRate(rate: number, isOut: boolean, part: Figures): void {
    const one = this.rates.find((known) => known.rate === rate && known.isOut === isOut);
    if (one !== undefined) one.back = plus(one.back, part);
  }

  /** The amount that credits can still refund, in minor units. */
  get creditable(): bigint {
    return sum(this.rates.map(({ sold, back }) => sold.amount - back.amount));
  }
}

/**
 * Splits a refund between the tenders of a sale: first all except cash, then cash, rounded to the increment. Undefined
 * if the tenders paid less.
 *
 * @param exact the amount before rounding
 * @param left the amount that each tender can still refund
 */
export function givenBack(
  exact: bigint,
  left: readonly { readonly isCash: boolean; readonly amount: bigint }[],
  increment: bigint,
): { readonly amounts: readonly bigint[]; readonly rounding: bigint } | undefined {
  let open = exact;
  const amounts = left.map(({ isCash, amount }) => {
    const part = isCash ? 0n : least(amount, open);
    open -= part;
    return part;
  });
  const cash = left.findIndex(({ isCash }) => isCash);
  if (cash < 0) return open === 0n ? { amounts, rounding: 0n } : undefined;
  const due = rounded(open, increment) * increment;
  amounts[cash] = due;
  return { amounts, rounding: due - open };
}
