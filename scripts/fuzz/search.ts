import fc from 'fast-check';
import type { FuzzTarget } from './target.js';

/**
 * An input this slow three times in a row is a finding. The largest inputs in a search take about one millisecond.
 */
const SLOW_MS = 100;

/** An input on which a guarantee fails, shrunk. */
export interface Counterexample {
  readonly input: unknown;
  readonly error: string;
  /** Together with `path`, reproduces the input in fast-check. */
  readonly seed: number;
  readonly path: string;
}

export interface SearchResult {
  readonly runs: number;
  readonly counterexample: Counterexample | undefined;
}

/** Searches for an input on which a target violates a guarantee or is slow. */
export async function search(target: FuzzTarget, seed: number, runs: number): Promise<SearchResult> {
  const parameters = { seed, numRuns: runs };
  const details = await fc.check(propertyOf(target), parameters);
  if (!details.failed) return { runs: details.numRuns, counterexample: undefined };
  const { counterexample, counterexamplePath, errorInstance } = details;
  const error = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return {
    runs: details.numRuns,
    counterexample: { input: counterexample?.[0], error, seed, path: counterexamplePath ?? '' },
  };
}

function propertyOf({ inputs, check, asynchronous }: FuzzTarget): fc.IRawProperty<[unknown]> {
  if (asynchronous) {
    return fc.asyncProperty(inputs, async (input) => {
      const start = spent();
      await check(input);
      if (spent() - start < SLOW_MS) return;
      const times = [];
      for (let i = 0; i < 3; i++) times.push(await timed(async () => check(input)));
      refuseSlow(Math.min(...times));
    });
  }
  return fc.property(inputs, (input) => {
    const start = spent();
    void check(input);
    if (spent() - start < SLOW_MS) return;
    const times = Array.from({ length: 3 }, () => {
      const again = spent();
      void check(input);
      return spent() - again;
    });
    refuseSlow(Math.min(...times));
  });
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = spent();
  await run();
  return spent() - start;
}

/** CPU time of this process in milliseconds. Other processes do not affect it. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function refuseSlow(milliseconds: number): void {
  if (milliseconds >= SLOW_MS) throw new Error(`takes ${milliseconds.toFixed(0)} ms`);
}
