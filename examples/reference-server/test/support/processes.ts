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

/** A server in a process of its own. */
export type ServerProcess = {
  pid: number;
  url: string;
  /** All that it has written so far, to either stream. */
  output: () => string;
  /** Sends a signal and resolves to the exit code, null where the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  exited: Promise<number | null>;
};

/** A process that has everything loaded, and becomes a server on `start`: so a restart costs milliseconds. */
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
 * Starts `main.ts` on a free port with these variables, and resolves when it listens. The tests must end it; where they
 * are killed themselves, it ends with them.
 *
 * @throws ServerEnded
 */
export async function startProcess(env: Env, fixtures?: Fixtures): Promise<ServerProcess> {
  return launch([builtServer('main')], await variables(env, fixtures)).listening;
}

/**
 * The same with a shell in between, which passes SIGTERM on and ends at once. The process goes on without it until `stop`.
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
 * The same from the sources of another program, as its users start it.
 *
 * @throws ServerEnded
 */
export async function startSource(entry: string, env: Env): Promise<ServerProcess> {
  return launch(['--import', 'tsx', entry], await variables(env)).listening;
}

/** Runs `main.ts` with arguments until it ends by itself; resolves to its exit code. */
export async function runProcess(args: readonly string[], env: Env): Promise<number | null> {
  const { listening, exited } = launch([builtServer('main'), ...args], await variables(env));
  // It is not to listen.
  listening.catch(() => undefined);
  return exited;
}

/** Loads a process that waits to be a server. */
export async function standBy(env: Env, fixtures?: Fixtures): Promise<StandbyProcess> {
  const { listening, standing, go, end } = launch([builtServer('standby')], await variables(env, fixtures));
  // Reported to who starts it; one that is ended without having been started is nobody's concern.
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

/** Writes a fixture file that goes when the tests end. */
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

/** The path of a program that built-server.ts made. */
const builtServer = (name: 'main' | 'standby'): string => join(inject('scratch'), `${name}.mjs`);

function launch(program: readonly string[], env: NodeJS.ProcessEnv) {
  return launchCommand(process.execPath, ['--import', ENDS_WITH_PARENT, ...program], env);
}

function launchCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  // The first pipe goes with the process that is started here, the fourth only with those who have it.
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
  // A write to a process that has just been killed fails; `exited` tells of that.
  child.stdin.on('error', () => undefined);
  const stop = () => (child.stdio[3] as Writable).end();
  return { listening, standing, exited, end, stop, go: () => child.stdin.write('go\n') };
}
