import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { newToken } from 'receipt-reference-server/credentials/token.js';
import { anyDatabase, testDatabase } from '../../reference-server/test/support/databases.js';
import { startSource, type ServerProcess } from '../../reference-server/test/support/processes.js';
import { ADMIN_TOKEN, createClient } from './support.js';

const MAIN = 'examples/dashboard/src/main.ts';

let server: ServerProcess | undefined;
afterEach(() => server?.end('SIGKILL'));

const start = async (env: Readonly<Record<string, string | undefined>>) => {
  server = await startSource(MAIN, env);
  return server;
};
const line = () => /^dashboard: (\S+) {2}admin token: (.+)$/m.exec(server!.output());
const opens = async (token: string) => (await createClient(server!.url).post('/sign-in', { token })).status;

anyDatabase((database) => {
  it('does not print a token from ADMIN_TOKEN', async () => {
    await start({ ...database.env, ADMIN_TOKEN });
    await expect.poll(line).not.toBeNull();
    expect(line()![1]).toBe(`${server!.url}/dashboard`);
    expect(server!.output()).not.toContain(ADMIN_TOKEN);
    expect(await opens(ADMIN_TOKEN)).toBe(303);
  });
});

describe('without ADMIN_TOKEN', () => {
  it('the server generates, prints and stores a token at the first start with the embedded database', async () => {
    const database = testDatabase('embedded');
    await database.create();
    await start(database.env);
    await expect.poll(line).not.toBeNull();
    const token = line()![2]!;
    expect(await opens(token)).toBe(303);
    const path = join(database.env.DATA_DIR!, 'admin-token');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await server!.end('SIGTERM');
    await start(database.env);
    await expect.poll(line).not.toBeNull();
    expect([line()![2], server!.output().includes(token)]).toEqual([`as in ${path}`, false]);
    expect([await opens(token), await opens('another token')]).toEqual([303, 403]);
    // If the file changes while the server runs, the new token becomes valid, and all sessions opened with the old
    // token end.
    const user = createClient(server!.url);
    await user.post('/sign-in', { token });
    expect((await user.get('/')).status).toBe(200);
    const next = newToken('');
    await writeFile(path, next);
    await expect.poll(async () => (await user.get('/')).status).toBe(303);
    expect([await opens(token), await opens(next)]).toEqual([403, 303]);
    await server!.end('SIGTERM');
    await writeFile(path, 'short');
    await expect(start(database.env)).rejects.toMatchObject({ code: 2 });
    await database.dispose();
  });

  it('the server has no dashboard with PostgreSQL', async () => {
    const database = testDatabase('postgres');
    await database.create();
    await start(database.env);
    await expect.poll(() => server!.output()).toContain('no dashboard: ADMIN_TOKEN');
    expect((await fetch(`${server!.url}/dashboard/sign-in`)).status).toBe(404);
    await server!.end('SIGTERM');
    await database.dispose();
  });
});
