import { expect, it } from 'vitest';
import { createAdminSecret } from '../src/admin-secret.js';
import { newSession, readSession, writeSession } from '../src/session.js';

it('adopts a new token and ends the sessions opened with the old token', async () => {
  let [now, file, reads] = [0, 'the first token', 0];
  const changes: unknown[] = [];
  const read = async () => {
    reads += 1;
    if (file === '') throw new Error('empty');
    return file;
  };
  const secret = createAdminSecret(
    { token: file, read },
    (problem) => changes.push(problem),
    () => now,
  );
  const cookie = writeSession(secret.keys, newSession(Date.now()));
  const valid = () => readSession(secret.keys, cookie, Date.now()) !== undefined;
  file = 'the second token';
  await secret.refresh();
  expect([secret.token, reads, valid()]).toEqual(['the first token', 0, true]);
  now = 1_000;
  await secret.refresh();
  expect([secret.token, changes, valid()]).toEqual(['the second token', [undefined], false]);
  // If the file is unusable, the old token remains valid, and the callback reports the problem once.
  file = '';
  for (now = 2_000; now < 5_000; now += 1_000) await secret.refresh();
  expect([secret.token, changes.length]).toEqual(['the second token', 2]);
  file = 'the first token';
  await secret.refresh();
  expect([secret.token, changes.length, valid()]).toEqual(['the first token', 3, true]);
});
