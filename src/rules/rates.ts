import type { Transaction } from '../document/types.generated.js';
import type { RuleRun } from '../pack/rule-run.js';
import type { ReadPattern, Rule } from '../pack/types.js';
import type { Severity } from '../issue.js';
import { hasRate, judgeWindow, type RateWindow } from '../tax/rate-window.js';

type Scheme = Transaction['tax']['scheme'];

/** The table that a document's rates are held against; undefined where none applies. */
export type FindTable = (run: RuleRun) => RateTable | undefined;

export interface RateTable {
  readonly windows: readonly RateWindow[];
  /** What the table is, for messages. */
  readonly name: string;
  /** The rates, for messages: `25, 12, 6, 0`. */
  readonly rates: string;
}

/** A table with what messages say of it. */
export function rateTable(name: string, windows: readonly RateWindow[]): RateTable {
  return { windows, name, rates: [...new Set(windows.map(({ rate }) => rate))].join(', ') };
}

/** How rules find the rate table, and the fields that decide which it is. */
export interface RateRuleOptions {
  /** Begins the ids of the rules. */
  readonly id: string;
  readonly scheme: Scheme;
  readonly table: FindTable;
  /** Beside tax.scheme. */
  readonly reads: readonly ReadPattern[];
  /** What the table is, for summaries. */
  readonly of: string;
  readonly source: string;
}

/** Every line's rate stands in the table of a national scheme, and, as the caller chooses, held on the date of the sale. */
export function schemeRates({ id, scheme, rates, source }: SchemeRates): Rule[] {
  const table = rateTable(scheme, rates);
  return lineRates({ id, scheme, table: () => table, reads: [], of: scheme, source });
}

export interface SchemeRates {
  /** Begins the ids of the rules. */
  readonly id: string;
  readonly scheme: Scheme;
  readonly rates: readonly RateWindow[];
  readonly source: string;
}

/** Every line's rate stands in the rate table, and, as the caller chooses, held on the date of the sale. */
export function lineRates({ id, scheme, table, reads, of, source }: RateRuleOptions): Rule[] {
  const shared = { source, each: 'items', schemes: [scheme] } as const;
  const rateReads: readonly ReadPattern[] = ['tax.scheme', ...reads, 'items[].taxRate'];
  const windowReads: readonly ReadPattern[] = [...rateReads, 'timestamp'];
  return [
    {
      ...shared,
      id: `${id}-rate`,
      severity: 'error',
      codes: ['invalid_rate'],
      summary: `Every line's taxRate is in the rate table of ${of}, whatever the date.`,
      reads: rateReads,
      check: (run) => checkRates(run, table(run)),
    },
    {
      ...shared,
      id: `${id}-rate-window`,
      severity: 'error',
      codes: ['rate_not_in_window'],
      summary: `With rateWindows enforce, every rate of ${of} held on the local date of the sale.`,
      reads: windowReads,
      windows: true,
      check: (run) => checkWindows(run, table(run), 'error'),
    },
    {
      ...shared,
      id: `${id}-rate-window-warning`,
      severity: 'warning',
      codes: ['rate_not_in_window'],
      summary: `With rateWindows warn, and for windows without a confirmed source also with enforce, a warning where a rate of ${of} did not hold on the local date of the sale.`,
      reads: windowReads,
      windows: true,
      check: (run) => checkWindows(run, table(run), 'warning'),
    },
  ];
}

function checkRates(run: RuleRun, table: RateTable | undefined): void {
  if (table === undefined) return;
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (hasRate(table.windows, taxRate)) continue;
    run.report(
      'items[].taxRate',
      'invalid_rate',
      `items[${i}].taxRate is ${taxRate}, but ${table.name} has ${table.rates}`,
      i,
    );
  }
}

function checkWindows(run: RuleRun, table: RateTable | undefined, severity: Severity): void {
  if (table === undefined) return;
  const { items, timestamp } = run.transaction;
  const date = timestamp.slice(0, 10);
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (!hasRate(table.windows, taxRate)) continue;
    const verdict = judgeWindow(table.windows, taxRate, date, run.classOf(i));
    if (verdict === 'inside') continue;
    const enforced = run.rateWindows === 'enforce' && verdict === 'outside';
    if (enforced !== (severity === 'error')) continue;
    run.report(
      'items[].taxRate',
      'rate_not_in_window',
      `items[${i}].taxRate ${taxRate} of ${table.name} did not hold on ${date}`,
      i,
    );
  }
}
