import { randomBytes } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The maximum length of a socket's path on macOS and the BSDs. Linux allows 107. */
const MAX_PATH_BYTES = 103;
const MAX_NAME = '/socket-0123456789abcdef';

/** Listens on a socket that does not keep the process alive. Closes each connection without sending anything. */
export async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.on('error', () => undefined);
  return server.unref();
}

/** Stops listening. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Whether a process is listening on a socket. True if in doubt. */
export async function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/**
 * Runs `work` with a path to the folder that is short enough for socket paths: if necessary, a symbolic link in the
 * temporary folder.
 */
export async function withShortPath<T>(folder: string, work: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(folder + MAX_NAME) <= MAX_PATH_BYTES) return work(folder);
  const link = join(tmpdir(), `receipt-${randomBytes(6).toString('hex')}`);
  await symlink(folder, link, 'dir');
  try {
    return await work(link);
  } finally {
    await rm(link, { force: true });
  }
}
