import type { Scheme } from '../../document/scheme.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import type { RateTable } from '../../law/rate-table.js';
import { windowRules } from './rate-windows.js';

/** The tables, one of which must have the rates of the document; undefined if none applies. */
export type FindTables = (run: RuleContext) => readonly RateTable[] | undefined;

/** How rules find the rate tables, and the fields that decide which ones apply. */
export interface RateRuleOptions {
  /** The beginning of the ids of the rules. */
  readonly id: string;
  readonly scheme: Scheme;
  readonly tables: FindTables;
  /** The reads besides tax.scheme. */
  readonly reads: readonly ReadPattern[];
  /** What the table is, for summaries. */
  readonly of: string;
  readonly source: string;
  /** Whether there are rows with days that are enforced, and rows with days that only give warnings. */
  readonly dated: { readonly enforced: boolean; readonly warned: boolean };
}

/**
 * The rate of every line is in a rate table. If the caller asks for it, the rate must also be in force on the date of
 * the sale.
 */
export function lineRates(options: RateRuleOptions): Rule[] {
  const { id, scheme, tables, reads, of, source } = options;
  return [
    {
      id: `${id}-rate`,
      severity: 'error',
      codes: ['invalid_rate'],
      summary: `Every line's taxRate is in the rate table of ${of}, whatever the date.`,
      source,
      reads: ['tax.scheme', ...reads, 'items[].taxRate'],
      each: 'items',
      schemes: [scheme],
      check: (run) => checkRates(run, tables(run)),
    },
    ...windowRules(options),
  ];
}

function checkRates(run: RuleContext, tables: readonly RateTable[] | undefined): void {
  if (tables === undefined) return;
  const { items } = run.transaction;
  // Most lines have the same rate as the line before.
  let right = 0;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (taxRate === right) continue;
    if (isInOne(tables, taxRate)) {
      right = taxRate;
      continue;
    }
    const message = (): string => {
      const known = tables.map(({ name, rates }) => `${name} has ${rates.join(', ')}`).join(', and ');
      return `items[${i}].taxRate is ${taxRate}, but ${known}: a line that mixes rates is split by rate`;
    };
    const expected = [...new Set(tables.flatMap(({ rates }) => rates))];
    run.report('items[].taxRate', 'invalid_rate', message, { index: i, found: taxRate, expected });
  }
}

function isInOne(tables: readonly RateTable[], rate: number): boolean {
  // Loops, which take half the time of includes on lists this short.
  for (const { rates } of tables) for (const known of rates) if (known === rate) return true;
  return false;
}
