import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { client } from '../../reference-server/test/support/client.js';
import { onDatabases } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { startProcess } from '../../reference-server/test/support/processes.js';
import { bundleServer } from '../build/bundle.js';
import { ADMIN_TOKEN } from './support.js';

onDatabases(['postgres'], (database) => {
  it('the bundle needs only its own folder and the packages', async () => {
    // Node finds the packages in the parent folder.
    const folder = join(inject('scratch'), 'receipt-server');
    await bundleServer(folder);
    const modules = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
    for (const name of modules) {
      const text = await readFile(join(folder, name), 'utf8');
      const addresses = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, address]) => address!);
      expect(addresses.filter((address) => !/^(?:files\/|\.\/)/.test(address))).toEqual([]);
    }
    const env = { ...database.env, ADMIN_TOKEN };
    const server = await startProcess(env, fixtures(), join(folder, 'receipt-server.mjs'));
    try {
      const { post, call } = client(server.url, TOKENS.writer);
      const statuses = async (...paths: readonly string[]) =>
        Promise.all(paths.map(async (path) => (await call('GET', path)).status));
      expect(await statuses('/readyz', '/metrics', '/openapi.json', '/docs/', '/dashboard/style.css')).toEqual(
        Array.from({ length: 5 }, () => 200),
      );
      expect((await post(receipt())).status).toBe(201);
      // The worker thread validates documents of this size; without it, the response would be 503.
      expect((await post({ ...receipt(), metadata: { note: 'x'.repeat(70_000) } })).status).toBe(201);
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      await server.end('SIGKILL');
    }
  });
});
