import type { GrowthCase } from './target.js';

/** Eight times the input takes eight times as long, where time is linear, and 64 times, where it is quadratic. */
const DOUBLINGS = 3;
/** Between the two, with room for caches and collections that small inputs do not feel. */
const MAX_RATIO = 26;
const ATTEMPTS = 5;
/** A measurement of less than this says little: the call is repeated. */
const LEAST_MS = 0.5;

export interface Growth {
  /** Milliseconds for each size, from the least. */
  readonly times: readonly number[];
  /** The largest over the least. */
  readonly ratio: number;
  readonly linear: boolean;
}

/** Measures a case in sizes each twice the one before. Noise can only slow a call down: the least time of all rounds and attempts counts. */
export function measureGrowth({ size, prepare }: GrowthCase, rounds: number): Growth {
  const calls = Array.from({ length: DOUBLINGS + 1 }, (_, i) => prepare(size * 2 ** i));
  const times = calls.map(() => Infinity);
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio > MAX_RATIO; attempt++) {
    calls.forEach((call, i) => (times[i] = Math.min(times[i]!, leastTime(call, rounds))));
    ratio = times.at(-1)! / times[0]!;
  }
  return { times, ratio, linear: ratio <= MAX_RATIO };
}

function leastTime(call: () => unknown, rounds: number): number {
  let repeats = 1;
  while (timeOf(call, repeats) < LEAST_MS && repeats < 4096) repeats *= 2;
  return Math.min(...Array.from({ length: rounds }, () => timeOf(call, repeats))) / repeats;
}

/** Processor time, not that of the clock: on a busy machine long calls never get a core to themselves. */
function timeOf(call: () => unknown, repeats: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < repeats; i++) call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
