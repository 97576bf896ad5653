import { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import pino from 'pino';
import { createApp } from '../../src/http/app.js';
import { operationRoutes, type Scrapers } from '../../src/http/operations.js';
import { createReadiness } from '../../src/http/readiness.js';
import { createMetrics } from '../../src/metrics.js';
import { POSTGRES } from '../../src/sql/postgres.js';
import { client } from '../support/client.js';
import { eachUnsharded, onDatabases } from '../support/databases.js';
import { fixtures } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { refusalOf } from './support.js';

const UNAVAILABLE = { code: 'unavailable', status: 503 };

describe("a process's readiness", () => {
  const counting = (writable: () => boolean | Promise<boolean>) => {
    const count = { statements: 0 };
    const query = async () => {
      count.statements += 1;
      return [{ writable: await writable() }];
    };
    return Object.assign(count, createReadiness({ sql: POSTGRES, query } as never));
  };

  it('costs one query for many concurrent checks', async () => {
    const readiness = counting(() => new Promise((resolve) => setTimeout(resolve, 50, true)));
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    await readiness.check();
    expect(readiness.statements).toBe(1);
  });

  it("is read from the database again after a while, and then reflects the database's new state", async () => {
    let writable = false;
    const readiness = counting(() => writable);
    await expect(readiness.check()).rejects.toMatchObject(UNAVAILABLE);
    writable = true;
    await expect.poll(() => readiness.check().then(() => 'ready'), { interval: 50 }).toBe('ready');
    expect(readiness.statements).toBe(2);
  });

  it("ends as soon as the process starts to shut down, whatever the database's state", async () => {
    const readiness = counting(() => true);
    await readiness.check();
    readiness.end('closing');
    await expect(readiness.check()).rejects.toMatchObject(UNAVAILABLE);
  });
});

eachUnsharded((database) => {
  it('a read-only database is not ready', async () => {
    const open = await database.open();
    await createReadiness(open).check();
    await open.transaction(async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      await expect(createReadiness(tx).check()).rejects.toMatchObject(UNAVAILABLE);
    });
    await open.close();
  });
});

onDatabases(['postgres'], (database) => {
  const server = serverFor(database, fixtures, { POOL_SIZE: '1', METRICS_PORT: '0' });

  it('/readyz does not wait for other requests', async () => {
    const order: string[] = [];
    const busy = server.server.database.query('SELECT 1 FROM pg_sleep(2)').then(() => order.push('request'));
    const ready = await client(server.url, '').call('GET', '/readyz');
    order.push('probe');
    await busy;
    expect([ready.status, order]).toEqual([200, ['probe', 'request']]);
  });

  it('METRICS_PORT serves only the routes for operators, and no other port serves /metrics', async () => {
    const statuses = async (url: string) => {
      const paths = ['/metrics', '/healthz', '/readyz', '/openapi.json'];
      return Promise.all(paths.map(async (path) => (await client(url, '').call('GET', path)).status));
    };
    expect(await statuses(server.url)).toEqual([404, 200, 200, 200]);
    expect(await statuses(server.server.metricsAddress!)).toEqual([200, 200, 200, 404]);
  });
});

describe('/metrics', () => {
  const asked = async (scrapers: Scrapers, remoteAddress: string) => {
    const app = createApp({ log: pino({ level: 'silent' }), metrics: createMetrics({} as never) });
    const metrics = { render: async () => ({ contentType: 'text/plain', text: '' }) };
    operationRoutes(app, { readiness: { check: async () => undefined }, metrics, scrapers });
    const { statusCode, headers, json } = await app.inject({
      url: '/metrics',
      remoteAddress,
      Request: IncomingMessage,
    });
    await app.close();
    return statusCode === 200
      ? 200
      : refusalOf({ status: statusCode, headers: new Headers(headers as Record<string, string>), json: json() });
  };

  it.each<[Scrapers, string, unknown]>([
    ['loopback', '127.0.0.1', 200],
    ['loopback', '::1', 200],
    ['loopback', '::ffff:127.0.0.1', 200],
    ['loopback', '10.0.0.1', [404, 'not_found']],
    ['loopback', '::ffff:10.0.0.1', [404, 'not_found']],
    ['loopback', '2001:db8::1', [404, 'not_found']],
    ['all', '10.0.0.1', 200],
    ['none', '127.0.0.1', [404, 'not_found']],
  ])('with scrapers %s, a request from %s gets %j', async (scrapers, address, expected) => {
    expect(await asked(scrapers, address)).toEqual(expected);
  });

  it('reads the database once for many concurrent requests', async () => {
    let statements = 0;
    const query = async (text: string) =>
      text.includes('AS now FROM jobs')
        ? [{ state: JSON.stringify({ pending: (statements += 1), createdAt: null, dueAt: null, at: 0 }), now: 1 }]
        : [{ count: 0, oldest: 0, multixacts: 0 }];
    const metrics = createMetrics({ query, sql: POSTGRES } as never);
    await Promise.all(Array.from({ length: 20 }, () => metrics.render()));
    expect((await metrics.render()).text).toContain('receipts_outbox_pending_deliveries 1\n');
    expect(statements).toBe(1);
  });
});
