import type { RateWindow } from './rate-window.js';

/** A rate table, with its name for messages. */
export interface RateTable {
  readonly rows: readonly RateWindow[];
  /** The distinct rates of the rows, and 0, which is in every table. */
  readonly rates: readonly number[];
  /** The name of the table, for messages. */
  readonly name: string;
}

export function rateTable(name: string, rows: readonly RateWindow[]): RateTable {
  return { rows, name, rates: [...new Set([...rows.map(({ rate }) => rate), 0])] };
}
