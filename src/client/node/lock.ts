import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { OutboxError } from '../outbox/store.js';

/**
 * Acquires the lock on a store. Takes over a lock that a process left behind when it ended.
 *
 * @returns a function that releases the lock
 * @throws OutboxError `outbox_store_locked`
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${randomUUID()}`;
  const text = JSON.stringify(await identityOf(process.pid));
  await writeFile(mine, text);
  try {
    if (!(await linked(mine, path))) {
      const found = await readFile(path, 'utf8').catch(() => '');
      if (await isAlive(found)) throw locked(path, found);
      await takeAway(path, found);
      if (!(await linked(mine, path))) throw locked(path);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(path, { force: true });
}

/** @param holder the content of the lock file */
function locked(path: string, holder = ''): OutboxError {
  const pid = /"pid":(\d+)/.exec(holder)?.[1];
  const who = pid === undefined ? 'another process' : `the process ${pid}`;
  return new OutboxError('outbox_store_locked', `${who} has locked ${path}: only one can use the outbox`);
}

/**
 * Creates a hard link: other processes never see it with only part of its content, unlike a file that is being written.
 */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock left by a process that has ended, unless another process has acquired it in the meantime. */
async function takeAway(path: string, found: string): Promise<void> {
  const away = `${path}.${randomUUID()}`;
  await rename(path, away).catch(() => undefined);
  const moved = await readFile(away, 'utf8').catch(() => found);
  if (moved !== found) await linked(away, path);
  await rm(away, { force: true });
  if (moved !== found) throw locked(path);
}

type Identity = { pid: number; boot?: string | undefined; started?: string | undefined };

/** After a reboot or container restart, the same pid can belong to a different process. */
async function identityOf(pid: number): Promise<Identity> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);
  const stat = await read(`/proc/${pid}/stat`);
  // The process name, in parentheses, can contain blanks and parentheses; the start time is the 20th field after it.
  const started = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return { pid, boot: await read('/proc/sys/kernel/random/boot_id'), started };
}

async function isAlive(text: string): Promise<boolean> {
  let holder: Identity;
  try {
    holder = JSON.parse(text) as Identity;
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if ((error as { code?: unknown }).code !== 'EPERM') return false;
    holder = JSON.parse(text) as Identity;
  }
  const { boot, started } = await identityOf(holder.pid);
  return boot === holder.boot && started === holder.started;
}
