import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { lockDirectory } from '../../src/database/embedded/directory-lock.js';

const LOCKER = fileURLToPath(new URL('../support/locker.ts', import.meta.url));
const children = new Set<ChildProcess>();

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([...children].map(kill));
});

async function folder(): Promise<string> {
  return mkdtemp(join(inject('scratch'), 'lock-'));
}

async function locker(path: string): Promise<ChildProcess> {
  const child = fork(LOCKER, [path], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  children.add(child);
  await once(child, 'spawn');
  return child;
}

async function ask(child: ChildProcess, what: 'lock' | 'unlock'): Promise<boolean> {
  const answer = once(child, 'message');
  child.send(what);
  return ((await answer) as [boolean])[0];
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it('the lock has one holder at a time, and is free again once released', async () => {
  const path = await folder();
  const unlock = await lockDirectory(path);
  await expect(lockDirectory(path)).rejects.toThrow(path);
  await unlock();
  await (
    await lockDirectory(path)
  )();
  expect(await readdir(join(path, 'lock'))).toEqual(['holder']);
});

it('a process can lock two directories at once', async () => {
  const unlocks = await Promise.all([folder(), folder()].map(async (path) => lockDirectory(await path)));
  await Promise.all(unlocks.map((unlock) => unlock()));
});

it('the lock is granted to exactly one of eight concurrent processes, even if killed processes have left sockets', async () => {
  const path = await folder();
  const all = await Promise.all(Array.from({ length: 8 }, () => locker(path)));
  for (let round = 0; round < 10; round += 1) {
    const alive = all.filter((child) => children.has(child));
    const got = await Promise.all(alive.map((child) => ask(child, 'lock')));
    expect(got.filter(Boolean)).toHaveLength(1);
    const winner = alive[got.indexOf(true)]!;
    await expect(lockDirectory(path)).rejects.toThrow(path);
    // Every other round kills the winner, which leaves a stale socket behind.
    await (round % 2 ? ask(winner, 'unlock') : kill(winner));
  }
  await (
    await lockDirectory(path)
  )();
  expect(await readdir(join(path, 'lock'))).toEqual(['holder']);
});

it('the lock is free as soon as its holder has been killed', async () => {
  const path = await folder();
  for (let round = 0; round < 5; round += 1) {
    const holder = await locker(path);
    expect(await ask(holder, 'lock')).toBe(true);
    await kill(holder);
    await (
      await lockDirectory(path)
    )();
  }
});

it('the lock works for a directory whose path is too long for a socket, and is the same for every path to the directory', async () => {
  const path = join(await folder(), 'a'.repeat(200));
  await mkdir(path);
  const temporary = await folder();
  vi.stubEnv('TMPDIR', temporary);
  const unlock = await lockDirectory(path);
  await expect(lockDirectory(join(path, '..', 'a'.repeat(200)))).rejects.toThrow(path);
  await unlock();
  await (
    await lockDirectory(path)
  )();
  expect(await readdir(temporary)).toEqual([]);
});

it('the lock ignores other files', async () => {
  const path = await folder();
  await mkdir(join(path, 'lock'));
  await Promise.all(['socket-', 'socket-x', 'notes.txt'].map((name) => writeFile(join(path, 'lock', name), '')));
  await (
    await lockDirectory(path)
  )();
});
