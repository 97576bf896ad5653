import { rateTable, type RateTable } from './rate-table.js';
import type { RateWindow } from './rate-window.js';
import { UNION_RATES } from './union-rates.generated.js';

// Filled when a country is first needed, so that an import does no work. Entries never change.
const tables = new Map<string, RateTable>();

/** The rate table of a member state, by its own code (memberState); undefined for any other. */
export function unionTable(state: string): RateTable | undefined {
  let table = tables.get(state);
  if (table === undefined && Object.hasOwn(UNION_RATES, state)) {
    tables.set(state, (table = rateTable(`EU_VAT in ${state}`, UNION_RATES[state]!.split(' ').map(readRow))));
  }
  return table;
}

/**
 * A row as the generator writes it: `rate/from/until/class`, without empty parts at the end, and with `?` if it is not
 * enforced. A year alone means its first day in `from` and its last day in `until`.
 */
function readRow(text: string): RateWindow {
  const enforce = !text.endsWith('?');
  const [rate, from = '', until = '', productTaxClass = ''] = (enforce ? text : text.slice(0, -1)).split('/');
  return {
    rate: Number(rate),
    from: day(from, '-01-01'),
    until: day(until, '-12-31'),
    productTaxClass: productTaxClass === '' ? undefined : productTaxClass,
    enforce,
  };
}

function day(text: string, ofYear: string): string | undefined {
  if (text === '') return undefined;
  return text.length === 4 ? text + ofYear : text;
}
