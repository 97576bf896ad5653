import type { RateWindow } from './rate-window.js';

/** A rate table with its texts for messages. */
export interface RateTable {
  readonly rows: readonly RateWindow[];
  /** The rates of the rows and 0, which is in every table. Each rate is there once. */
  readonly rates: readonly number[];
  /** What the table is, for messages. */
  readonly name: string;
}

export function rateTable(name: string, rows: readonly RateWindow[]): RateTable {
  return { rows, name, rates: [...new Set([...rows.map(({ rate }) => rate), 0])] };
}
