import type { ReceiptLaw, RateRow } from '../../law/types.js';
import { taxIn } from '../../law/schemes.js';
import { isTable } from '../../law/rates-on.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { hasDays } from '../../calendar/dates.js';
import { memberState } from '../../geography/member-states.js';
import { rateTable } from '../../law/rate-table.js';
import type { RateWindow } from '../../law/rate-window.js';
import { unionTable } from '../../law/union-rates.js';
import { sourcesOf } from '../sources.js';
import { lineRates, type FindTables } from './line-rates.js';

/** Checks the rates of domestic sales against the table of the country. */
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

/** The rate tables for domestic sales, and the fields that decide which of them apply. */
export function nationalTables(
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

/** The fields that determine the destination of a sale. */
export const DESTINATION_READS: readonly ReadPattern[] = ['customer.country', 'channel'];

/** The table of the member state that a distance sale goes to; undefined for domestic sales and outside the Union. */
export function destinationTable(run: RuleContext, law: ReceiptLaw): ReturnType<typeof unionTable> {
  if (law.distanceSales !== 'union' || run.transaction.channel !== 'ecommerce') return undefined;
  const { customer } = run.transaction;
  const state = customer?.country === undefined ? undefined : memberState(customer.country);
  return state === undefined || state === memberState(law.country) ? undefined : unionTable(state);
}

/** Whether there are rows with enforced dates or classes, and rows with dates or classes that only give warnings. */
function datedRows(rows: readonly RateWindow[]): { readonly enforced: boolean; readonly warned: boolean } {
  const dated = rows.filter((row) => hasDays(row) || row.productTaxClass !== undefined);
  return { enforced: dated.some(({ enforce }) => enforce), warned: dated.some(({ enforce }) => !enforce) };
}
