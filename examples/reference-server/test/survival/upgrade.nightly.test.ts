import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Transaction } from 'receipt-rule-packs';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { findDocuments } from '../../src/transactions/find.js';
import { buildFormerServer } from '../support/built-server.js';
import { client } from '../support/client.js';
import { testDatabase, type TestDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { received, until, withEndpoints } from './support.js';

/** The last commits whose newest migrations are 1 and 3. */
const FORMER = ['63be0c9e', '330c3067'];
/** The number of documents that the former server writes over HTTP, and the total number. */
const WRITTEN = 1_000;
const DOCUMENTS = Number(process.env.DOCUMENTS ?? '200000');
const WRITERS = 16;
const PATHS = ['/quick', '/failing', '/paused'];
/** The delay before the retry is long, so that the retry happens after the upgrade. */
const DELIVERY_DELAYS_MS = '0,60000,1000,1000,1000,1000';

interface Written {
  readonly document: Transaction;
  readonly text: string;
}

describe.each(FORMER)('after an upgrade from commit %s', (commit) => {
  let database: TestDatabase;
  let receiver: Receiver;
  let isUp = false;
  const servers: ServerProcess[] = [];
  let former: string;

  beforeAll(async () => {
    former = await buildFormerServer(commit, join(inject('scratch'), `former-${randomUUID()}`));
  });
  beforeEach(async () => {
    database = testDatabase('postgres');
    await database.create();
    receiver = await startReceiver(({ path }) => (path !== '/quick' && !isUp ? 500 : 200));
  });
  afterEach(async () => {
    await Promise.all(servers.map(({ end }) => end('SIGKILL')));
    await receiver.close();
    await database.dispose();
  });

  const start = async (program?: string) => {
    const env = { ...database.env, DELIVERY_DELAYS_MS };
    const server = await startProcess(env, withEndpoints(receiver, PATHS), program);
    servers.push(server);
    return server;
  };

  it(`${DOCUMENTS} documents can be listed, replayed, searched and delivered`, async () => {
    const old = await start(former);
    const db = await database.open();
    const written = await writeAll(old.url);
    for (const path of PATHS)
      await until(
        () => received(receiver, path).size === WRITTEN,
        () => path,
      );
    await db.query(`UPDATE endpoints SET enabled = false WHERE id = 'ep_paused'`);
    expect(await old.end('SIGTERM')).toBe(0);
    // Inserts in batches, because one statement for all rows would exceed the statement timeout.
    for (let copies = 1; copies < DOCUMENTS / WRITTEN; copies += 1) {
      await db.query(
        `INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body)
         SELECT 'biz_2', left(id, 18) || substr(gen_random_uuid()::text, 15), encode(sha256((identity || $1)::bytea), 'hex'), 'key', instant_us + $1::bigint, body
         FROM transactions WHERE business_id = 'biz_1'`,
        [String(copies)],
      );
    }

    isUp = true;
    const before = receiver.deliveries.length;
    const at = performance.now();
    const server = await start();
    const startMs = Math.round(performance.now() - at);
    const api = client(server.url, TOKENS.writer);
    // The backfills are still running.
    const first = [...written.values()][0]!;
    expect((await api.post(first.document, { key: first.document.source.externalId })).text).toBe(first.text);
    const remaining = async () => {
      const { text } = await api.call('GET', '/metrics');
      return [...text.matchAll(/^receipts_backfill_remaining_rows\{.*\} (\S+)$/gm)].map(([, rows]) => Number(rows));
    };
    await until(async () => (await remaining()).every((rows) => rows === 0), remaining);
    const backfilledMs = Math.round(performance.now() - at);

    const listed = new Map<string, string>();
    for (let query = '?limit=50'; query !== '';) {
      const { text, json } = await api.list(query);
      const { data, nextCursor } = json as { data: { id: string }[]; nextCursor: string | null };
      for (const { id } of data) listed.set(id, written.get(id)?.text ?? 'not written');
      expect(text).toBe(
        `{"data":[${data.map(({ id }) => listed.get(id)).join(',')}],"hasMore":${nextCursor !== null},"nextCursor":${JSON.stringify(nextCursor)}}`,
      );
      query = nextCursor === null ? '' : `?limit=50&startAfter=${nextCursor}`;
    }
    expect(listed.size).toBe(WRITTEN);
    for (const { document, text } of [...written.values()].slice(0, 50)) {
      const again = await api.post(document, { key: document.source.externalId });
      expect([again.status, again.text]).toEqual([200, text]);
      expect((await api.post(document, { key: 'other' })).status).toBe(409);
      const { id } = JSON.parse(text) as { id: string };
      const { externalId } = document.source;
      expect(await findDocuments(db, ['biz_1'], externalId, 10)).toEqual([{ businessId: 'biz_1', id }]);
    }
    expect(await findDocuments(db, ['biz_1'], first.document.receiptNumber, 2_000)).toHaveLength(WRITTEN);

    const sent = (path: string) =>
      receiver.deliveries
        .slice(before)
        .filter((one) => one.path === path)
        .map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    await until(() => sent('/failing').length >= WRITTEN);
    expect(sent('/paused')).toEqual([]);
    await setEnabled(db, 'ep_paused', true);
    await until(() => sent('/paused').length >= WRITTEN);
    const ids = [...written.keys()].sort();
    expect([sent('/quick'), sent('/failing').sort(), sent('/paused').sort()]).toEqual([[], ids, ids]);
    console.log(commit, JSON.stringify({ startMs, backfilledMs }));
  });

  async function writeAll(url: string): Promise<Map<string, Written>> {
    const api = client(url, TOKENS.writer);
    const written = new Map<string, Written>();
    let left = WRITTEN;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (left-- > 0) {
          const document = receipt();
          const { status, json, text } = await api.post(document, { key: document.source.externalId });
          expect(status).toBe(201);
          written.set((json as { id: string }).id, { document, text });
        }
      }),
    );
    return written;
  }
});
