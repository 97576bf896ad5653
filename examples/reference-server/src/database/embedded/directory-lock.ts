/**
 * A lock on a directory that is released when its process ends, even after kill −9, so that nobody ever has to remove
 * it manually.
 *
 * A process that wants the lock listens on a Unix-domain socket in the directory, with a random name that is never
 * reused. Only then does the process list the other sockets, so that of any two processes, at least one sees the
 * other's socket. A socket that refuses connections belongs to a dead process. A process that sees a live socket with a
 * lower name gives up. A process that sees a live socket with a higher name waits until the other process has given up
 * or acquired the lock. The outcome does not depend on timing. On a network file system, the lock does not detect
 * processes on other machines.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeServer, isAlive, listen, withShortPath } from './local-socket.js';

const POLL_INTERVAL_MS = 10;
/** How long to wait for a live process to give up or to announce that it has the lock. Normally takes milliseconds. */
const OWNER_TIMEOUT_MS = 10_000;

type Unlock = () => Promise<void>;

/**
 * Locks an existing directory.
 *
 * @returns a function that releases the lock
 * @throws Error if another process, or this one, has already locked it
 */
export async function lockDirectory(directory: string): Promise<Unlock> {
  const path = await realpath(directory);
  const folder = join(path, 'lock');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withShortPath(folder, async (short) => {
    const id = randomBytes(8).toString('hex');
    // A socket must listen before it becomes visible: until then it refuses connections, as a dead process's socket
    // does.
    const server = await listen(join(short, `new-${id}`));
    const unlock = async () => {
      await closeServer(server);
      await Promise.all([`new-${id}`, `socket-${id}`].map((name) => rm(join(folder, name), { force: true })));
    };
    try {
      await rename(join(folder, `new-${id}`), join(folder, `socket-${id}`));
      await waitForRelease(folder, short, id, path);
      await publishOwner(folder, id);
    } catch (error) {
      await unlock();
      throw error;
    }
    return unlock;
  });
}

/** Resolves when no other live socket exists. */
async function waitForRelease(folder: string, short: string, id: string, directory: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const other = /^socket-(?<id>[0-9a-f]{16})$/.exec(name)?.groups?.id;
    if (other === undefined || other === id) continue;
    const until = performance.now() + OWNER_TIMEOUT_MS;
    while (await isAlive(join(short, name))) {
      const owner = await readOwner(folder);
      if (other < id || owner.id === other || performance.now() > until)
        throw inUseError(directory, owner.id === other ? owner.pid : undefined);
      await sleep(POLL_INTERVAL_MS);
    }
    await rm(join(folder, name), { force: true });
  }
}

/**
 * Records the owner of the lock for waiting processes. The record is valid only while the owner's socket is alive.
 */
async function publishOwner(folder: string, id: string): Promise<void> {
  const draft = join(folder, `new-${id}.holder`);
  await writeFile(draft, `${id} ${process.pid}`);
  await rename(draft, join(folder, 'holder'));
}

async function readOwner(folder: string): Promise<{ id?: string; pid?: string }> {
  const [id, pid] = (await readFile(join(folder, 'holder'), 'utf8').catch(() => '')).split(' ');
  return { id, pid };
}

function inUseError(directory: string, pid?: string): Error {
  const who = pid === undefined ? 'another process' : `process ${pid}`;
  return new Error(`${directory} is in use by ${who}: only one process at a time can use an embedded database`);
}
