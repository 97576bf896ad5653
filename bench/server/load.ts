import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Calls `work` with 0 to `count` − 1, `concurrency` at a time. Returns the elapsed seconds. */
export async function timeAll(
  count: number,
  concurrency: number,
  work: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const started = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return Number(process.hrtime.bigint() - started) / 1e9;
}

/** Milliseconds of one call. */
export async function timeOne(work: () => Promise<unknown>): Promise<number> {
  const started = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** The value below which this share of the times lies; Infinity if there are none. */
export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Infinity;

/** A process's memory (RSS) in MB. Reads /proc, so needs Linux. */
export async function rssOf({ pid }: ChildProcess): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1_024;
}

/** A process that the benchmark starts, and the URL that it prints. */
export interface Peer {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a script that prints `… on http://…` once it listens. Node runs a bundle (`.mjs`) without tsx. */
export async function startPeer(script: string, env: Readonly<Record<string, string>> = {}): Promise<Peer> {
  const loader = script.endsWith('.mjs') ? [] : ['--import', 'tsx'];
  const child = spawn(process.execPath, [...loader, script], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      SHUTDOWN_DELAY_MS: '0',
      LOG_LEVEL: 'error',
      ALLOW_LOOPBACK_ENDPOINTS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const url = /on (http:\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      child,
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`${script} ended before it listened`);
}

/** Runs a script to completion. Returns its output. */
export async function runPeer(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  return stdout;
}

export const SERVER = 'examples/reference-server/src/main.ts';
