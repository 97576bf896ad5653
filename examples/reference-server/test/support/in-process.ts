import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../src/config.js';
import type { Fixtures } from '../../src/fixtures.js';
import { startServer, type Plugin, type Server } from '../../src/server.js';
import type { TestDatabase } from './databases.js';
import { writeFixtures } from './processes.js';

/**
 * A server in this process on a free port, for the tests of one `describe` block. Read its fields only while the tests
 * run.
 */
export function serverFor(
  database: TestDatabase,
  fixtures: () => Fixtures | Promise<Fixtures>,
  env: Readonly<Record<string, string>> = {},
  plugin?: Plugin,
): { readonly server: Server; readonly url: string } {
  let server: Server | undefined;
  const started = () => {
    if (!server) throw new Error('the server exists only while the tests run');
    return server;
  };
  beforeAll(async () => {
    const FIXTURES = await writeFixtures(await fixtures());
    const config = readConfig({
      PORT: '0',
      SHUTDOWN_DELAY_MS: '0',
      ALLOW_LOOPBACK_ENDPOINTS: '1',
      FIXTURES,
      ...database.env,
      ...env,
    });
    server = await startServer(config, pino({ level: 'silent' }), { plugin });
  });
  afterAll(() => server?.close());
  return {
    get server() {
      return started();
    },
    get url() {
      return started().address;
    },
  };
}
