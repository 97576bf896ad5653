import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixtures } from '../../src/fixtures.js';
import { sqlEventId, storedText } from '../../src/sql/documents.js';
import { unpack } from '../../src/transactions/packed.js';
import type { Database } from '../../src/database/database.js';
import { client, type Answer } from '../support/client.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import type { Receiver } from '../support/receiver.js';
import { HUNG_MS } from '../../../../test/support/hung.js';

/** The text of each document acknowledged with 201 or 200, by id. */
export type Acknowledged = Map<string, string>;

/** Fixtures with endpoints of app_1 for transaction.created, one for each path of the receiver. */
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

/** Writes new receipts one after another until `stopped`. Awaits `between` after each response or failure. */
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

/** The number of deliveries to a path, by document id. */
export function received(receiver: Receiver, path: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const delivery of receiver.deliveries) {
    if (delivery.path !== path) continue;
    const { id } = (JSON.parse(delivery.body) as { data: { id: string } }).data;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Resolves once `done` returns true. Rejects with the text of `state` if that takes too long. */
export async function until(done: () => boolean | Promise<boolean>, state: () => unknown = () => ''): Promise<void> {
  const end = Date.now() + HUNG_MS;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`hangs: ${JSON.stringify(state())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Slightly longer than it takes for the deliveries to be counted again and for a process to read the new count, in ms.
 */
const GAUGES_MS = 3_500;

/** The number of pending deliveries, a few seconds old; NaN while the database is unreachable. */
async function pending(url: string): Promise<number> {
  const { text } = await client(url, '').call('GET', '/metrics');
  return Number(/^receipts_outbox_pending_deliveries (\S+)$/m.exec(text)![1]);
}

/** Resolves once no delivery is pending. */
export async function drained(url: string): Promise<void> {
  // Waits before reading the first number, so that the number includes the last write.
  await sleep(GAUGES_MS);
  let left = NaN;
  await until(
    async () => (left = await pending(url)) === 0,
    () => `${left} deliveries are pending`,
  );
}

/** The number of acknowledged documents that have not been delivered, summed over the paths. */
export function missing(receiver: Receiver, paths: readonly string[], acknowledged: Acknowledged): number {
  return paths
    .map((path) => {
      const got = received(receiver, path);
      return [...acknowledged.keys()].filter((id) => !got.has(id)).length;
    })
    .reduce((sum, count) => sum + count, 0);
}

/** The text of each stored document, by id. */
export async function storedDocuments(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; stored: string }>(
    `SELECT id, ${storedText('t')} AS stored FROM transactions t`,
  );
  return new Map(await Promise.all(rows.map(async ({ id, stored }) => [id, await unpack(stored)] as const)));
}

/**
 * The number of incompletely stored documents: those with a separate event row, and those without exactly `endpoints`
 * deliveries. Looks up everything by key, because a survival run stores ten thousand documents.
 */
export async function halfStored(database: Database, endpoints: number): Promise<number> {
  const [row] = await database.query<{ broken: number }>(
    `SELECT (
       (SELECT count(*) FROM events)
       + (SELECT count(*) FROM transactions t WHERE t.coding IS NULL OR t.created_at IS NULL OR (
         SELECT count(*) FROM deliveries d WHERE d.business_id = t.business_id AND d.event_id = ${sqlEventId('t.id')}
       ) <> $1::integer)
     )::integer AS broken`,
    [endpoints],
  );
  return row!.broken;
}
