/** Compares daily totals of 10,000 generated documents with sums computed by decimal.js. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DayBook } from '../../cli/ledger/day-totals.js';
import { packs } from '../../packs/index.js';
import type { Transaction } from '../../src/index.js';
import { validTransaction } from '../../src/testing/index.js';

const DOCUMENTS = 10_000;
const EACH = Math.ceil(DOCUMENTS / packs.length);
const Exact = Decimal.clone({ precision: 100 });

/** A document from one of three shops, on one of five days; a third of the documents are paid in cash. */
function inShop(document: Transaction, i: number): Transaction {
  const { total } = document.totals;
  const cash = Math.trunc(total / 3);
  const tenders = [
    { method: 'cash', amount: cash },
    { method: 'card', amount: total - cash },
  ];
  return {
    ...document,
    vendor: { id: `biz_${i % 3}` },
    timestamp: `2026-11-2${i % 5}T10:00:00+01:00`,
    metadata: i % 2 === 0 || cash === 0 ? undefined : { receiptExtra: { v: 1, tenders } },
  };
}

type Sums = Record<string, Decimal>;

const tendersOf = ({ metadata, payment, totals }: Transaction) =>
  (metadata?.receiptExtra as { tenders: { method: string; amount: number }[] } | undefined)?.tenders ?? [
    { method: payment.method, amount: totals.total },
  ];

function sumsOf(documents: readonly Transaction[]): Record<string, Sums> {
  const days: Record<string, Sums> = {};
  for (const document of documents) {
    const { type, vendor, timestamp, currency, items, tax, totals } = document;
    const sums = (days[`${vendor.id} ${timestamp.slice(0, 10)} ${currency}`] ??= {});
    const add = (name: string, figure: Decimal.Value): void => {
      sums[name] = (sums[name] ?? new Exact(0)).plus(figure);
    };
    add(`count ${type}`, 1);
    if (type === 'void') continue;
    const isBack = type === 'refund' || type === 'credit_note';
    const sign = isBack ? -1 : 1;
    for (const { amount, taxAmount, taxRate, taxCategory, discount } of items) {
      const gross = new Exact(amount).plus(tax.pricesIncludeTax ? 0 : taxAmount).times(sign);
      const side = isBack || (type === 'exchange' && gross.isNegative() && !gross.isZero()) ? 'refunded' : 'turnover';
      const turn = side === 'refunded' ? -1 : 1;
      add(side, gross.times(turn));
      add(`${side} ${taxRate} ${taxCategory}`, gross.times(turn));
      add(`${side} tax ${taxRate} ${taxCategory}`, new Exact(taxAmount).times(sign * turn));
      add('discounts', new Exact(discount?.amount ?? 0).times(sign));
    }
    if (!tax.pricesIncludeTax) {
      const ofLines = items.reduce((sum, { taxAmount }) => sum.plus(taxAmount), new Exact(0));
      add('taxRounding', new Exact(totals.tax).minus(ofLines).times(sign));
    }
    add('rounding', new Exact(totals.rounding ?? 0).times(sign));
    for (const { method, amount } of tendersOf(document)) add(`tender ${method}`, new Exact(amount).times(sign));
  }
  return days;
}

/** Figures by name, without zeros. */
const figures = (entries: readonly (readonly [string, number])[]): Record<string, number> =>
  Object.fromEntries(entries.filter(([, figure]) => figure !== 0));

it.each(packs)('daily totals of generated documents agree with decimal sums: $country', (pack) => {
  const drawn = fc.array(validTransaction(pack), { minLength: EACH, maxLength: EACH, size: 'max' });
  fc.assert(
    fc.property(drawn, (all) => {
      const documents = all.map(inShop);
      const book = new DayBook(true);
      for (const document of documents) book.add(document);
      const totals = book.all();
      expect(totals.filter(({ difference }) => difference !== 0)).toEqual([]);
      const found = totals.map(({ vendor, date, currency, count, rates, tenders, ...sums }) => [
        `${vendor} ${date!} ${currency}`,
        figures([
          ...Object.entries(count).map(([type, number]) => [`count ${type}`, number] as const),
          ...(['turnover', 'refunded', 'discounts', 'taxRounding', 'rounding'] as const).map(
            (name) => [name, sums[name]] as const,
          ),
          ...rates.flatMap(
            ({ rate, category, turnover, turnoverTax, refunded, refundedTax }) =>
              [
                [`turnover ${rate} ${category}`, turnover],
                [`turnover tax ${rate} ${category}`, turnoverTax],
                [`refunded ${rate} ${category}`, refunded],
                [`refunded tax ${rate} ${category}`, refundedTax],
              ] as const,
          ),
          ...Object.entries(tenders).map(([method, amount]) => [`tender ${method}`, amount] as const),
        ]),
      ]);
      const wanted = Object.entries(sumsOf(documents)).map(([day, sums]) => [
        day,
        figures(Object.entries(sums).map(([name, sum]) => [name, sum.toNumber()] as const)),
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
