/**
 * Searches for inputs on which parsers of untrusted text violate their guarantees, and checks that they take linear
 * time.
 *
 *   npm run fuzz -- [--runs N] [--seconds S] [--seed N] [--only NAME]…
 *
 * Each target gets N inputs (default: a million), or S seconds. Prints the seed; the same seed and number of runs
 * reproduce the inputs. Exits with 1 for any finding.
 */
import { inspect, parseArgs } from 'node:util';
import { measureGrowth, sizesOf, type Growth } from './fuzz/growth.js';
import { search, type Counterexample } from './fuzz/search.js';
import type { FuzzTarget } from './fuzz/target.js';
import { TARGETS } from './fuzz/targets.js';

/**
 * The length of a search: fast-check tries small inputs first, so many short searches find more than a single long one.
 */
const BATCH = 20_000;
const PROGRESS_MS = 15_000;
/** The number of measurements per size. */
const ROUNDS = 5;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const seconds = number('seconds', Infinity);
const runs = number('runs', seconds === Infinity ? 1_000_000 : Infinity);
const seed = number('seed', Date.now() % 2 ** 31);
const targets = TARGETS.filter(({ name }) => values.only?.includes(name) ?? true);
if (targets.length === 0) throw new TypeError(`--only takes ${TARGETS.map(({ name }) => name).join(', ')}`);

console.log(`Seed ${seed}\n`);
let findings = 0;
for (const target of targets) {
  findings += await fuzz(target);
  findings += grow(target);
}
console.log(`\nFuzz: ${findings} ${findings === 1 ? 'finding' : 'findings'}, seed ${seed}`);
process.exitCode = findings === 0 ? 0 : 1;

async function fuzz(target: FuzzTarget): Promise<number> {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  let done = 0;
  let shown = PROGRESS_MS;
  for (let batch = 0; done < runs && elapsed() < seconds * 1000; batch++) {
    const result = await search(target, (seed + batch) % 2 ** 31, Math.min(BATCH, runs - done));
    done += result.runs;
    if (result.counterexample) {
      show(target, result.counterexample);
      return 1;
    }
    if (elapsed() > shown) {
      console.log(`${target.name}: ${done.toLocaleString('en')} inputs so far`);
      shown = elapsed() + PROGRESS_MS;
    }
  }
  console.log(`${target.name}: ${done.toLocaleString('en')} inputs in ${(elapsed() / 1000).toFixed(1)} s, no finding`);
  return 0;
}

function show({ name }: FuzzTarget, { input, error, seed: at, path }: Counterexample): void {
  console.log(`\n${name}: FOUND\n  input: ${inspect(input, { depth: 20, maxStringLength: 10_000, breakLength: 150 })}`);
  try {
    console.log(`  as JSON: ${JSON.stringify(input)}`);
  } catch {
    // JSON cannot express it.
  }
  console.log(`  ${error.replaceAll('\n', '\n  ')}\n  again: --only ${name} --seed ${at}; fast-check path ${path}\n`);
}

function grow({ name, growth }: FuzzTarget): number {
  let found = 0;
  for (const growthCase of growth) {
    let measured: Growth;
    try {
      measured = measureGrowth(growthCase, ROUNDS);
    } catch (error) {
      found++;
      console.log(`  FOUND: ${name}, ${growthCase.name}, from ${growthCase.size} on: ${String(error)}`);
      continue;
    }
    const { times, power, linear } = measured;
    if (!linear) found++;
    console.log(
      `  ${linear ? 'linear' : 'NOT LINEAR'}: ${name}, ${growthCase.name}: ${sizesOf(growthCase).join(' to ')} takes ` +
        `${times.map((time) => time.toFixed(3)).join(' to ')} ms, so the time grows with the size to the power ${power.toFixed(2)}`,
    );
  }
  return found;
}

function number(name: 'runs' | 'seconds' | 'seed', absent: number): number {
  const text = values[name];
  if (text === undefined) return absent;
  if (!/^[0-9]+$/.test(text)) throw new TypeError(`--${name} must be a whole number, found ${text}`);
  return Number(text);
}
