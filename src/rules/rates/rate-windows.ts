import { localDate } from '../../calendar/dates.js';
import type { LineItem } from '../../document/types.generated.js';
import type { Severity } from '../../issues/issue.js';
import { PRODUCT_TAX_CLASSES } from '../../law/product-tax-classes.js';
import { type RateTable, judgeWindow, rowsOn, type WindowVerdict } from '../../law/rate-window.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { didYouMean, nearest } from '../../text/nearest.js';
import { quoted } from '../../text/show.js';
import type { RateRuleOptions } from './line-rates.js';

/** The rules on rate dates, which run unless `rateWindows` is `off`. */
export function windowRules({ id, scheme, tables, reads, source, dated }: RateRuleOptions): Rule[] {
  const windowReads: readonly ReadPattern[] = [
    'type',
    'timestamp',
    'tax.scheme',
    ...reads,
    'items[].amount',
    'items[].taxRate',
  ];
  const shared = { source, reads: windowReads, each: 'items', schemes: [scheme], dated: true } as const;
  return [
    ...(dated.enforced
      ? [
          {
            ...shared,
            id: `${id}-rate-window`,
            severity: 'error',
            codes: ['rate_not_in_window'],
            check: (run) => {
              if (run.rateWindows === 'enforce') checkWindows(run, tables(run), 'error');
            },
          } satisfies Rule,
        ]
      : []),
    ...(dated.enforced || dated.warned
      ? [
          {
            ...shared,
            id: `${id}-rate-window-warning`,
            severity: 'warning',
            codes: ['rate_not_in_window'],
            check: (run) => checkWindows(run, tables(run), 'warning'),
          } satisfies Rule,
        ]
      : []),
    {
      ...shared,
      reads: ['tax.scheme', ...reads, 'items[].taxRate'],
      id: `${id}-class`,
      severity: 'warning',
      codes: ['product_tax_class_unknown'],
      check: (run) => checkClasses(run, tables(run)),
    },
  ];
}

/**
 * For each table, the rates for goods of any class on the last requested date, because consecutive documents usually
 * have the same date.
 */
const heldLast = new WeakMap<RateTable, { readonly date: string; readonly rates: readonly number[] }>();

function ratesHeldForAll(table: RateTable, date: string): readonly number[] {
  let held = heldLast.get(table);
  if (held?.date !== date) {
    held = { date, rates: rowsOn(table.rows, date).map(({ rate }) => rate) };
    heldLast.set(table, held);
  }
  return held.rates;
}

function checkWindows(run: RuleContext, tables: readonly RateTable[] | undefined, severity: Severity): void {
  if (tables === undefined) return;
  const { items, type, timestamp } = run.transaction;
  // With a single table, nearly every line of a sale has a rate that is in force on the date of the sale.
  const usual = type === 'sale' && tables.length === 1 ? ratesHeldForAll(tables[0]!, localDate(timestamp)) : [];
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (usual.includes(taxRate) && run.classOf(i) === undefined) continue;
    const date = dateOf(run, items[i]!);
    // The rate 0 is in every table, and valid on any date.
    if (taxRate === 0 || date === undefined) continue;
    const given = run.classOf(i);
    const productTaxClass = given !== undefined && isKnown(tables, given) ? given : undefined;
    const verdict = verdictOf(tables, taxRate, date, productTaxClass);
    if (verdict === 'inside') continue;
    const enforced = run.rateWindows === 'enforce' && verdict === 'outside';
    if (enforced !== (severity === 'error')) continue;
    const expected = ratesHeld(tables, date, productTaxClass);
    const message = (): string => {
      const goods = productTaxClass === undefined ? '' : ` for ${productTaxClass}`;
      const names = tables.map(({ name }) => name).join(' or ');
      return `items[${i}].taxRate is ${taxRate}, which was not a rate of ${names}${goods} on ${date}.${listOf(expected)}`;
    };
    run.report('items[].taxRate', 'rate_not_in_window', message, { index: i, found: taxRate, expected });
  }
}

/**
 * Warns about unknown classes. Classes come from the caller's data, so an unknown one does not throw: the line is
 * treated as one without a class.
 */
function checkClasses(run: RuleContext, tables: readonly RateTable[] | undefined): void {
  if (tables === undefined) return;
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const given = run.classOf(i);
    if (given === undefined || isKnown(tables, given)) continue;
    const message = (): string =>
      `${quoted(given)} is not a product tax class: items[${i}].taxRate is checked without it.${didYouMean(nearest(given, PRODUCT_TAX_CLASSES))}`;
    const found = items[i]!.taxRate;
    run.report('items[].taxRate', 'product_tax_class_unknown', message, { index: i, found, expected: undefined });
  }
}

/** Whether a class is in the vocabulary, or the law defines it. */
function isKnown(tables: readonly RateTable[], name: string): boolean {
  if ((PRODUCT_TAX_CLASSES as readonly string[]).includes(name)) return true;
  return tables.some(({ rows }) => rows.some(({ productTaxClass }) => productTaxClass === name));
}

/**
 * The date on which a line's rate must have been in force: for sold lines, including those of an exchange, the date of
 * the document; for returned lines, the date of the original sale. Undefined if not known.
 */
function dateOf(
  { transaction: { type, timestamp }, originalDate }: RuleContext,
  { amount }: LineItem,
): string | undefined {
  const own = type === 'sale' || (type === 'exchange' && amount >= 0);
  return own ? localDate(timestamp) : originalDate;
}

/** Combines the verdicts of all tables that contain the rate: it is outside only if it was in force in none of them. */
function verdictOf(
  tables: readonly RateTable[],
  rate: number,
  date: string,
  productTaxClass: string | undefined,
): WindowVerdict {
  const verdicts = tables
    .filter(({ rates }) => rates.includes(rate))
    .map(({ rows }) => judgeWindow(rows, rate, date, productTaxClass));
  if (verdicts.length === 0 || verdicts.includes('inside')) return 'inside';
  return verdicts.includes('outside-unconfirmed') ? 'outside-unconfirmed' : 'outside';
}

function ratesHeld(tables: readonly RateTable[], date: string, productTaxClass: string | undefined): number[] {
  return highestFirst(tables.flatMap(({ rows }) => rowsOn(rows, date, productTaxClass)).map(({ rate }) => rate));
}

/** The distinct rates, highest first. */
export const highestFirst = (rates: readonly number[]): number[] => [...new Set(rates)].sort((a, b) => b - a);

/** The last part of a message: ` Valid rates: 19, 7.`; empty if there are none. */
export function listOf(rates: readonly number[]): string {
  return rates.length === 0 ? '' : ` Valid rate${rates.length === 1 ? '' : 's'}: ${rates.join(', ')}.`;
}
