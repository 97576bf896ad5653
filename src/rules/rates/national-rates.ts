import { hasDays } from '../../calendar/dates.js';
import { memberState } from '../../geography/member-states.js';
import { rateTable, type RateWindow } from '../../law/rate-window.js';
import { isTable } from '../../law/rates-on.js';
import { taxIn } from '../../law/schemes.js';
import type { ReceiptLaw, RateRow } from '../../law/types.js';
import { unionTable } from '../../law/union-rates.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { lineRates, type FindTables, dayOf, isInOne } from './line-rates.js';

/** Checks the rates of domestic sales against the country's table. */
export function nationalRates(law: ReceiptLaw): Rule[] {
  return isTable(law.rates) ? tableRates(law, law.rates) : [];
}

function tableRates(law: ReceiptLaw, rows: readonly RateRow[]): Rule[] {
  const { tax, distanceSales, ratesSince, outside } = law;
  const union = distanceSales === 'union';
  return lineRates({
    id: 'national',
    scheme: tax.scheme,
    ...nationalTables(law, rows),
    source: sourcesOf(rows),
    since: ratesSince,
    why: outside && ((rate) => outside.find(({ rates }) => rates?.includes(rate))?.reason),
    dated: union ? { enforced: true, warned: true } : datedRows(rows),
  });
}

/** The rate tables for domestic sales, and the fields that decide which tables apply. */
function nationalTables(
  law: ReceiptLaw,
  rows: readonly RateRow[],
): { readonly tables: FindTables; readonly reads: readonly ReadPattern[] } {
  const own = [rateTable(taxIn(law), rows)];
  if (law.distanceSales !== 'union') return { tables: () => own, reads: [] };
  const tables: FindTables = (run) => {
    const table = destinationTable(run, law);
    return table === undefined ? own : [...own, table];
  };
  return { tables, reads: DESTINATION_READS };
}

/** The fields that determine a sale's destination. */
export const DESTINATION_READS: readonly ReadPattern[] = ['customer.country', 'channel'];

/** The table of the member state that a distance sale goes to; undefined for domestic sales and outside the Union. */
export function destinationTable(run: RuleContext, law: ReceiptLaw): ReturnType<typeof unionTable> {
  if (law.distanceSales !== 'union' || run.transaction.channel !== 'ecommerce') return undefined;
  const { customer } = run.transaction;
  const state = customer?.country === undefined ? undefined : memberState(customer.country);
  return state === undefined || state === memberState(law.country) ? undefined : unionTable(state);
}

/** Whether any rows with dates or classes are enforced, and whether any raise only warnings. */
function datedRows(rows: readonly RateWindow[]): { readonly enforced: boolean; readonly warned: boolean } {
  const dated = rows.filter((row) => hasDays(row) || row.productTaxClass !== undefined);
  return { enforced: dated.some(({ enforce }) => enforce), warned: dated.some(({ enforce }) => !enforce) };
}

/** Warns about an unlisted rate before the first day from which the table is complete: the rate may be valid. */
export function unknownRates(law: ReceiptLaw): Rule[] {
  const { ratesSince: since, rates, tax } = law;
  if (since === undefined || !isTable(rates)) return [];
  const { tables, reads } = nationalTables(law, rates);
  return [
    {
      id: 'national-rate-unknown',
      severity: 'warning',
      codes: ['rate_unknown'],
      source: sourcesOf(rates),
      reads: ['type', 'timestamp', 'tax.scheme', ...reads, 'items[].taxRate'],
      each: 'items',
      schemes: [tax.scheme],
      check: (run) => {
        const date = dayOf(run);
        if (date === undefined || date >= since) return;
        const known = tables(run)!;
        const { items } = run.transaction;
        for (let i = 0; i < items.length; i++) {
          if (run.skips(i)) continue;
          const { taxRate } = items[i]!;
          if (isInOne(known, taxRate)) continue;
          const message = (): string =>
            `items[${i}].taxRate is ${taxRate} on ${date}, which is not checked: not all rates of ${taxIn(law)} before ${since} are known.`;
          run.report('items[].taxRate', 'rate_unknown', message, { index: i, found: taxRate, expected: undefined });
        }
      },
    },
  ];
}

/** Checks the rates in a country without a table: rates outside the range are errors, unusual rates are warnings. */
export function rateRange(law: ReceiptLaw): Rule[] {
  const { tax, rates: range } = law;
  if (isTable(range)) return [];
  const { min, max, usual, citation } = range;
  const isUsual = (rate: number): boolean => rate >= usual[0] && rate <= usual[1];
  const shared = {
    source: citation,
    reads: ['tax.scheme', 'items[].taxRate'],
    each: 'items',
    schemes: [tax.scheme],
  } as const;
  return [
    {
      ...shared,
      id: 'national-rate',
      severity: 'error',
      codes: ['invalid_rate'],
      check: (run) =>
        eachRate(run, (taxRate, i) => {
          if (taxRate >= min && taxRate <= max) return;
          const message = (): string =>
            `items[${i}].taxRate is ${taxRate}. A rate of ${taxIn(law)} must be between ${min} and ${max} percent.`;
          run.report('items[].taxRate', 'invalid_rate', message, { index: i, found: taxRate, expected: undefined });
        }),
    },
    {
      ...shared,
      id: 'national-rate-usual',
      severity: 'warning',
      codes: ['rate_unusual'],
      check: (run) =>
        eachRate(run, (taxRate, i) => {
          if (taxRate <= 0 || taxRate > max || isUsual(taxRate)) return;
          const message = (): string => {
            const percent = Number((taxRate * 100).toFixed(4));
            const why =
              taxRate > usual[1]
                ? `. Rates of ${tax.name} above ${usual[1]} percent are rare; check the rate`
                : `, which looks like a fraction. Send percent${isUsual(percent) ? `: ${percent}` : ', such as 8.25'}`;
            return `items[${i}].taxRate is ${taxRate}${why}.`;
          };
          run.report('items[].taxRate', 'rate_unusual', message, { index: i, found: taxRate, expected: undefined });
        }),
    },
  ];
}

function eachRate(run: RuleContext, judge: (taxRate: number, i: number) => void): void {
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) if (!run.skips(i)) judge(items[i]!.taxRate, i);
}
