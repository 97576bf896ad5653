import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** A separate Citus cluster for one test: a coordinator and the worker nodes w1 and w2, on 127.0.0.1. */
export type CitusCluster = {
  /** The URL of an empty database on the coordinator, with the worker nodes joined. */
  url: string;
  /** Kills a node as `kill -9` does, and resolves once its processes have exited. */
  kill: (node: string) => Promise<unknown>;
  /** Restarts a node with its data. */
  start: (node: string) => Promise<unknown>;
  /** Stops all nodes and removes their data. */
  dispose: () => Promise<unknown>;
};

/**
 * Starts a cluster with the program whose path is in TEST_CITUS_CLUSTER. The program's commands are `up DIR PORT`, which
 * prints DATABASE_URL=…, `kill DIR NODE`, `start DIR NODE` and `down DIR`.
 */
export async function startCluster(): Promise<CitusCluster> {
  const program = inject('citusCluster');
  const folder = join(inject('scratch'), `citus-${randomBytes(4).toString('hex')}`);
  const run = (verb: string, ...rest: readonly string[]) => promisify(execFile)(program, [verb, folder, ...rest]);
  // Stops the cluster when this process exits or is killed.
  const keeper = spawn('sh', ['-c', 'cat > /dev/null; exec "$0" down "$1"', program, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise((resolve) => keeper.once('exit', resolve));
  const dispose = () => {
    keeper.stdin.end();
    return gone;
  };
  try {
    const { stdout } = await run('up', String(await freePorts(3)));
    const url = /^DATABASE_URL=(\S+)$/m.exec(stdout)![1]!;
    return { url, kill: (node) => run('kill', node), start: (node) => run('start', node), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Finds consecutive free ports, and returns the first one. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await listenOnce(0);
    const others = Array.from({ length: count - 1 }, (_, i) => listenOnce(first! + 1 + i));
    if (!(await Promise.all(others)).includes(undefined)) return first!;
  }
}

async function listenOnce(port: number): Promise<number | undefined> {
  const probe = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!listening) return undefined;
  const found = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  return found;
}
