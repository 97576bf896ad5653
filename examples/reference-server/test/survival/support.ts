import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixtures } from '../../src/fixtures.js';
import type { Database } from '../../src/database/database.js';
import { client, type Answer } from '../support/client.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import type { Receiver } from '../support/receiver.js';
import { HUNG_MS } from '../../../../test/support/hung.js';

/** What the service has answered with 201 or 200: id to the document as text. */
export type Acknowledged = Map<string, string>;

/** Endpoints of app_1 for transaction.created, one per path of the receiver. */
export function withEndpoints(receiver: Receiver, paths: readonly string[]): Fixtures {
  return fixtures(
    paths.map((path) => ({
      id: `ep_${path.slice(1)}`,
      appId: 'app_1',
      url: receiver.url(path),
      secret: 'whsec_survival',
      events: ['transaction.created'],
    })),
  );
}

/** Writes new receipts one after the other until `stopped`; `between` is awaited after each answer or failure. */
export async function writeUntil(
  stopped: () => boolean,
  url: () => string,
  acknowledged: Acknowledged,
  { retries, between }: { retries: boolean; between: (answer: Answer | undefined) => Promise<unknown> },
): Promise<void> {
  let document = receipt();
  while (!stopped()) {
    const answer = await client(url(), TOKENS.writer)
      .post(document, { key: document.source.externalId })
      .catch(() => undefined);
    const stored = answer !== undefined && answer.status <= 201;
    if (stored) acknowledged.set((answer.json as { id: string }).id, answer.text);
    if (stored || !retries) document = receipt();
    await between(answer);
  }
}

/** Ids of the documents that a path has got, with how often. */
export function received(receiver: Receiver, path: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const delivery of receiver.deliveries) {
    if (delivery.path !== path) continue;
    const { id } = (JSON.parse(delivery.body) as { data: { id: string } }).data;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Resolves once `done`; rejects with what `state` says where it hangs. */
export async function until(done: () => boolean | Promise<boolean>, state: () => unknown = () => ''): Promise<void> {
  const end = Date.now() + HUNG_MS;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`hangs: ${JSON.stringify(state())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Milliseconds for which a process tells the same gauges again, and a little more. */
const GAUGES_MS = 1_100;

/** Deliveries that are neither done nor given up, a second ago at most; NaN while the database is away. */
async function pending(url: string): Promise<number> {
  const { text } = await client(url, '').call('GET', '/metrics');
  return Number(/^receipts_outbox_pending_deliveries (\S+)$/m.exec(text)![1]);
}

/**
 * Resolves once nothing waits for delivery, however long that takes on a busy machine; rejects where what waits has become no less for
 * this long. NaN, while the database is away, is no less.
 */
export async function drained(url: string, withoutProgressMs: number): Promise<void> {
  let least = Infinity;
  let end = Date.now() + withoutProgressMs;
  // What was counted before the last write is not meant.
  await sleep(GAUGES_MS);
  for (;;) {
    const left = await pending(url);
    if (left === 0) return;
    if (left < least) {
      least = left;
      end = Date.now() + withoutProgressMs;
    }
    if (Date.now() > end) throw new Error(`${left} deliveries wait, and no less for ${withoutProgressMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Deliveries of acknowledged documents that have not come. */
export function missing(receiver: Receiver, paths: readonly string[], acknowledged: Acknowledged): number {
  return paths
    .map((path) => {
      const got = received(receiver, path);
      return [...acknowledged.keys()].filter((id) => !got.has(id)).length;
    })
    .reduce((sum, count) => sum + count, 0);
}

/**
 * How many documents are in any way incomplete: without their one event, which nothing else may have, or their event
 * without `endpoints` deliveries. All is looked up by key: a survival run stores ten thousand documents.
 */
export async function halfStored(database: Database, endpoints: number): Promise<number> {
  const [row] = await database.query<{ broken: number }>(
    `SELECT (
       (SELECT count(*) FROM transactions t WHERE (
         SELECT count(*) FROM events v
         WHERE v.business_id = t.business_id AND v.id = t.event_id AND position(t.body IN v.body) > 0
       ) <> 1)
       + abs((SELECT count(*) FROM transactions) - (SELECT count(*) FROM events))
       + (SELECT count(*) - count(DISTINCT event_id) FROM transactions)
       + (SELECT count(*) FROM events v WHERE (
         SELECT count(*) FROM deliveries d WHERE d.business_id = v.business_id AND d.event_id = v.id
       ) <> $1::integer)
     )::integer AS broken`,
    [endpoints],
  );
  return row!.broken;
}
