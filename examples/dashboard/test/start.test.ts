import { afterEach, expect, it } from 'vitest';
import { eachDatabase } from '../../reference-server/test/support/databases.js';
import { startProcess, type ServerProcess } from '../../reference-server/test/support/processes.js';
import { ADMIN_TOKEN, visitor } from './support.js';

const MAIN = 'examples/dashboard/src/main.ts';

eachDatabase((database) => {
  let server: ServerProcess | undefined;
  afterEach(() => server?.end('SIGTERM'));

  const line = () => /^dashboard: (\S+) {2}admin token: (.+)$/m.exec(server!.output());

  it('makes an admin token where it is given none, and prints it where the dashboard is', async () => {
    server = await startProcess({ ...database.env }, undefined, MAIN);
    await expect.poll(line, { timeout: 10_000 }).not.toBeNull();
    const [, address, token] = line()!;
    expect(address).toBe(`${server.url}/dashboard`);
    expect((await visitor(server.url).post('/sign-in', { token: token! })).status).toBe(303);
  });

  it('does not print the one that it is given', async () => {
    server = await startProcess({ ...database.env, ADMIN_TOKEN }, undefined, MAIN);
    await expect.poll(line, { timeout: 10_000 }).not.toBeNull();
    expect(server.output()).not.toContain(ADMIN_TOKEN);
    expect((await visitor(server.url).post('/sign-in', { token: ADMIN_TOKEN })).status).toBe(303);
  });
});
