import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { client } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { received, until, withEndpoints } from './support.js';

const PATHS = ['/one', '/two', '/three', '/four'];
/**
 * The number of attempts in progress per endpoint under load, all by the worker that has leased the endpoint's queue.
 */
const ENDPOINT_SLOTS = 4;
/** The maximum number of attempts in progress for these endpoints. */
const IN_FLIGHT = ENDPOINT_SLOTS * PATHS.length;

onDatabases(['postgres', 'citus'], (database) => {
  let hold: Promise<unknown> = Promise.resolve();
  let receiver: Receiver;
  let apis: ServerProcess[];
  let workers: ServerProcess[];
  let opened: Database;

  beforeAll(async () => {
    opened = await database.open();
    receiver = await startReceiver(() => hold.then(() => 200));
    const fixtures = withEndpoints(receiver, PATHS);
    const start = (ROLE: string) =>
      startProcess({ ...database.env, ROLE, ENDPOINT_SLOTS: String(ENDPOINT_SLOTS) }, fixtures);
    // All start at once, so that they also migrate and load the fixtures concurrently.
    const started = await Promise.all(['api', 'api', 'worker', 'worker'].map(start));
    apis = started.slice(0, 2);
    workers = started.slice(2);
  });
  afterAll(async () => {
    await Promise.all([...apis, ...workers].map((process) => process.end('SIGKILL')));
    await receiver.close();
  });

  it('two api and two worker processes deliver each event once, and if one worker is killed, the other takes over', async () => {
    const first = await write(200);
    const complete = (ids: readonly string[]) =>
      PATHS.every((path) => {
        const got = received(receiver, path);
        return ids.every((id) => got.has(id));
      });
    await until(() => complete(first));
    expect(receiver.deliveries).toHaveLength(first.length * PATHS.length);

    let release: () => void = () => undefined;
    hold = new Promise<void>((resolve) => (release = resolve));
    const before = receiver.deliveries.length;
    const second = await write(40);
    const open = () => receiver.deliveries.length - before;
    await until(() => open() === IN_FLIGHT, open);
    const leased = await leasedBy();
    expect(leased.reduce((sum, count) => sum + count, 0)).toBe(PATHS.length);
    // Kills the worker with more queues, because the other worker may have none.
    const [dies, lives] = leased[0]! >= leased[1]! ? [0, 1] : [1, 0];
    const unanswered = leased[dies]! * ENDPOINT_SLOTS;
    expect(await workers[dies]!.end('SIGKILL')).toBeNull();
    release();

    await until(() => complete(second) && repeats() === unanswered, repeats);
    // Only attempts whose response the killed worker did not see are repeated.
    await until(async () => (await pending()) === 0);
    expect(
      [...first, ...second]
        .flatMap((id) => PATHS.map((path) => received(receiver, path).get(id)!))
        .filter((count) => count > 1),
    ).toEqual(Array.from({ length: unanswered }, () => 2));
    // A worker serves /healthz, but not the API.
    const worker = client(workers[lives]!.url, TOKENS.writer);
    expect((await worker.call('GET', '/healthz')).status).toBe(200);
    expect((await worker.list()).status).toBe(404);
    expect(await workers[lives]!.end('SIGTERM')).toBe(0);
    // A process with the role api does not deliver.
    const delivered = receiver.deliveries.length;
    await write(1);
    await sleep(1_000);
    expect(receiver.deliveries).toHaveLength(delivered);
    expect(await pending()).toBe(PATHS.length);
    expect(await Promise.all(apis.map((api) => api.end('SIGTERM')))).toEqual([0, 0]);
  });

  async function write(count: number): Promise<string[]> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => client(apis[i % 2]!.url, TOKENS.writer).post(receipt())),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    return answers.map(({ json }) => (json as { id: string }).id);
  }

  function repeats(): number {
    return PATHS.flatMap((path) => [...received(receiver, path).values()]).reduce((sum, count) => sum + count - 1, 0);
  }

  /** The number of queues that each worker has leased. */
  async function leasedBy(): Promise<number[]> {
    const rows = await opened.query<{ worker: string }>(
      'SELECT worker FROM endpoint_queues WHERE worker IS NOT NULL AND look_at > now()',
    );
    return workers.map(({ pid }) => rows.filter(({ worker }) => worker.endsWith(`:${pid}`)).length);
  }

  async function pending(): Promise<number> {
    const [row] = await opened.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM deliveries WHERE state <> 'delivered'`,
    );
    return row!.n;
  }
});
