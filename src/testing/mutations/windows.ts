import type { Transaction } from '../../document/types.generated.js';
import type { RulePack } from '../../pack/types.js';
import type { RateWindow } from '../../tax/rate-window.js';
import { set, type Change } from '../change.js';
import { tableOf } from '../markets.js';
import type { TransactionOptions } from '../options.js';
import { onDay } from '../times.js';
import { classesOf, daysAfter, edgesOf, verdictOn } from '../windows.js';
import { at, mutation, type Mutation, type Row } from './mutation.js';

const EVER = { from: '0001-01-01', until: '9999-12-31' };
/** Far enough from an edge that a document of this very day has another one to be moved to. */
const FURTHER = 40;

/** A day on which the lines' rates are judged as those of a class of goods, and a rate that an entry gets before. */
interface Plan {
  readonly day: string;
  readonly itemClass: string | undefined;
  readonly entry?: number;
  readonly rate?: number;
}

/** The days near those on which rates begin and end. */
function daysNear(table: readonly RateWindow[]): string[] {
  const near = edgesOf(table, EVER).flatMap((day) => [day, daysAfter(day, FURTHER), daysAfter(day, -FURTHER)]);
  return near.filter((day) => EVER.from <= day && day <= EVER.until);
}

/** Whether some rate of a table did not hold on some day, for some goods. */
function hasWindows(table: readonly RateWindow[]): boolean {
  return daysNear(table).some((day) => plansFor(table, [day]).length > 0);
}

/** Days and classes of goods together with a rate that did not hold. */
function plansFor(table: readonly RateWindow[], days: readonly string[]): (Plan & { readonly rate: number })[] {
  const rates = [...new Set(table.map(({ rate }) => rate))];
  return days.flatMap((day) =>
    classesOf(table).flatMap((itemClass) =>
      rates
        .filter((rate) => verdictOn(table, rate, day, itemClass) === 'outside')
        .map((rate) => ({ day, itemClass, rate })),
    ),
  );
}

/** What can be done to a document: another day, another rate of an entry, or both where neither is enough. */
function plans({ timestamp, items, tax }: Transaction, table: readonly RateWindow[]): Plan[] {
  const today = timestamp.slice(0, 10);
  const days = daysNear(table).filter((day) => day !== today);
  const moved = plansFor(table, days)
    .filter(({ rate }) => items.some(({ taxRate }) => taxRate === rate))
    .map(({ day, itemClass }) => ({ day, itemClass }));
  const entries = tax.summary.flatMap((entry, j) =>
    plansFor(table, [today])
      .filter(({ rate }) => !tax.summary.some((one) => one.rate === rate && one.category === entry.category))
      .map((plan) => ({ ...plan, entry: j })),
  );
  const found = [...moved, ...entries];
  return found.length > 0 ? found : plansFor(table, days).map((plan) => ({ ...plan, entry: 0 }));
}

function carriedOut(document: Transaction, { day, itemClass, entry, rate }: Plan, table: readonly RateWindow[]): Row {
  const { items, tax, timestamp } = document;
  const of = entry === undefined ? undefined : tax.summary[entry];
  const rates = items.map(({ taxRate, taxCategory }) =>
    taxRate === of?.rate && taxCategory === of.category ? rate! : taxRate,
  );
  const changes: Change[] = [
    ...(timestamp.startsWith(day) ? [] : [set('timestamp', onDay(timestamp, day))]),
    ...(entry === undefined ? [] : [set(`tax.summary[${entry}].rate`, rate)]),
    ...rates.flatMap((taxRate, i) => (taxRate === items[i]!.taxRate ? [] : [set(`items[${i}].taxRate`, taxRate)])),
  ];
  const wrong = rates.flatMap((taxRate, i) =>
    verdictOn(table, taxRate, day, itemClass) === 'outside' ? [`items[${i}].taxRate rate_not_in_window`] : [],
  );
  return itemClass === undefined ? [changes, wrong] : [changes, wrong, () => itemClass];
}

/** The schemes that some rule holds against dates, and whose rates do not all hold always. */
function datedSchemes(pack: RulePack): TransactionOptions {
  const rules = pack.rules.filter(({ windows, severity }) => windows === true && severity === 'error');
  const schemes = rules.flatMap(({ schemes = pack.schemes }) => schemes);
  // Every member state has changed some rate, so that without a table of the pack's own EU_VAT is always left.
  const dated = (scheme: Transaction['tax']['scheme']) => hasWindows(tableOf(pack, scheme, 'DE') ?? []);
  return { sale: ['home', 'oss'], scheme: [...new Set(schemes)].filter(dated) };
}

/** Faults that are told only where rates are held against dates. */
export const WINDOWS: readonly Mutation[] = [
  mutation(
    'a rate on a day on which it did not hold',
    'rate_not_in_window',
    (document, pick, pack) => {
      const table = tableOf(pack, document.tax.scheme, document.customer?.country)!;
      const possible = plans(document, table);
      return carriedOut(document, possible[at(possible, pick)]!, table);
    },
    { on: datedSchemes, enforced: true, needs: ['rate_not_in_window', 'items[].taxRate', 'timestamp'] },
  ),
];
