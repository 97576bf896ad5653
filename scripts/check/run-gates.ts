import { spawn } from 'node:child_process';
import type { Gate } from './gates.js';

const AT_ONCE = 2;

/** The result of a gate, and how long the gate took. */
interface Took {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /**
   * CPU seconds of the gate and of all child processes that it waited for; undefined if the shell does not report
   * them.
   */
  readonly processor: number | undefined;
}

/**
 * Runs the first gates two at a time, longest first, then the others one by one. Stops at the first failure.
 *
 * @returns the exit code: 0 if all passed
 */
export async function runGates(together: readonly Gate[], then: readonly Gate[]): Promise<number> {
  const all: Took[] = [];
  const waiting = [...together];
  const lane = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const took = await run(gate, 'pipe');
      all.push(took);
      if (!took.passed) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  for (const gate of then) {
    if (all.some(({ passed }) => !passed)) break;
    all.push(await run(gate, 'inherit'));
  }
  console.log(summary(all));
  return all.every(({ passed }) => passed) ? 0 : 1;
}

/** @param stdio `pipe` keeps the output together until the gate ends */
async function run({ name, command }: Gate, stdio: 'inherit' | 'pipe'): Promise<Took> {
  const begun = performance.now();
  const { code, output, times } = await execute(command, stdio);
  const took = {
    name,
    passed: code === 0,
    seconds: (performance.now() - begun) / 1000,
    processor: processorTime(times),
  };
  process.stdout.write(output);
  console.log(line(took));
  return took;
}

/** The shell's `times` reports the CPU time of its children, on a separate stream. */
function execute(command: string, stdio: 'inherit' | 'pipe'): Promise<{ code: number; output: string; times: string }> {
  const hasTimes = process.platform !== 'win32';
  const text = hasTimes ? `${command}\ncode=$?\ntimes >&3\nexit $code` : command;
  return new Promise((resolve, reject) => {
    const child = spawn(text, { shell: true, stdio: ['ignore', stdio, stdio, 'pipe'] });
    let output = '';
    let times = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
    (child.stdio[3] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (part: string) => (times += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output, times }));
  });
}

/** The seconds in the second line, such as `1m2.50s 0m3.1s`: user and system time of the children. */
function processorTime(times: string): number | undefined {
  const found = [...(times.split('\n')[1] ?? '').matchAll(/\b(\d+)m([\d.]+)s/g)];
  if (found.length !== 2) return undefined;
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

const line = ({ name, passed, seconds, processor }: Took): string =>
  [
    passed ? 'passed' : 'FAILED',
    `${seconds.toFixed(1)} s`.padStart(9),
    (processor === undefined ? '' : `${processor.toFixed(1)} s`).padStart(9),
    ` ${name}`,
  ].join(' ');

/** Each gate's time, longest first, and the sum. */
function summary(all: readonly Took[]): string {
  const sorted = [...all].sort((a, b) => (b.processor ?? b.seconds) - (a.processor ?? a.seconds));
  const processor = all.reduce((sum, took) => sum + (took.processor ?? 0), 0);
  const heading = `\n       ${'elapsed'.padStart(9)} ${'processor'.padStart(9)}  gate`;
  return [heading, ...sorted.map(line), `${' '.repeat(17)}${processor.toFixed(1).padStart(7)} s  all`].join('\n');
}
