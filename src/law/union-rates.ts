import { rateRows } from './rate-rows.js';
import { rateTable, type RateTable } from './rate-window.js';
import { UNION_RATES } from './union-rates.generated.js';

// Filled when a caller first needs a country, so that importing does no work. Entries never change.
const tables = new Map<string, RateTable>();

/** The rate table of a member state, by the code that `memberState` returns; undefined for any other code. */
export function unionTable(state: string): RateTable | undefined {
  let table = tables.get(state);
  if (table === undefined && Object.hasOwn(UNION_RATES, state)) {
    tables.set(state, (table = rateTable(`EU_VAT in ${state}`, rateRows(UNION_RATES[state]!))));
  }
  return table;
}
