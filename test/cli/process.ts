import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The CLI as users get it, bundled into a separate folder. */
export interface BuiltCli {
  /** A folder for the test's files, which `remove` deletes too. */
  readonly folder: string;
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  remove(): Promise<void>;
}

export interface RunOptions {
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** Closes stdout after this many bytes, like `head`. */
  readonly closeAfter?: number;
  readonly onOutput?: () => void;
}

export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function buildCli(): Promise<BuiltCli> {
  const folder = await mkdtemp(join(tmpdir(), 'receipt-rules-'));
  const outfile = join(folder, 'main.mjs');
  const entryPoints = [fileURLToPath(new URL('../../cli/main.ts', import.meta.url))];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return {
    folder,
    run: (args, options) => run(outfile, folder, args, options),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function run(main: string, cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { input = '', env = {}, nodeOptions = [], closeAfter = Infinity, onOutput } = options;
  const child = spawn(process.execPath, [...nodeOptions, main, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  let received = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    onOutput?.();
    if ((received += chunk.length) >= closeAfter) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  await feed(child.stdin, input);
  const [code, signal] = await closed;
  return { code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

/** Writes to stdin. Ignores a closed pipe: the child may exit before it has read everything. */
async function feed(stdin: Writable, input: NonNullable<RunOptions['input']>): Promise<void> {
  const chunks = typeof input === 'string' || input instanceof Uint8Array ? [input] : input;
  await pipeline(chunks, stdin).catch(() => undefined);
}
