import type { RateWindow } from './rate-window.js';

/** A rate table with what messages say of it. */
export interface RateTable {
  readonly rows: readonly RateWindow[];
  /** The rates of the rows and 0, which is in every table; each once. */
  readonly rates: readonly number[];
  /** What the table is, for messages. */
  readonly name: string;
}

export function rateTable(name: string, rows: readonly RateWindow[]): RateTable {
  return { rows, name, rates: [...new Set([...rows.map(({ rate }) => rate), 0])] };
}
