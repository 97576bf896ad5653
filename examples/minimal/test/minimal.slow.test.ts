import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createClient } from 'receipt-rule-packs/client';
import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { HUNG_MS } from '../../../test/support/hung.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENDS_WITH_PARENT = new URL('../../reference-server/test/support/ends-with-parent.mjs', import.meta.url).href;
const SECRET = 'whsec_minimal';
const TOKEN = 'token_minimal';

type Program = { url: string; end: (signal: NodeJS.Signals) => Promise<number | null> };
type Answer = { status: number; text: string; code: string | undefined; headers: Headers };

const database = testDatabase('postgres');
let db: pg.Pool;
let programs: Program[] = [];
let receiver: Receiver;

beforeAll(async () => {
  await database.create();
  db = new pg.Pool({ connectionString: database.env.DATABASE_URL });
});
afterAll(async () => {
  await db.end();
  await database.dispose();
});
afterEach(async () => {
  if (programs.length === 0) return;
  await Promise.all(programs.map(({ end }) => end('SIGKILL')));
  programs = [];
  await receiver.close();
  await db.query('TRUNCATE receipts, endpoints, outbox');
});

/** Starts main.mjs, or a program with different delays, as an integrator would. */
async function start(file: string, env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, '--import', 'tsx', `examples/minimal/${file}`], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      TSX_DISABLE_CACHE: '1',
      DATABASE_URL: database.env.DATABASE_URL,
      TOKEN,
      PORT: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /^listening on (\S+)$/m.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then((code) => reject(new Error(`${file} ended with ${code}`)));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  const program = { url, end };
  programs.push(program);
  return program;
}

const withShortDelays = (delays = '1,1,1,1,1') => start('test/program.mjs', { DELAYS: delays, LEASE_SECONDS: '1' });

async function listen(...answer: Parameters<typeof startReceiver>): Promise<void> {
  receiver = await startReceiver(...answer);
}

const register = () => db.query(`INSERT INTO endpoints VALUES ('ep_1', 'biz_1', $1, $2)`, [receiver.url(), SECRET]);

async function post({ url }: Program, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
  });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: { code: string } };
  return { status: response.status, text, code: error?.code, headers: response.headers };
}

const keyed = (key: string) => ({ 'Idempotency-Key': key });
const outcome = ({ status, code }: Answer) => [status, code];
const text = (changes?: Parameters<typeof receipt>[0]) => JSON.stringify(receipt(changes));

/** The document of an event, byte for byte. */
const dataOf = (event: string) => event.slice(event.indexOf(',"data":') + 8, -1);

async function stored(): Promise<string[]> {
  const { rows } = await db.query<{ document: string }>('SELECT document FROM receipts');
  return rows.map(({ document }) => document);
}

async function outbox() {
  const { rows } = await db.query<{ attempts: number; due_at: Date | null }>('SELECT attempts, due_at FROM outbox');
  return rows;
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: HUNG_MS, interval: 50 });

describe('receipts.mjs', () => {
  it('has at most 150 lines and three tables, as its README says', async () => {
    const source = await readFile(new URL('../receipts.mjs', import.meta.url), 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
    expect(source.match(/CREATE TABLE/g)).toHaveLength(3);
  });
});

describe('main.mjs', () => {
  it('returns every response to POST except 500, delivers the stored documents, and exits on SIGTERM', async () => {
    await listen();
    const program = await start('main.mjs', { WEBHOOK_URL: receiver.url(), WEBHOOK_SECRET: SECRET });

    const body = text({ externalId: 'a' });
    const first = await post(program, body, keyed('k1'));
    expect(outcome(first)).toEqual([201, undefined]);
    expect(JSON.parse(first.text)).toMatchObject({
      id: expect.stringMatching(/^txn_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      profileId: 'se-receipt-1',
      vendor: { id: 'biz_1', name: 'Corner shop' },
    });

    const replayed = await post(program, body, keyed('k1'));
    expect([replayed.status, replayed.text]).toEqual([200, first.text]);
    expect(replayed.headers.get('Idempotent-Replayed')).toBe('true');
    // The replay does not depend on the body.
    const invalid = text({ externalId: 'a', currency: 'EUR' });
    expect((await post(program, invalid, keyed('k1'))).text).toBe(first.text);
    for (const headers of [keyed('k2'), {}]) {
      expect(outcome(await post(program, body, headers))).toEqual([409, 'duplicate_transaction']);
      expect(outcome(await post(program, invalid, headers))).toEqual([409, 'duplicate_transaction']);
    }

    const refused = await post(program, text({ currency: 'EUR' }));
    expect(outcome(refused)).toEqual([422, 'validation_failed']);
    expect(JSON.parse(refused.text)).toMatchObject({ issues: [{ field: 'currency', code: 'currency_not_allowed' }] });
    expect(outcome(await post(program, text({ profileId: 'no-receipt-1' })))).toEqual([422, 'profile_mismatch']);
    expect(outcome(await post(program, '{"vendor":null}'))).toEqual([422, 'validation_failed']);
    expect(outcome(await post(program, text({ vendor: { id: 'biz_2' } })))).toEqual([403, 'forbidden']);
    expect(outcome(await post(program, '{'))).toEqual([400, 'invalid_json']);
    expect(outcome(await post(program, ''))).toEqual([400, 'invalid_json']);
    expect(outcome(await post(program, text({ surprise: 1 } as object)))).toEqual([400, 'invalid_json']);
    expect(outcome(await post(program, body, keyed('k'.repeat(256))))).toEqual([400, 'invalid_idempotency_key']);
    expect(outcome(await post(program, body, { 'Content-Type': 'text/plain' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(outcome(await post(program, ' '.repeat(1_048_577)))).toEqual([413, 'payload_too_large']);
    const unknown = await post(program, body, { Authorization: 'Bearer another' });
    expect(outcome(unknown)).toEqual([401, 'unauthorized']);
    expect(unknown.headers.get('WWW-Authenticate')).toBe('Bearer');

    // Exactly one of several concurrent requests wins.
    const same = text({ externalId: 'b' });
    const alike = await Promise.all(Array.from({ length: 10 }, () => post(program, same, keyed('k3'))));
    expect(alike.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(alike.map((answer) => answer.text)).size).toBe(1);

    const deliveries = await receiver.until(2);
    const verifier = createWebhookVerifier({ secrets: SECRET });
    const events = await Promise.all(deliveries.map(({ body, headers }) => verifier.verify(body, headers)));
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
    expect(deliveries.map(({ headers }) => headers['service-event'])).toEqual(Array(2).fill('transaction.created'));
    const sent = deliveries.map(({ body }) => dataOf(body));
    expect(sent.sort()).toEqual([first.text, alike[0]!.text].sort());
    expect((await stored()).sort()).toEqual([first.text, alike[0]!.text].sort());
    await until(async () => expect(await outbox()).toEqual([]));

    expect(await program.end('SIGTERM')).toBe(0);
  });
});

describe('the sending loop', () => {
  it('retries after each delay, and gives up after the sixth attempt', async () => {
    const failing = new Set<string>();
    // The receiver never accepts the first event, and accepts each of the others at the third attempt.
    await listen(({ eventId }, earlier) => {
      if (failing.size === 0) failing.add(eventId);
      return failing.has(eventId) || earlier < 2 ? 500 : 204;
    });
    const program = await withShortDelays('1,0.5,0.5,0.5,0.5');
    await register();
    for (const externalId of ['a', 'b', 'c']) {
      expect((await post(program, text({ externalId }))).status).toBe(201);
      await receiver.until(1);
    }
    await until(async () => expect(await outbox()).toEqual([{ attempts: 6, due_at: null }]));
    const ids = [...new Set(receiver.deliveries.map(({ eventId }) => eventId))];
    const byEvent = ids.map((id) => receiver.deliveries.filter(({ eventId }) => eventId === id));
    expect(byEvent.map((deliveries) => deliveries.length).sort()).toEqual([3, 3, 6]);
    for (const [first, second, third] of byEvent) {
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(1_000);
      expect(third!.at - second!.at).toBeGreaterThanOrEqual(500);
      // The same bytes, each time with a new signature.
      expect(second!.body).toBe(first!.body);
      expect(second!.headers['service-signature']).not.toBe(first!.headers['service-signature']);
    }
    expect(await program.end('SIGKILL')).toBeNull();
  });

  it('does not count an attempt if the process is killed during it', async () => {
    // The first attempt gets no response.
    await listen((_delivery, earlier) => (earlier === 0 ? null : 200));
    const killed = await withShortDelays();
    await register();
    expect((await post(killed, text())).status).toBe(201);
    await receiver.until(1);
    await killed.end('SIGKILL');
    expect(await outbox()).toMatchObject([{ attempts: 0 }]);

    await withShortDelays();
    const [first, second] = await receiver.until(2);
    expect(second!.body).toBe(first!.body);
    await until(async () => expect(await outbox()).toEqual([]));
  });

  it('delivers every acknowledged receipt, even if the process is killed repeatedly', async () => {
    await listen((_delivery, earlier) => (earlier === 0 ? 503 : 200));
    let program = await withShortDelays();
    await register();
    const acknowledged: string[] = [];
    for (let kill = 0; kill < 3; kill++) {
      const service = createClient({ baseUrl: program.url, token: TOKEN });
      const writers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const externalId = randomUUID();
          const sent = await service.send(receipt({ externalId }), { attempts: 1 });
          if (sent.outcome === 'unknown') return;
          expect(sent).toMatchObject({ outcome: 'stored', replayed: false });
          acknowledged.push(externalId);
        }
      });
      const enough = acknowledged.length + 30;
      await until(async () => expect(acknowledged.length).toBeGreaterThan(enough));
      await program.end('SIGKILL');
      await Promise.all(writers);
      program = await withShortDelays();
    }
    await until(async () => expect(await outbox()).toEqual([]));

    const externalId = (json: string) => (JSON.parse(json) as { source: { externalId: string } }).source.externalId;
    const kept = (await stored()).map(externalId);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    // Each receipt has exactly one event, even if the response was lost.
    const events = new Map(receiver.deliveries.map(({ eventId, body }) => [eventId, body]));
    const delivered = [...events.values()].map((body) => externalId(dataOf(body)));
    expect(delivered.sort()).toEqual(kept.sort());
  });
});
