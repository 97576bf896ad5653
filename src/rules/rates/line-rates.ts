import type { Scheme } from '../../document/scheme.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { holdsOn, localDate } from '../../calendar/dates.js';
import type { RateTable } from '../../law/rate-window.js';
import { windowRules, highestFirst, listOf } from './rate-windows.js';

/**
 * Finds the rate tables that apply to a document: every rate must be in at least one of them. Undefined if none
 * applies.
 */
export type FindTables = (run: RuleContext) => readonly RateTable[] | undefined;

/** A rule's rate tables, and the fields that decide which tables apply. */
export interface RateRuleOptions {
  /** The prefix of the rule ids. */
  readonly id: string;
  readonly scheme: Scheme;
  readonly tables: FindTables;
  /** The fields that the rule reads besides tax.scheme. */
  readonly reads: readonly ReadPattern[];
  readonly source: string;
  /** The first day from which the table is complete. */
  readonly since?: string | undefined;
  /** Why a rate is missing from all tables, as a clause; undefined if not known. */
  readonly why?: ((rate: number) => string | undefined) | undefined;
  /** Whether there are dated rows that are enforced, and dated rows that raise only warnings. */
  readonly dated: { readonly enforced: boolean; readonly warned: boolean };
}

/**
 * Checks that every line's rate is in a rate table and, depending on `rateWindows`, in force on the date of the sale.
 */
export function lineRates(options: RateRuleOptions): Rule[] {
  const { id, scheme, tables, reads, source, since, why } = options;
  return [
    {
      id: `${id}-rate`,
      severity: 'error',
      codes: ['invalid_rate'],
      source,
      reads: ['tax.scheme', ...reads, 'items[].taxRate'],
      optionalReads: ['type', 'timestamp'],
      each: 'items',
      schemes: [scheme],
      check: (run) => checkRates(run, tables(run), since, why),
    },
    ...windowRules(options),
  ];
}

function checkRates(
  run: RuleContext,
  tables: readonly RateTable[] | undefined,
  since: RateRuleOptions['since'],
  why: RateRuleOptions['why'],
): void {
  if (tables === undefined) return;
  const { items } = run.transaction;
  // Most lines have the same rate as the previous line.
  let right = 0;
  let valid: readonly number[] | undefined;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (taxRate === right) continue;
    if (isInOne(tables, taxRate)) {
      right = taxRate;
      continue;
    }
    const date = dayOf(run);
    if (since !== undefined && date !== undefined && date < since) return;
    const expected = (valid ??= ratesOfDay(tables, date));
    const message = (): string => messageOf(i, taxRate, tables, date, expected) + becauseOf(why?.(taxRate));
    run.report('items[].taxRate', 'invalid_rate', message, { index: i, found: taxRate, expected });
  }
}

const becauseOf = (reason: string | undefined): string => (reason === undefined ? '' : ` Note: ${reason}.`);

/** The date for which a message lists the valid rates: the date of the sale, if known. */
export function dayOf({ transaction: { type, timestamp }, originalDate }: RuleContext): string | undefined {
  const own = (timestamp as string | undefined) === undefined ? undefined : localDate(timestamp);
  return type === 'sale' || type === 'exchange' ? own : (originalDate ?? own);
}

/** All rates in force on a date, highest first, followed by 0. Without a date, the rates that have no last day. */
function ratesOfDay(tables: readonly RateTable[], date: string | undefined): readonly number[] {
  const rows = tables.flatMap((table) => table.rows);
  const held = rows.filter((row) => (date === undefined ? row.until === undefined : holdsOn(row, date)));
  return highestFirst([...held.map(({ rate }) => rate), 0]);
}

function messageOf(
  i: number,
  rate: number,
  tables: readonly RateTable[],
  date: string | undefined,
  valid: readonly number[],
): string {
  const percent = Number((rate * 100).toFixed(4));
  if (rate > 0 && valid.includes(percent))
    return `items[${i}].taxRate is ${rate}, which looks like a fraction. Send percent: ${percent}.`;
  const names = tables.map(({ name }) => name).join(' or ');
  const day = date === undefined ? '' : ` on ${date}`;
  const between = rate > 0 && rate < valid[0]!;
  const average = between ? ' If this is an average over several rates, send one line per rate.' : '';
  return `items[${i}].taxRate is ${rate}, which is not a rate of ${names}${day}.${listOf(valid)}${average}`;
}

export function isInOne(tables: readonly RateTable[], rate: number): boolean {
  // Uses loops: on lists this short, they take half the time of `includes`.
  for (const { rates } of tables) for (const known of rates) if (known === rate) return true;
  return false;
}
