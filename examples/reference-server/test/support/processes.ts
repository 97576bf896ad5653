import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { Fixtures } from '../../src/fixtures.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const ENDS_WITH_PARENT = new URL('ends-with-parent.mjs', import.meta.url).href;

/** A server in a separate process. */
export type ServerProcess = {
  pid: number;
  url: string;
  /** Everything that the process has written to stdout and stderr so far. */
  output: () => string;
  /** Sends a signal, and resolves to the exit code, or to null if the signal ended the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  exited: Promise<number | null>;
};

/** A process that has loaded all modules and becomes a server on `start`, so that a restart takes milliseconds. */
export type StandbyProcess = {
  start: () => Promise<ServerProcess>;
  end: () => Promise<unknown>;
};

type Env = Readonly<Record<string, string | undefined>>;

/** A server process that ended instead of listening. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';

  constructor(
    readonly code: number | null,
    readonly output: string,
  ) {
    super(`the server ended with ${code}:\n${output}`);
  }
}

/**
 * Starts `main.ts` on a free port with the given variables, and resolves when it listens. The test must stop it. If the
 * test process is killed, the server exits too.
 *
 * @param program the bundled `main.ts`; default: this release's
 * @throws ServerEnded
 */
export async function startProcess(
  env: Env,
  fixtures?: Fixtures,
  program = builtServer('main'),
): Promise<ServerProcess> {
  return launch([program], await variables(env, fixtures)).listening;
}

/**
 * Like `startProcess`, but with a shell as the parent, which forwards SIGTERM and exits immediately. The server
 * continues without the shell until `stop`.
 *
 * @throws ServerEnded
 */
export async function startUnderShell(env: Env, fixtures?: Fixtures): Promise<ServerProcess & { stop: () => void }> {
  const script = `"$@" <&3 & trap 'kill -TERM $!; exit' TERM; wait`;
  const program = ['-c', script, 'sh', process.execPath, '--import', ENDS_WITH_PARENT, builtServer('main')];
  const { listening, stop } = launchCommand('sh', program, await variables(env, fixtures));
  return { ...(await listening), stop };
}

/**
 * Like `startProcess`, but starts another program from its sources, as users do.
 *
 * @throws ServerEnded
 */
export async function startSource(entry: string, env: Env): Promise<ServerProcess> {
  return launch(['--import', 'tsx', entry], await variables(env)).listening;
}

/** Runs `main.ts` with arguments until it exits, and resolves to its exit code. */
export async function runProcess(args: readonly string[], env: Env): Promise<number | null> {
  const { listening, exited } = launch([builtServer('main'), ...args], await variables(env));
  // This promise rejects, because the process ends without listening.
  listening.catch(() => undefined);
  return exited;
}

/** Starts a standby process. */
export async function standBy(env: Env, fixtures?: Fixtures): Promise<StandbyProcess> {
  const { listening, standing, go, end } = launch([builtServer('standby')], await variables(env, fixtures));
  // `start` reports the failure; if `start` is never called, the failure does not matter.
  listening.catch(() => undefined);
  return {
    start: async () => {
      await Promise.race([standing, listening]);
      go();
      return listening;
    },
    end: () => end('SIGKILL'),
  };
}

/** Writes a fixture file, which is removed when the tests end. */
export async function writeFixtures(fixtures: Fixtures): Promise<string> {
  const path = join(inject('scratch'), `fixtures-${randomUUID()}.json`);
  await writeFile(path, JSON.stringify(fixtures));
  return path;
}

async function variables(env: Env, fixtures?: Fixtures): Promise<NodeJS.ProcessEnv> {
  return {
    PATH: process.env.PATH,
    PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    TSX_DISABLE_CACHE: '1',
    ALLOW_LOOPBACK_ENDPOINTS: '1',
    ...(fixtures && { FIXTURES: await writeFixtures(fixtures) }),
    ...env,
  };
}

/** The path of a program that built-server.ts has bundled. */
const builtServer = (name: 'main' | 'standby'): string => join(inject('scratch'), `${name}.mjs`);

function launch(program: readonly string[], env: NodeJS.ProcessEnv) {
  return launchCommand(process.execPath, ['--import', ENDS_WITH_PARENT, ...program], env);
}

function launchCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // When the process exits, Node closes the first pipe. The fourth pipe stays open for the process's children until
  // `stop`.
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  let stand: () => void;
  const standing = new Promise<void>((resolve) => (stand = resolve));
  const listening = new Promise<ServerProcess>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^listening on (http:\/\/\S+)$/m.exec(output)?.[1];
      if (output.includes('standing by\n')) stand();
      if (url !== undefined) resolve({ pid: child.pid!, url, output: () => output, exited, end });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new ServerEnded(code, output)));
  });
  // A write fails if the process has just been killed, which `exited` reports.
  child.stdin.on('error', () => undefined);
  const stop = () => (child.stdio[3] as Writable).end();
  return { listening, standing, exited, end, stop, go: () => child.stdin.write('go\n') };
}
