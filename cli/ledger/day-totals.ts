import { RateCategoryMap } from '../../src/document/line-groups.js';
import type { Transaction } from '../../src/index.js';
import { readReceiptExtra } from '../../src/complete/receipt-extra.js';

/** A sum of minor units, exact even beyond the safe integers. Adding numbers takes less time than adding bigints. */
class Sum {
  private safe = 0;
  private rest = 0n;

  add(amount: number): void {
    const sum = this.safe + amount;
    if (Number.isSafeInteger(sum)) this.safe = sum;
    else {
      this.rest += BigInt(this.safe);
      this.safe = amount;
    }
  }

  get value(): bigint {
    return this.rest + BigInt(this.safe);
  }
}

interface RateSums {
  readonly rate: number;
  readonly category: Transaction['items'][number]['taxCategory'];
  readonly turnover: Sum;
  readonly turnoverTax: Sum;
  readonly refunded: Sum;
  readonly refundedTax: Sum;
}

interface Sums {
  readonly vendor: string;
  readonly location: string | undefined;
  readonly date: string | undefined;
  readonly currency: string;
  readonly count: Record<string, number>;
  readonly rates: RateCategoryMap<RateSums>;
  readonly discounts: Sum;
  readonly taxRounding: Sum;
  readonly rounding: Sum;
  readonly tenders: Record<string, Sum>;
  first: string;
  last: string;
}

/** Totals for one store, day and currency. Amounts are in minor units and include tax. */
export interface DayTotals {
  readonly vendor: string;
  readonly location?: string;
  /** Local date, YYYY-MM-DD; absent in totals over all days. */
  readonly date?: string;
  readonly currency: string;
  /** Number of documents per type. */
  readonly count: Readonly<Record<string, number>>;
  readonly rates: readonly {
    readonly rate: number;
    readonly category: string;
    readonly turnover: number;
    readonly turnoverTax: number;
    readonly refunded: number;
    readonly refundedTax: number;
  }[];
  readonly turnover: number;
  readonly refunded: number;
  readonly discounts: number;
  /**
   * The tax of the documents minus the tax of their lines, for documents whose prices exclude tax. Not 0 if tax is
   * rounded once for each rate instead of on each line.
   */
  readonly taxRounding: number;
  /** Cash rounding. */
  readonly rounding: number;
  /** Amount received with each payment method; negative if more was refunded. */
  readonly tenders: Readonly<Record<string, number>>;
  readonly firstReceiptNumber: string;
  readonly lastReceiptNumber: string;
  /** turnover − refunded + taxRounding + rounding − all tenders, which must be 0. */
  readonly difference: number;
}

/** Adds up documents by store, day and currency. */
export class DayBook {
  private readonly days = new Map<string, Sums>();

  /** @param byDay whether to total each day separately */
  constructor(private readonly byDay: boolean) {}

  add(document: Transaction): void {
    const sums = this.sumsFor(document);
    const { type, items, totals, receiptNumber, tax, payment } = document;
    sums.count[type] = (sums.count[type] ?? 0) + 1;
    if (isBefore(receiptNumber, sums.first)) sums.first = receiptNumber;
    if (isBefore(sums.last, receiptNumber)) sums.last = receiptNumber;
    // A void's total is 0, so it does not change any figures.
    if (type === 'void') return;
    const isReturn = type === 'refund' || type === 'credit_note';
    const sign = isReturn ? -1 : 1;
    const isTaxOnTop = !tax.pricesIncludeTax;
    if (isTaxOnTop) sums.taxRounding.add(sign * totals.tax);
    for (const { amount, taxAmount, taxRate, taxCategory, discount } of items) {
      const rate = ratesFor(sums, taxRate, taxCategory);
      const isBelow0 = amount + (isTaxOnTop ? taxAmount : 0) < 0;
      const isRefunded = isReturn || (type === 'exchange' && isBelow0);
      const [gross, taxes] = isRefunded ? [rate.refunded, rate.refundedTax] : [rate.turnover, rate.turnoverTax];
      const own = isRefunded && !isReturn ? -1 : 1;
      gross.add(own * amount);
      taxes.add(own * taxAmount);
      if (isTaxOnTop) {
        gross.add(own * taxAmount);
        sums.taxRounding.add(-sign * taxAmount);
      }
      sums.discounts.add(sign * (discount?.amount ?? 0));
    }
    sums.rounding.add(sign * (totals.rounding ?? 0));
    const tenders = readReceiptExtra(document)?.tenders ?? [{ method: payment.method, amount: totals.total }];
    for (const { method, amount } of tenders) (sums.tenders[method] ??= new Sum()).add(sign * amount);
  }

  /** Sorted by store, date and currency. */
  all(): DayTotals[] {
    return [...this.days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => totalsOf(sums));
  }

  private sumsFor({ vendor, timestamp, currency, receiptNumber }: Transaction): Sums {
    const date = this.byDay ? timestamp.slice(0, 10) : undefined;
    // NUL can separate these fields, because in valid documents they never contain it.
    const key = [vendor.id, vendor.locationName, date, currency].join('\0');
    const known = this.days.get(key);
    if (known !== undefined) return known;
    const sums: Sums = {
      ...{ vendor: vendor.id, location: vendor.locationName, date, currency },
      ...{ count: {}, rates: new RateCategoryMap(), tenders: {} },
      ...{ discounts: new Sum(), taxRounding: new Sum(), rounding: new Sum() },
      ...{ first: receiptNumber, last: receiptNumber },
    };
    this.days.set(key, sums);
    return sums;
  }
}

/** Shorter numbers come first. Numbers of equal length are compared by character. */
const isBefore = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);

function ratesFor({ rates }: Sums, rate: number, category: RateSums['category']): RateSums {
  const known = rates.find(rate, category);
  if (known !== undefined) return known;
  const sums = { turnover: new Sum(), turnoverTax: new Sum(), refunded: new Sum(), refundedTax: new Sum() };
  const added = { rate, category, ...sums };
  rates.add(added);
  return added;
}

function totalsOf({
  vendor,
  location,
  date,
  currency,
  count,
  rates,
  discounts,
  taxRounding,
  rounding,
  tenders,
  first,
  last,
}: Sums): DayTotals {
  const ofRates = [...rates.all].sort((a, b) => b.rate - a.rate || (a.category < b.category ? -1 : 1));
  const sum = (figure: 'turnover' | 'refunded'): bigint =>
    ofRates.reduce((total, sums) => total + sums[figure].value, 0n);
  const paid = Object.values(tenders).reduce((total, { value }) => total + value, 0n);
  const [turnover, refunded] = [sum('turnover'), sum('refunded')];
  const byName = <T>(entries: Readonly<Record<string, T>>) =>
    Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    vendor,
    ...(location !== undefined && { location }),
    ...(date !== undefined && { date }),
    currency,
    count: Object.fromEntries(byName(count)),
    rates: ofRates.map(({ rate, category, ...sums }) => ({
      rate,
      category,
      turnover: Number(sums.turnover.value),
      turnoverTax: Number(sums.turnoverTax.value),
      refunded: Number(sums.refunded.value),
      refundedTax: Number(sums.refundedTax.value),
    })),
    turnover: Number(turnover),
    refunded: Number(refunded),
    discounts: Number(discounts.value),
    taxRounding: Number(taxRounding.value),
    rounding: Number(rounding.value),
    tenders: Object.fromEntries(byName(tenders).map(([method, { value }]) => [method, Number(value)])),
    firstReceiptNumber: first,
    lastReceiptNumber: last,
    difference: Number(turnover - refunded + taxRounding.value + rounding.value - paid),
  };
}
