import type { Transaction } from 'receipt-rule-packs';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document } from './documents.js';
import { postRate } from './ingest.js';
import { SERVER } from './load.js';

/** The three modes take turns, so that a temporary slowdown of the machine affects all of them. */
const ROUNDS = 4;
/** Enough writes for several seconds, because rejected requests are stored a second later. */
const WRITES = 3000;
const MODES = ['off', 'issues', 'full'] as const;

/** Rejected requests per second, by value of REFUSED_WRITES. */
export type RefusalFigures = Readonly<Record<(typeof MODES)[number], number>>;

export async function benchRefusals(bench: BenchDatabase): Promise<RefusalFigures> {
  const rates: Record<(typeof MODES)[number], number[]> = { off: [], issues: [], full: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of MODES) {
      const body = (i: number) => refused(`refuse-${mode}-${round}`, i);
      const env = { ...bench.env, REFUSED_WRITES: mode };
      rates[mode].push(await postRate(SERVER, env, { count: WRITES, body, status: 422 }));
    }
  }
  return { off: median(rates.off), issues: median(rates.issues), full: median(rates.full) };
}

/** A receipt with a total that is off by one. */
function refused(run: string, i: number): string {
  const receipt = JSON.parse(document(run, i)) as Transaction;
  return JSON.stringify({ ...receipt, totals: { ...receipt.totals, total: receipt.totals.total + 1 } });
}
