/**
 * Times functions that take turns in rounds, so that a slower machine slows all of them. Measures the processor time of
 * the process, including the garbage collector and compiler; other processes on the machine do not increase it.
 */

const ROUNDS = 21;
const ROUND_NS = 8e6;
/**
 * Enough time for the optimizing compiler to finish, even if it has to wait for a core: with a quarter of this time,
 * `complete` appeared to take twice as long.
 */
const WARM_UP_NS = 1.5e9;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Median nanoseconds of processor time per call of each function; a function may be async. */
export async function timed(functions) {
  const counts = {};
  for (const [name, run] of Object.entries(functions)) counts[name] = await warmUp(run);
  const rounds = Object.fromEntries(Object.keys(functions).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(functions)) rounds[name].push(await once(run, counts[name]));
  }
  return Object.fromEntries(Object.entries(rounds).map(([name, values]) => [name, median(values)]));
}

/** Runs a function until the engine has finished compiling it. Returns the number of calls that then fill a round. */
async function warmUp(run) {
  let count = 1;
  for (let spent = 0; spent < WARM_UP_NS;) {
    const each = await once(run, count);
    spent += each * count;
    count = Math.max(1, Math.ceil(ROUND_NS / Math.max(100, each)));
  }
  return count;
}

async function once(run, count) {
  const started = process.cpuUsage();
  let last;
  for (let i = 0; i < count; i++) {
    last = run(i);
    if (last instanceof Promise) await last;
  }
  const { user, system } = process.cpuUsage(started);
  return ((user + system) * 1000) / count;
}
