import fc from 'fast-check';
import type { Shop, Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  type Completion,
  type RefundLine,
} from 'receipt-rule-packs/complete';
import { draftOf, inputOf } from '../../complete/support/drafts';
import { NET, roundingRow, shopOf } from '../../complete/support/laws';
import { chains, tendersOf, type Chain, type Step } from './draw';
import { leftOf, size, sum, thousandths, type Expected, type Figures, type Held } from './held';
import { givenBack, Judge } from './ledger';

/** The result of comparing the library's chains of corrections with those that the ledger (class `Judge`) computes. */
export interface ChainCount {
  readonly judge: string;
  readonly documents: number;
  /** The number of corrections compared figure by figure. */
  right: number;
  /** Sales with identical lines without keys: documents do not show which line was returned, or how much is left. */
  beyond: number;
  readonly disagreements: unknown[];
}

const KEPT = 5;
/** Runs chains in batches, so that any number fits into memory. */
const PORTION = 500;
const INCREMENT = 5;

export function judgeCorrections(runs: number, seed: number): ChainCount {
  const count: ChainCount = { judge: 'ledger of corrections', documents: runs, right: 0, beyond: 0, disagreements: [] };
  for (let done = 0; done < runs; done += PORTION) {
    for (const chain of fc.sample(chains, { numRuns: Math.min(PORTION, runs - done), seed: seed + done })) {
      const { compared, said, isBeyond } = follow(chain);
      count.right += compared;
      if (isBeyond) count.beyond++;
      if (said.length > 0 && count.disagreements.length < KEPT) count.disagreements.push({ said, chain });
    }
  }
  return count;
}

interface Verdict {
  /** How many corrections were compared. */
  readonly compared: number;
  readonly isBeyond: boolean;
  /** Differences between the ledger and the library. */
  readonly said: readonly string[];
}

const IN_LEVA = { currency: 'BGN', timestamp: '2025-12-20T10:00:00+02:00' };
const CURRENCIES = [
  { code: 'BGN', until: '2025-12-31', successor: { code: 'EUR', perUnit: 1.95583, bothUntil: '2026-01-31' } },
  { code: 'EUR', from: '2026-01-01' },
] as const;
/** Converts to euro cents, with halves rounded away from zero. */
const inEuro = (figure: number): number => {
  const [part, whole] = [2n * size(BigInt(figure)) * 100_000n + 195_583n, 2n * 195_583n];
  return Math.sign(figure) * Number(part / whole) || 0;
};

function shopFor({ pricesIncludeTax, taxRounding, isRounded, changeAt }: Chain): Shop {
  return shopOf(
    {
      ...(pricesIncludeTax ? {} : NET),
      ...(isRounded ? { cashRounding: [roundingRow({ increment: INCREMENT })] } : {}),
      ...(changeAt === undefined ? {} : { currencies: CURRENCIES }),
    },
    { taxRounding },
  );
}

/** Creates a sale and its corrections, and compares each correction with the ledger's. */
function follow(chain: Chain): Verdict {
  const shop = shopFor(chain);
  const sale = saleOf(chain, shop);
  if (sale === undefined) return { compared: 0, isBeyond: false, said: [] };
  const run = new Run(shop, sale, chain);
  for (const step of chain.steps) {
    run.take(step);
    if (run.isEnded) break;
  }
  if (!run.isEnded) run.takeAll();
  return { compared: run.prior.length, isBeyond: run.isBeyond, said: run.said };
}

function saleOf(chain: Chain, shop: Shop): Transaction | undefined {
  const { items, paid, pricesIncludeTax, changeAt } = chain;
  const made = (payment: object): Transaction | undefined => {
    const more = {
      ...payment,
      tax: { scheme: 'UK_VAT', pricesIncludeTax },
      ...(changeAt === undefined ? {} : IN_LEVA),
    };
    const result = complete(shop, draftOf(items, more));
    return result.valid ? result.transaction : undefined;
  };
  const sale = made({ payment: { method: paid === 'cash' ? 'cash' : 'card' } });
  const tenders = sale && tendersOf(chain, sale.totals.total);
  const paidFor = tenders === undefined ? sale : made({ payment: undefined, tenders });
  const isFree = paidFor?.items.some(({ amount }) => Math.abs(amount) < (changeAt === undefined ? 1 : 100)) ?? true;
  return isFree || paidFor!.totals.total <= 0 ? undefined : paidFor;
}

/** A step's input for the library, and what the ledger expects. */
interface Asked {
  readonly lines: readonly RefundLine[];
  readonly expected: readonly Expected[];
  readonly count: (parts: readonly Figures[]) => void;
}

interface TenderLeft {
  readonly method: string;
  readonly isCash: boolean;
  amount: bigint;
}

const receiptExtraOf = ({ metadata }: Transaction) =>
  (metadata?.receiptExtra ?? {}) as {
    readonly tenders?: readonly { method: string; amount: number; reverses?: number }[];
  };

class Run {
  readonly said: string[] = [];
  readonly prior: Transaction[] = [];
  private readonly judge: Judge;
  /** Whether the documents alone leave open which line was returned, or which line an amount belongs to. */
  private isVague = false;
  private isVagueAmount = false;
  isBeyond = false;
  private at = 0;
  private tenders: TenderLeft[] | undefined;

  constructor(
    private readonly shop: Shop,
    private readonly sale: Transaction,
    private readonly chain: Chain,
  ) {
    this.judge = new Judge(sale);
    this.tenders = receiptExtraOf(sale).tenders?.map(({ method, amount }) => {
      return { method, isCash: method === 'cash', amount: BigInt(amount) };
    });
  }

  get isEnded(): boolean {
    return this.isBeyond || this.said.length > 0;
  }

  private get isChanged(): boolean {
    const { changeAt } = this.chain;
    return changeAt !== undefined && this.at > changeAt;
  }

  /** The input for the next correction. */
  private input<const More extends object>(more: More) {
    const { changeAt } = this.chain;
    const timestamp = this.isChanged ? '2026-03-10T10:00:00+02:00' : '2025-12-28T10:00:00+02:00';
    return inputOf(this.sale, {
      priorCorrections: this.prior,
      ...(changeAt === undefined ? {} : { timestamp }),
      ...more,
    });
  }

  take(step: Step): void {
    this.at++;
    if (step.kind === 'credit') {
      this.takeCredit(step);
      return;
    }
    const lines = this.named(step.line);
    const asked = step.kind === 'amount' ? this.amountOf(lines, step) : this.unitsOf(lines, step.share);
    if (asked === undefined) return;
    if (step.kind === 'exchange') {
      this.exchange(asked, step);
      return;
    }
    const value = sum(asked.expected.map(({ amount }) => amount));
    if (step.kind === 'bottles' && this.takeBottles(asked, step, value)) return;
    const fee =
      step.kind === 'fee' && !this.isChanged && !this.isVague && !lines[0]!.isOut
        ? (value * BigInt(step.share)) / 110n
        : 0n;
    const fees = fee > 0n ? [{ name: 'Restocking', amount: Number(fee), taxRate: lines[0]!.rate }] : undefined;
    const result = createRefund(this.shop, this.input({ lines: asked.lines, ...(fees && { fees }) }));
    this.compare(result, asked, fees === undefined ? [] : [-Number(fee)]);
  }

  /** The lines that an index refers to: all lines with the same key, or only that line. */
  private named(at: number): readonly Held[] {
    const { held } = this.judge;
    const one = held[at % held.length]!;
    return one.key === undefined ? [one] : held.filter(({ key }) => key === one.key);
  }

  private unitsOf(lines: readonly Held[], share: number): Asked | undefined {
    const left = sum(lines.map((held) => leftOf(held).quantity));
    const part = (left * BigInt(share)) / 100n;
    const isPieces = lines.every(({ sold }) => sold.quantity % 1000n === 0n);
    const quantity = isPieces ? ((part + 999n) / 1000n) * 1000n : part === 0n ? left : part;
    if (quantity === 0n || lines[0]!.sign < 0) return undefined;
    return this.askUnits(lines, quantity);
  }

  private askUnits(lines: readonly Held[], quantity: bigint): Asked {
    const { key, index } = lines[0]!;
    return {
      lines: [{ ...(key === undefined ? { line: index } : { key }), quantity: Number(quantity) / 1000 }],
      expected: this.judge.units(lines, quantity),
      count: (parts) => {
        this.judge.countUnits(lines, parts);
        this.isVague ||= lines[0]!.isAlike;
      },
    };
  }

  private amountOf(lines: readonly Held[], { share }: Step): Asked | undefined {
    const [held, second] = lines;
    const { key, index, rate, isOut, sign } = held!;
    const amount = (leftOf(held!).amount * BigInt(share)) / 100n;
    // An amount equal to the price of a unit would produce the same document as returning that unit.
    const isPrice = this.judge.held.some(({ unitPrice }) => size(unitPrice - amount) <= 1n);
    if (second !== undefined || sign < 0 || amount <= 0n || isPrice || this.isChanged || this.isVagueAmount)
      return undefined;
    const nameOf = (one: Held): string => this.sale.items[one.index]!.name;
    const isAlike = key === undefined && this.judge.held.some((one) => one !== held && nameOf(one) === nameOf(held!));
    return {
      lines: [{ ...(key === undefined ? { line: index } : { key }), amount: Number(amount) }],
      expected: [this.judge.amount(held!, amount)],
      count: ([part]) => {
        this.judge.countAmount(rate, isOut, part!, held);
        this.isVague ||= isAlike;
        this.isVagueAmount ||= isAlike;
      },
    };
  }

  private takeCredit({ share }: Step): void {
    const amount = (this.judge.creditable * BigInt(share)) / 100n;
    // Skips empty credits, and credits after the currency has changed.
    if (amount <= 0n || this.isChanged) return;
    const input = this.input({ amount: Number(amount), reason: 'price_adjustment' as const });
    const expected = this.judge.credit(amount);
    const { rates } = this.judge;
    const count = (parts: readonly Figures[]): void =>
      parts.forEach((part, i) => {
        const { rate } = expected[i]!;
        const isOut = rates.find((one) => one.rate === rate)!.isOut;
        this.judge.countAmount(rate, isOut, part);
      });
    this.compare(createCreditNote(this.shop, input), { lines: [], expected, count }, []);
  }

  /**
   * Refunds goods together with bottles that were returned in the sale. Returns false if there are no such bottles to
   * refund.
   */
  private takeBottles(asked: Asked, { other, share }: Step, value: bigint): boolean {
    const bottles = this.judge.held.filter(({ sign }) => sign < 0);
    const held = bottles[other % (bottles.length || 1)];
    const left = held === undefined ? 0n : leftOf(held).quantity;
    const quantity = (((left * BigInt(share)) / 100n + 999n) / 1000n) * 1000n;
    if (held === undefined || quantity === 0n) return false;
    const back = this.askUnits([held], quantity);
    // The tax on the bottles can exceed the tax on the goods.
    const total = sum(
      [...asked.expected, ...back.expected].map(({ amount, tax, sign }) => BigInt(sign) * (amount + this.added(tax))),
    );
    if (total < 0n || (quantity * held.unitPrice) / 1000n > value) return false;
    const both: Asked = {
      lines: [...asked.lines, ...back.lines],
      expected: [...asked.expected, ...back.expected],
      count: (parts) => {
        asked.count(parts.slice(0, asked.expected.length));
        back.count(parts.slice(asked.expected.length));
      },
    };
    this.compare(createRefund(this.shop, this.input({ lines: both.lines })), both, []);
    return true;
  }

  private exchange(asked: Asked, { other }: Step): void {
    const sold = [{ name: 'New', unitPrice: 100 + 700 * other, taxRate: 25 }] as const;
    const result = createExchange(this.shop, this.input({ returned: asked.lines, sold }));
    const expected = asked.expected.map((one): Expected => ({ ...one, sign: one.sign > 0 ? -1 : 1 }));
    this.compare(result, { ...asked, expected }, [sold[0].unitPrice]);
  }

  /** Refunds the whole balance; after that, nothing can be refunded. */
  takeAll(): void {
    this.at++;
    const open = this.judge.held.filter((held) => leftOf(held).quantity > 0n);
    const result = createRefund(this.shop, this.input({ lines: 'all' as const }));
    // The library may still see an amount to refund: of another identical line, or of a line too small to convert.
    if (open.length === 0 && (this.isChanged || this.isVague)) return;
    if (open.length === 0) {
      this.must('all of nothing', result.issues[0]?.code, 'over_refund');
      return;
    }
    const expected = open.flatMap((held) => this.judge.units([held], leftOf(held).quantity));
    const total = sum(expected.map(({ amount, tax, sign }) => BigInt(sign) * (amount + this.added(tax))));
    // An amount smaller than half a coin is rounded to 0.
    if (total < 0n && (this.isVague || -2n * total < BigInt(INCREMENT))) return;
    if (total < 0n) {
      this.must('less than nothing', result.issues[0]?.code, 'out_of_range');
      return;
    }
    // Documents do not show which of several identical lines are left.
    const isOpen = this.isVague || this.isChanged;
    this.compare(result, { lines: [], expected: isOpen ? [] : expected, count: () => undefined }, []);
    if (this.isEnded) return;
    this.compareSums();
    if (isOpen) return;
    const again = createRefund(this.shop, this.input({ lines: 'all' as const }));
    this.must('all once more', again.issues[0]?.code, 'over_refund');
  }

  /**
   * Whether a line of 0.00 was refused as already refunded, because the documents attribute an equal line's returns to
   * it.
   */
  private isSpentByEqual(result: Completion, expected: readonly Expected[]): boolean {
    const isRefused = !result.valid && result.issues.every(({ code }) => code === 'over_refund');
    return this.isVague && isRefused && expected.every(({ amount, tax }) => amount === 0n && tax === 0n);
  }

  private added(tax: bigint): bigint {
    return this.chain.pricesIncludeTax ? 0n : tax;
  }

  private must(what: string, found: unknown, expected: unknown): void {
    if (found !== expected)
      this.said.push(`${this.prior.length}: ${what} is ${String(found)}, not ${String(expected)}`);
  }

  /** Compares a correction with what the ledger expects. `others` are further amounts: fees and goods sold. */
  private compare(result: Completion, { lines, expected, count }: Asked, others: readonly number[]): void {
    const items = result.valid ? result.transaction.items : [];
    const all = expected.length === 0 ? items.length - others.length : expected.length;
    const isCredited =
      this.judge.held.some(({ credits }) => credits > 0n) || lines.some(({ amount }) => amount !== undefined);
    const isOther = result.valid ? items.length !== all + others.length : isCredited;
    if (this.isVague && !this.isChanged && isOther) {
      this.isBeyond = true;
      return;
    }
    // The documents attribute these returns to an identical line.
    if (this.isVague && expected.some(({ amount }) => amount < 0n)) {
      this.isBeyond = true;
      return;
    }
    if (this.isSpentByEqual(result, expected)) return;
    if (!result.valid) {
      this.said.push(`${this.prior.length}: ${result.issues.map(({ message }) => message).join(' ')}`);
      return;
    }
    const { transaction } = result;
    if (this.isChanged) this.compareConverted(transaction, expected, items.length - others.length);
    else {
      this.must('lines', items.length - others.length, all);
      expected.forEach((one, i) => this.compareLine(one, items[i], i));
      others.forEach((amount, i) => this.must('other amount', items[all + i]?.amount, amount));
    }
    this.compareTotals(transaction);
    this.prior.push(transaction);
    count(this.isChanged ? expected : items.slice(0, all).map(figuresOf));
  }

  private compareLine(expected: Expected, item: Transaction['items'][number] | undefined, i: number): void {
    if (item === undefined) return;
    const { quantity, amount, discount, tax } = figuresOf(item);
    const { sign, rate, unitPrice, loose, slack } = expected;
    const free = this.isVague ? 3n : loose;
    const close = (what: string, found: bigint, wanted: bigint, off: bigint): void => {
      if (size(found - wanted) > off) this.must(`${what} of line ${i}`, found, wanted);
    };
    this.must(`rate of line ${i}`, item.taxRate, rate);
    this.must(`sign of line ${i}`, Math.sign(item.quantity), sign);
    close('price', BigInt(item.unitPrice), unitPrice, 0n);
    close('quantity', quantity, expected.quantity, 0n);
    if (this.isVagueAmount) return;
    close('amount', amount, expected.amount, free);
    close('discount', discount, expected.discount, free);
    close('tax', tax, expected.tax, this.isVague ? 3n : slack);
  }

  /** After a change of currency, each line may be rounded again, and split in two. */
  private compareConverted({ items, currency }: Transaction, expected: readonly Expected[], lines: number): void {
    this.must('currency', currency, 'EUR');
    // Documents do not show which of several identical lines were returned.
    if (expected.length === 0 || this.isVague) return;
    const found = sum(items.slice(0, lines).map(({ amount }) => BigInt(amount)));
    const wanted = sum(expected.map(({ amount, sign }) => BigInt(sign) * amount));
    const off = size(found - BigInt(inEuro(Number(wanted))));
    if (off > 1n + BigInt(this.prior.length + lines)) this.must('converted amount', found, inEuro(Number(wanted)));
  }

  private compareTotals(transaction: Transaction): void {
    const { items, totals, payment, type } = transaction;
    const exact = sum(items.map(({ amount, taxAmount }) => BigInt(amount) + this.added(BigInt(taxAmount))));
    const { tenders } = receiptExtraOf(transaction);
    const isBack = type === 'exchange' ? exact < 0n : exact > 0n;
    const increment = BigInt(this.chain.isRounded ? INCREMENT : 1);
    if (this.tenders !== undefined && isBack && !this.isChanged) {
      const back = givenBack(size(exact), this.tenders, increment);
      this.must('tenders', tenders === undefined, back === undefined);
      if (back === undefined || tenders === undefined) this.tenders = undefined;
      else {
        const stated = this.tenders.map((_, i) => tenders.find(({ reverses }) => reverses === i)?.amount ?? 0);
        this.must('tenders', stated.map(Math.abs).join(), back.amounts.join());
        this.must('total', size(BigInt(totals.total)), size(exact) + back.rounding);
        back.amounts.forEach((amount, i) => (this.tenders![i]!.amount -= amount));
        return;
      }
    }
    if (this.tenders !== undefined || payment.method === 'other') return;
    const steps = (2n * size(exact) + increment) / (2n * increment);
    const due = payment.method === 'cash' ? steps * increment : size(exact);
    this.must('total', size(BigInt(totals.total)), due);
  }

  /** Expects all corrections together to refund the sale exactly, to the minor unit. */
  private compareSums(): void {
    const own = (items: Transaction['items'], isLeva: boolean) => {
      const [above, below] = [
        items.filter(({ quantity }) => quantity > 0),
        items.filter(({ quantity }) => quantity < 0),
      ];
      return [above, below].flatMap((lines) =>
        (['amount', 'taxAmount'] as const).map((name) =>
          lines.reduce((all, line) => all + (isLeva ? inEuro(line[name]) : line[name]), 0),
        ),
      );
    };
    const isLeva = (document: Transaction): boolean => this.isChanged && document.currency === 'BGN';
    const back = this.prior.map((document) => {
      const returned = document.items.filter(({ name }) => name !== 'New' && name !== 'Restocking');
      const sign = document.type === 'exchange' ? -1 : 1;
      const turned = returned.map((line) => {
        const turn = (figure: number): number => sign * figure || 0;
        return { ...line, quantity: turn(line.quantity), amount: turn(line.amount), taxAmount: turn(line.taxAmount) };
      });
      return own(turned, isLeva(document));
    });
    const sold = own(this.sale.items, isLeva(this.sale));
    const all = sold.map((_, i) => back.reduce((total, figures) => total + figures[i]!, 0));
    // If a line was returned in parts before the change of currency, no later part can compensate for the rounding of
    // the conversions.
    const before = this.prior.filter(isLeva).reduce((lines, { items }) => lines + items.length, 0);
    // The same applies to a weighed line that has identical lines: its parts were rounded separately.
    const rounds = before + (this.isVague ? this.prior.length : 0);
    const isClose = all.every((figure, i) => Math.abs(figure - sold[i]!) <= rounds);
    if (!isClose) this.must('all that came back', all.join(), sold.join());
  }
}

const figuresOf = ({ quantity, amount, discount, taxAmount }: Transaction['items'][number]): Figures => ({
  quantity: size(thousandths(quantity)),
  amount: size(BigInt(amount)),
  discount: BigInt(discount?.amount ?? 0),
  tax: size(BigInt(taxAmount)),
});
