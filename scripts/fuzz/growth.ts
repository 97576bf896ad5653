import type { GrowthCase } from './target.js';

/**
 * The ratio of the two input sizes: so large that linear time does not look quadratic on a busy machine.
 */
const FACTOR = 64;
/**
 * Running time may grow at most in proportion to this power of the input size: 1 is linear, 2 is quadratic. The limit
 * is between the two, because cache misses and garbage collection slow down large inputs.
 */
const MAX_POWER = 5 / 3;
const ATTEMPTS = 5;
/** Repeats a call for at least this long, because shorter measurements are inexact. */
const MIN_MS = 0.5;

export interface Growth {
  /** Milliseconds for the small input and for the large one. */
  readonly times: readonly [number, number];
  /** The time grows in proportion to this power of the input size. */
  readonly power: number;
  readonly linear: boolean;
}

/** The measured sizes. */
export const sizesOf = ({ size, limit = Infinity }: GrowthCase): [number, number] => [
  size,
  Math.min(size * FACTOR, limit),
];

/**
 * Measures a case at two sizes. Noise can only make a call slower, so the shortest time of all rounds and attempts is
 * used.
 */
export function measureGrowth(growthCase: GrowthCase, rounds: number): Growth {
  const sizes = sizesOf(growthCase);
  const [small, large] = [growthCase.prepare(sizes[0]), growthCase.prepare(sizes[1])];
  let times: [number, number] = [Infinity, Infinity];
  let power = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && power > MAX_POWER; attempt++) {
    times = [Math.min(times[0], leastTime(small, rounds)), Math.min(times[1], leastTime(large, rounds))];
    power = Math.log(times[1] / times[0]) / Math.log(sizes[1] / sizes[0]);
  }
  return { times, power, linear: power <= MAX_POWER };
}

function leastTime(call: () => unknown, rounds: number): number {
  let repeats = 1;
  while (timeOf(call, repeats) < MIN_MS && repeats < 4096) repeats *= 2;
  return Math.min(...Array.from({ length: rounds }, () => timeOf(call, repeats))) / repeats;
}

/** CPU time, not elapsed time: on a busy machine, long calls never have a core to themselves. */
function timeOf(call: () => unknown, repeats: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < repeats; i++) call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
