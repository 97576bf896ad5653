import type { Transaction } from '../../document/types.generated.js';
import { isTable } from '../../law/rates-on.js';
import type { ReceiptLaw } from '../../law/types.js';
import { set, at, chosen, mutation, type Mutation } from '../mutation.js';
import { localDay, verdictOn } from '../days.js';
import { destinationsOf, type Destination } from '../destinations.js';
import type { Needs } from '../options.js';
import { windowMutations } from './rate-windows.js';

/** Changes the rate in a tax summary entry and in its lines. */
function withRate({ items, tax }: Transaction, entry: number, rate: number) {
  const { rate: before, category } = tax.summary[entry]!;
  const rates = items.map((item) => (item.taxRate === before && item.taxCategory === category ? rate : item.taxRate));
  const lines = rates.flatMap((one, i) => (one === items[i]!.taxRate ? [] : [set(`items[${i}].taxRate`, one)]));
  return { rates, changes: [set(`tax.summary[${entry}].rate`, rate), ...lines] };
}

/** Rates that are neither in the law's table nor in its range. */
function wrongRates({ rates }: ReceiptLaw): readonly number[] {
  return isTable(rates) ? [98.76, 97.53] : [rates.max + 0.01, rates.min - 1];
}

/** Documents from days for which the table is complete. On earlier days, unknown rates raise only a warning. */
const knownRates = ({ ratesSince }: ReceiptLaw): Needs =>
  ratesSince === undefined ? {} : { type: ['sale', 'exchange'], timestamps: { from: ratesSince } };

/** Whether a table has the rate, even if only for a part of the country. */
const hasRate = ({ tables }: Destination, rate: number): boolean =>
  rate === 0 || tables.some((table) => table.some((row) => row.rate === rate));

const noSuchRate = (id: string, sale: readonly Destination['sale'][]): Mutation =>
  mutation(
    `a rate that no table has (${id})`,
    'invalid_rate',
    (document, pick, law) => {
      const { rates, changes } = withRate(document, at(document.tax.summary, pick), chosen(wrongRates(law), pick));
      return [
        changes,
        rates.flatMap((rate, i) => (rate === document.items[i]!.taxRate ? [] : [`items[${i}].taxRate invalid_rate`])),
      ];
    },
    { rule: `${id}-rate`, places: (law) => [{ sale, ...(id === 'national' && knownRates(law)) }] },
  );

/** The rates of another member state that the national table lacks. */
function foreignRates({ tables, rates }: Destination): number[] {
  return rates.filter((rate) => rate !== 0 && !tables[0]!.some((row) => row.rate === rate));
}

function hasForeignRates(destination: Destination): boolean {
  return destination.sale === 'union' && foreignRates(destination).length > 0;
}

export const mutations: readonly Mutation[] = [
  noSuchRate('national', ['home', 'union']),
  noSuchRate('oss', ['oss']),
  mutation(
    "another member state's rate, not in e-commerce",
    'invalid_rate',
    (document, pick, law, enforced) => {
      const { type, timestamp, tax, customer, items } = document;
      const [own, foreign] = [destinationsOf(law)[0]!, destinationTo(law, customer!.country!)];
      const free = foreignRates(foreign).filter((rate) => !tax.summary.some((entry) => entry.rate === rate));
      const entry = at(tax.summary, pick);
      // If the document already has all of these rates, keep them.
      const { rates, changes } =
        free.length === 0
          ? { rates: items.map(({ taxRate }) => taxRate), changes: [] }
          : withRate(document, entry, chosen(free, pick));
      const issues = rates.flatMap((rate, i) => {
        const field = `items[${i}].taxRate`;
        if (!hasRate(own, rate)) return [`${field} invalid_rate`];
        const today = type === 'sale' || (type === 'exchange' && items[i]!.amount >= 0);
        const outside = enforced && today && verdictOn(own.tables, rate, localDay(timestamp), undefined) === 'outside';
        return outside ? [`${field} rate_not_in_window`] : [];
      });
      return [[...changes, set('channel', 'pos')], issues];
    },
    {
      rule: 'national-rate',
      places: (law) => {
        const destination = destinationsOf(law)
          .filter(hasForeignRates)
          .map(({ country }) => country!);
        return destination.length === 0 ? [] : [{ ...knownRates(law), sale: 'union', destination }];
      },
    },
  ),
  ...windowMutations,
];

function destinationTo(law: ReceiptLaw, country: string): Destination {
  return destinationsOf(law).find((one) => one.country === country)!;
}
