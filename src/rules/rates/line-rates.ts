import type { Scheme } from '../../document/scheme.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { holdsOn, localDate } from '../../calendar/dates.js';
import type { RateTable } from '../../law/rate-table.js';
import { windowRules } from './rate-windows.js';
import { highestFirst, listOf } from './valid-rates.js';

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
  readonly source: string;
  /** First day from which the table is complete. */
  readonly since?: string | undefined;
  /** Why a rate that no table has is not there, as a clause; undefined if nothing is known. */
  readonly why?: ((rate: number) => string | undefined) | undefined;
  /** Whether there are rows with days that are enforced, and rows with days that only give warnings. */
  readonly dated: { readonly enforced: boolean; readonly warned: boolean };
}

/**
 * The rate of every line is in a rate table. If the caller asks for it, the rate must also be in force on the date of
 * the sale.
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
  // Most lines have the same rate as the line before.
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

/** The day whose rates a message names: that of the sale, as far as it is known. */
export function dayOf({ transaction: { type, timestamp }, originalDate }: RuleContext): string | undefined {
  const own = (timestamp as string | undefined) === undefined ? undefined : localDate(timestamp);
  return type === 'sale' || type === 'exchange' ? own : (originalDate ?? own);
}

/** All rates of a day, the highest first and 0 last. If no day is known, those that have no end. */
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
  // Loops, which take half the time of includes on lists this short.
  for (const { rates } of tables) for (const known of rates) if (known === rate) return true;
  return false;
}
