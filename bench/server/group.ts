import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document } from './documents.js';
import { postRate } from './ingest.js';
import { SERVER } from './load.js';

/** The two settings take turns, so that a temporary slowdown of the machine affects both. */
const ROUNDS = 4;
const DOCUMENTS = 6000;
const WRITERS = 64;

/** Documents per second with 64 writers, each of which writes its next document as soon as it has a response. */
export interface GroupFigures {
  /** With writes in groups. */
  readonly grouped: number;
  /** With one statement per document. */
  readonly single: number;
}

export async function benchGroups(bench: BenchDatabase): Promise<GroupFigures> {
  const rates = { grouped: [] as number[], single: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, GROUP_MAX] of [
      ['grouped', '64'],
      ['single', '1'],
    ] as const) {
      const body = (i: number) => document(`group-${name}-${round}`, i);
      const posts = { count: DOCUMENTS, body, status: 201, connections: WRITERS };
      rates[name].push(
        await postRate(SERVER, { ...bench.env, GROUP_MAX, CREDENTIAL_UNDER_WAY: String(WRITERS) }, posts),
      );
    }
  }
  return { grouped: median(rates.grouped), single: median(rates.single) };
}
