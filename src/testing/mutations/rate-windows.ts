import type { Transaction } from '../../document/types.generated.js';
import type { Dated, ReceiptLaw } from '../../law/types.js';
import { set, type Change, chosen, mutation, type Mutated, type Mutation } from '../mutation.js';
import {
  daysAfter,
  EVER,
  isWithin,
  localDay,
  periodsOf,
  rowOn,
  classesOf,
  edgesOfTables,
  verdictOn,
  type Tables,
} from '../days.js';
import { destinationsOf, type Destination } from '../destinations.js';
import type { Needs } from '../options.js';
import { onDay } from '../times.js';

/** The number of days to try before and after a rate's first and last day. */
const FURTHER = 40;

/** The new day, the lines' product tax class, and the new rate for an entry in the tax summary, if any. */
interface Plan {
  readonly day: string;
  readonly productTaxClass: string | undefined;
  readonly entry?: number;
  readonly rate?: number;
}

const known = new WeakMap<Tables, readonly string[]>();

function nearEdges(tables: Tables): readonly string[] {
  const edges = edgesOfTables(tables, EVER);
  return [...new Set(edges.flatMap((day) => [day, daysAfter(day, FURTHER), daysAfter(day, -FURTHER)]))];
}

/** The days around the first and last days of the rates, within the period. */
function daysNear(tables: Tables, period: Dated): string[] {
  const all = known.get(tables) ?? nearEdges(tables);
  known.set(tables, all);
  return all.filter((day) => isWithin(period, day));
}

/** Combinations of a day, a product tax class and a rate that was not in force. */
function plansFor(tables: Tables, days: readonly string[]): (Plan & { readonly rate: number })[] {
  const rates = [...new Set(tables.flatMap((table) => table.map(({ rate }) => rate)))];
  return days.flatMap((day) =>
    classesOf(tables).flatMap((productTaxClass) =>
      rates
        .filter((rate) => verdictOn(tables, rate, day, productTaxClass) === 'outside')
        .map((rate) => ({ day, productTaxClass, rate })),
    ),
  );
}

const hasPlan = (tables: Tables, period: Dated): boolean => plansFor(tables, daysNear(tables, period)).length > 0;

/** The possible changes to a document: another day, another rate for a tax summary entry, or both if necessary. */
function plans(
  { items, tax }: Transaction,
  tables: Tables,
  days: readonly string[],
  today: string | undefined,
): Plan[] {
  const other = days.filter((day) => day !== today);
  const moved = plansFor(tables, other)
    .filter(({ rate }) => items.some(({ taxRate }) => taxRate === rate))
    .map(({ day, productTaxClass }) => ({ day, productTaxClass }));
  const entries = tax.summary.flatMap((entry, j) =>
    plansFor(tables, today === undefined ? [] : [today])
      .filter(({ rate }) => !tax.summary.some((one) => one.rate === rate && one.category === entry.category))
      .map((plan) => ({ ...plan, entry: j })),
  );
  const found = [...moved, ...entries];
  return found.length > 0 ? found : plansFor(tables, days).map((plan) => ({ ...plan, entry: 0 }));
}

/** The changes in a plan, except the new day, and the issues that the lines raise on that day. */
function carriedOut({ items, tax }: Transaction, { day, productTaxClass, entry, rate }: Plan, tables: Tables) {
  const of = entry === undefined ? undefined : tax.summary[entry];
  const rates = items.map(({ taxRate, taxCategory }) =>
    taxRate === of?.rate && taxCategory === of.category ? rate! : taxRate,
  );
  const changes: Change[] = [
    ...(entry === undefined ? [] : [set(`tax.summary[${entry}].rate`, rate)]),
    ...rates.flatMap((taxRate, i) => (taxRate === items[i]!.taxRate ? [] : [set(`items[${i}].taxRate`, taxRate)])),
  ];
  const wrong = rates.flatMap((taxRate, i) =>
    verdictOn(tables, taxRate, day, productTaxClass) === 'outside' ? [`items[${i}].taxRate rate_not_in_window`] : [],
  );
  return { changes, wrong, goods: productTaxClass === undefined ? {} : { productTaxClass: () => productTaxClass } };
}

const tablesFor = (law: ReceiptLaw, { tax, customer, channel }: Transaction): Tables =>
  destinationsOf(law).find(
    ({ scheme, country }) =>
      scheme === tax.scheme && country === (channel === 'ecommerce' ? customer?.country : undefined),
  )!.tables;

/** The kinds of sales that a rule checks, by the rule id's prefix. */
const SALES: readonly (readonly [id: string, sales: readonly Destination['sale'][]])[] = [
  ['national', ['home', 'union']],
  ['oss', ['oss']],
];

/** Sales of these kinds, within a period, to destinations with a rate that was not in force in that period. */
function placesIn(law: ReceiptLaw, sales: readonly Destination['sale'][], period: Dated): Needs[] {
  const dated = destinationsOf(law).filter(({ sale, tables }) => sales.includes(sale) && hasPlan(tables, period));
  const away = dated.flatMap(({ country }) => country ?? []);
  return [
    ...(dated.some(({ country }) => country === undefined) ? [{ sale: 'home' as const }] : []),
    ...(away.length === 0 ? [] : [{ sale: sales.filter((sale) => sale !== 'home'), destination: away }]),
  ];
}

function soldOn(document: Transaction, pick: number, law: ReceiptLaw): Mutated {
  const { timestamp } = document;
  const today = localDay(timestamp);
  const tables = tablesFor(law, document);
  const period = periodsOf(law).find((one) => isWithin(one, today))!;
  const plan = chosen(plans(document, tables, daysNear(tables, period), today), pick);
  const { changes, wrong, goods } = carriedOut(document, plan, tables);
  const moved = plan.day === today ? [] : [set('timestamp', onDay(timestamp, plan.day))];
  return [[...moved, ...changes], wrong, goods];
}

function correctedOf(document: Transaction, pick: number, law: ReceiptLaw): Mutated {
  const tables = tablesFor(law, document);
  const plan = chosen(plans(document, tables, daysNear(tables, {}), undefined), pick);
  const { changes, wrong, goods } = carriedOut(document, plan, tables);
  return [changes, wrong, { ...goods, original: { timestamp: onDay('2026-11-21T10:00:00+01:00', plan.day) } }];
}

const CODE = 'rate_not_in_window';

/** Mutations that are detected only if rates are checked against dates. */
export const windowMutations: readonly Mutation[] = SALES.flatMap(([id, sales]) => [
  mutation(`a rate that was not in force (${id})`, CODE, soldOn, {
    rule: `${id}-rate-window`,
    enforced: true,
    // The new day must be in the same period, so that the currency and the rounding stay valid.
    places: (law) =>
      periodsOf(law)
        .filter(({ from = EVER.from }) => rowOn(law.currencies, from) !== undefined)
        .flatMap((period) =>
          placesIn(law, sales, period).map((place) => ({ ...place, type: 'sale' as const, timestamps: period })),
        ),
  }),
  mutation(`a correction at a rate that was not in force on the sale's date (${id})`, CODE, correctedOf, {
    rule: `${id}-rate-window`,
    enforced: true,
    places: (law) =>
      placesIn(law, sales, {}).map((place) => ({ ...place, type: ['refund', 'credit_note', 'void'] as const })),
  }),
]);
