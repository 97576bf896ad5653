import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'receipt-rule-packs';
import { Pool } from 'undici';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import type { BenchDatabase } from './databases.js';
import { document, fixtures, TOKEN } from './documents.js';
import { percentile, rssOf, SERVER, startPeer } from './load.js';

const TICK_MS = 10;
/** How long deliveries may take after the last write, in milliseconds. */
const DRAIN_MS = 60_000;
/** The number of different timestamps: `document` dates documents a minute apart, and later ones would be in the future. */
const MINUTES = 400_000;

/** Milliseconds from the moment at which a document was due to be sent, whether or not the server was ready for it. */
export interface Latency {
  /** The 99th percentile in the second tenth of the time, when the server has warmed up, and in the last tenth. */
  readonly early: number;
  readonly last: number;
}

export interface Soak {
  /** The number of documents sent. */
  readonly sent: number;
  /** The number of responses, by status; `none` for requests without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The number of acknowledged documents whose event was neither delivered nor is in the outbox. */
  readonly lost: number;
  /** Stored documents, which each have an event; the events delivered, and those still in the outbox. */
  readonly published: number;
  readonly delivered: number;
  readonly pending: number;
  /** Deliveries of an event after its first. */
  readonly repeated: number;
  readonly responses: Latency;
  readonly deliveries: Latency;
  /** The server's memory in MB, the most in the second and in the last tenth of the time. */
  readonly memory: { readonly early: number; readonly last: number };
}

/**
 * Sends documents at a constant rate, and accounts for each of them and for the delivery of its event to one endpoint. The
 * rate does not depend on the responses, so that a stall counts against all documents that were due meanwhile.
 *
 * @param seconds at least 20, so that each tenth of the time has a reading of the memory
 * @param rate documents per second
 */
export async function benchSoak(bench: BenchDatabase, seconds: number, rate: number): Promise<Soak> {
  if (!Number.isInteger(seconds) || seconds < 20)
    throw new Error(`seconds must be a whole number of at least 20, found ${seconds}`);
  if (!Number.isInteger(rate) || rate < 1) throw new Error(`rate must be a whole number above 0, found ${rate}`);
  const total = seconds * rate;
  const tenth = Math.floor(total / 10);
  const responded = new Float64Array(total).fill(NaN);
  const arrived = new Float64Array(total).fill(NaN);
  let started = 0;
  const sinceDue = (i: number) => performance.now() - (started + (i * 1_000) / rate);

  let repeated = 0;
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const i = Number(/"externalId":"soak-(\d+)"/.exec(Buffer.concat(parts).toString())![1]);
      if (Number.isNaN(arrived[i])) arrived[i] = sinceDue(i);
      else repeated += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/soak`;
  const database = await bench.open();
  const endpoint = { id: 'ep_soak', appId: 'app_demo', url, secret: 'whsec_soak', events: ['transaction.created'] };
  await loadFixtures(database, fixtures([endpoint]), { offered: ['transaction.created'] });
  await database.close();

  const server = await startPeer(SERVER, bench.env);
  const pool = new Pool(server.url, { connections: 64 });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const statuses: Record<string, number> = {};
  /** The transaction ids of acknowledged documents. */
  const acknowledged = new Map<number, string>();
  const send = async (i: number) => {
    const body = JSON.stringify({
      ...(JSON.parse(document('soak', i % MINUTES)) as Transaction),
      source: { platform: 'bench', externalId: `soak-${i}` },
    });
    const status = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body }).then(
      async ({ statusCode, body }) => {
        const { id } = (await body.json()) as { id: string };
        if (statusCode === 201) acknowledged.set(i, id);
        return statusCode;
      },
      () => 'none',
    );
    responded[i] = sinceDue(i);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const memory: number[] = [];
  const watched = setInterval(() => {
    void rssOf(server.child).then((mb) => memory.push(mb));
  }, 1_000);

  started = performance.now();
  const requests: Promise<void>[] = [];
  for (let i = 0; i < total;) {
    while (i < total && sinceDue(i) >= 0) requests.push(send(i++));
    await sleep(TICK_MS);
  }
  await Promise.all(requests);
  clearInterval(watched);
  const late = () => [...acknowledged].filter(([i]) => Number.isNaN(arrived[i]));
  const until = performance.now() + DRAIN_MS;
  while (performance.now() < until && late().length > 0) await sleep(100);
  await pool.close();
  await server.stop();
  receiver.close();

  const after = await bench.open();
  const count = async (table: string) => {
    const [row] = await after.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return row!.count;
  };
  const [published, pending] = [await count('transactions'), await count('outbox')];
  const rows = await after.query<{ id: string }>(
    'SELECT t.id FROM outbox o JOIN transactions t ON t.business_id = o.business_id AND t.event_id = o.event_id',
  );
  const waiting = new Set(rows.map(({ id }) => id));
  await after.close();
  const readings = Math.floor(memory.length / 10);
  return {
    sent: total,
    statuses,
    lost: late().filter(([, id]) => !waiting.has(id)).length,
    published,
    delivered: arrived.filter((ms) => !Number.isNaN(ms)).length,
    pending,
    repeated,
    responses: { early: p99(responded.subarray(tenth, 2 * tenth)), last: p99(responded.subarray(-tenth)) },
    deliveries: { early: p99(arrived.subarray(tenth, 2 * tenth)), last: p99(arrived.subarray(-tenth)) },
    memory: { early: Math.max(...memory.slice(readings, 2 * readings)), last: Math.max(...memory.slice(-readings)) },
  };
}

const p99 = (times: Float64Array): number => percentile([...times.filter((ms) => !Number.isNaN(ms))], 0.99);
