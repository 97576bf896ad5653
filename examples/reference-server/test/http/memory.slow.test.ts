import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemory } from '../../src/http/memory.js';
import { client } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { FAULTY } from '../support/hostile.js';
import { serverFor } from '../support/in-process.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { request } from '../support/raw.js';

describe('the memory budget', () => {
  it('gives each caller a sixth, or any amount if the caller holds nothing else', async () => {
    const memory = createMemory(600, 20);
    const whole = memory.tryHold('a', 300);
    expect(memory.tryHold('a', 1)).toBeUndefined();
    await expect(memory.hold('a', 1)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    const other = memory.tryHold('b', 60);
    expect([typeof other, typeof memory.tryHold('b', 40), memory.tryHold('b', 1)]).toEqual([
      'function',
      'function',
      undefined,
    ]);
    whole!();
    whole!();
    expect(typeof memory.tryHold('a', 500)).toBe('function');
  });

  it('lets a caller wait for its own memory to be freed, but refuses memory that the process does not have', async () => {
    const memory = createMemory(600, 10_000);
    const first = await memory.hold('a', 100);
    let held = false;
    const second = memory.hold('a', 50).then((release) => {
      held = true;
      return release;
    });
    await sleep(10);
    expect(held).toBe(false);
    first();
    (await second)();
    memory.holdAnyway('a', 600);
    await expect(memory.hold('b', 1)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });
});

onDatabases(['embedded', 'postgres'], (database) => {
  let server: ServerProcess | undefined;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server?.end('SIGKILL');
  });

  it.each([
    [25, 128],
    [200, 256],
  ])(
    '%i unread responses to invalid 1 MiB documents leave a process with a heap of %i MB responsive',
    async (count, heap) => {
      server = await startProcess({ ...database.env, NODE_OPTIONS: `--max-old-space-size=${heap}` }, fixtures());
      const { url, output } = server;
      const { port, hostname } = new URL(url);
      const head = request('POST /v1/transactions', [
        `Authorization: Bearer ${TOKENS.writer}`,
        'Content-Type: application/json',
        `Content-Length: ${FAULTY.length}`,
      ]);
      let answers = 0;
      for (let i = 0; i < count; i += 1) {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        sockets.push(socket);
        socket.once('data', () => {
          answers += 1;
          socket.pause();
        });
        socket.write(head);
        socket.write(FAULTY);
      }
      // Waits until some responses have started.
      await expect.poll(() => answers).toBeGreaterThan(2);
      for (let i = 0; i < 5; i += 1) {
        const health = await fetch(`${url}/healthz`);
        expect(health.status).toBe(200);
        await sleep(200);
      }
      const other = await client(url, TOKENS.writerOfBiz2).post({ ...receipt(), vendor: { id: 'biz_2' } });
      expect([other.status, output()]).toEqual([201, expect.not.stringContaining('internal_error')]);
    },
  );
});

onDatabases(['embedded', 'postgres'], (database) => {
  const server = serverFor(database, fixtures);
  const api = () => client(server.url, TOKENS.writer);
  const filler = 'x'.repeat(200_000);

  it('validates, stores and lists a large document like a small one', async () => {
    const document = receipt({ metadata: { filler } });
    const created = await api().post(document, { key: 'k' });
    expect([created.status, (await api().post(document, { key: 'k' })).text]).toEqual([201, created.text]);
    const page = await api().list('?limit=1');
    expect(page.text).toBe(`{"data":[${created.text}],"hasMore":false,"nextCursor":null}`);
    expect(Number(page.headers.get('Content-Length'))).toBe(Buffer.byteLength(page.text));
  });

  it("lists all of a document's issues, even if there are more than a thousand", async () => {
    for (const [count, more] of [
      [3_000, {}],
      [30_000, { filler }],
    ] as const) {
      const items = Array.from({ length: count }, () => 0);
      const { status, json, headers } = await api().post({ ...receipt({ metadata: more }), items });
      const { error, issues } = json as { error: { code: string }; issues: { field: string; code: string }[] };
      expect([status, error.code, headers.get('Content-Type')]).toEqual([
        422,
        'validation_failed',
        'application/json; charset=utf-8',
      ]);
      const ofItems = issues.filter(({ field }) => /^items\[\d+\]$/.test(field));
      expect([ofItems.length, ofItems.at(-1)?.field]).toEqual([count, `items[${count - 1}]`]);
    }
  });

  it('refuses a large document for another business, or with read-only fields, like a small one', async () => {
    const foreign = { ...receipt({ metadata: { filler } }), vendor: { id: 'biz_2' }, currency: 'EUR' };
    expect((await api().post(foreign)).status).toBe(403);
    const { status, json } = await api().post({ ...foreign, unknown: 1 });
    expect([status, json]).toMatchObject([400, { error: { code: 'invalid_json' }, issues: [{ field: 'unknown' }] }]);
    expect((await api().post(`{"a":"${filler}`)).status).toBe(400);
  });
});
