import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../src/config.js';
import { describeOn, testDatabase, type TestDatabase } from '../support/databases.js';
import { standBy, type ServerProcess, type StandbyProcess } from '../support/processes.js';
import { seededRandom } from '../support/random.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { drained, halfStored, missing, until, withEndpoints, writeUntil, type Acknowledged } from './support.js';

const SEED = 20_261_121;
/** One by one in `npm test`; `npm run check:survival` makes many. */
const ROUNDS = Number(process.env.KILLS ?? '1');
const CLIENTS = 8;
const PATHS = ['/one', '/two'];
/** Concurrent attempts for one endpoint: the most that one kill can cause to be repeated. */
const IN_FLIGHT = 8;
/** Retries an attempt that failed on a busy machine soon: with the production delays, the test would take minutes. */
const DELIVERY_DELAYS_MS = '0,1000,1000,1000,1000,1000';
/** Time limit in milliseconds for a round, and for everything else, on a busy machine. */
const ROUND_MS = 30_000;
const REST_MS = 120_000;

/**
 * Declares the test of `kill -9` at random moments on one database.
 *
 * @param roles of the processes, of which each round kills one
 */
export function declareKills(name: TestDatabase['name'], roles: readonly Role[] = ['all']): void {
  describeOn(name, `kill -9 of ${roles.join(', ')} on ${name}`, () => {
    const database = testDatabase(name);
    const random = seededRandom(SEED);
    let receiver: Receiver;
    const servers: ServerProcess[] = [];
    /** The replacement for each killed process. */
    const next: StandbyProcess[] = [];

    beforeAll(async () => {
      await database.create();
      receiver = await startReceiver(() => sleep(random() * 60, 200));
    });
    afterAll(async () => {
      await Promise.all(next.map((process) => process.end()));
      await Promise.all(servers.map((process) => process.end('SIGKILL')));
      await receiver.close();
      await database.dispose();
    });

    it(`loses nothing in ${ROUNDS} rounds (seed ${SEED})`, { timeout: REST_MS + ROUNDS * ROUND_MS }, async () => {
      const acknowledged: Acknowledged = new Map();
      const kills: number[] = [];
      const fixtures = withEndpoints(receiver, PATHS);
      const env = { ...database.env, ENDPOINT_SLOTS: String(IN_FLIGHT), DELIVERY_DELAYS_MS };
      const start = async (i: number) => {
        next[i] ??= await standBy({ ...env, ROLE: roles[i] }, fixtures);
        servers[i] = await next[i].start();
        next[i] = await standBy({ ...env, ROLE: roles[i] }, fixtures);
      };
      for (const i of roles.keys()) await start(i);
      const apis = [...roles.keys()].filter((i) => roles[i] !== 'worker');

      let stopped = false;
      const writers = Array.from({ length: CLIENTS }, (_, i) =>
        writeUntil(
          () => stopped,
          () => servers[apis[i % apis.length]!]!.url,
          acknowledged,
          // Some clients retry requests without a response, others do not.
          { retries: i % 2 === 0, between: () => sleep(random() * 20) },
        ),
      );
      for (let round = 0; round < ROUNDS; round += 1) {
        // At any point in the work, however fast the machine is.
        const enough = acknowledged.size + random() * 30;
        await until(() => acknowledged.size > enough);
        await sleep(random() * 50);
        kills.push(Date.now());
        const killed = Math.floor(random() * roles.length);
        expect(await servers[killed]!.end('SIGKILL')).toBeNull();
        await start(killed);
      }
      stopped = true;
      await Promise.all(writers);

      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      // Including attempts interrupted by a kill: they are due again when their lease ends.
      await drained(servers[0]!.url, REST_MS / 2);
      expect(missing(receiver, PATHS, acknowledged)).toBe(0);
      expect(await Promise.all(servers.map((process) => process.end('SIGTERM')))).toEqual(roles.map(() => 0));

      const opened = await database.open();
      const rows = await opened.query<{ id: string; body: string }>('SELECT id, body FROM transactions');
      const stored = new Map(rows.map(({ id, body }) => [id, body]));
      expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
      expect(await halfStored(opened, PATHS.length)).toBe(0);
      // The number of unacknowledged writes is at most what each client can have had open at each kill.
      expect(stored.size - acknowledged.size).toBeLessThanOrEqual(CLIENTS * ROUNDS);

      const again = PATHS.map((path) => repeatsPerKill(receiver, path, kills));
      if (ROUNDS > 1) tell(acknowledged.size, stored.size, again);
      expect(again.flatMap((counts) => [...counts]).filter(([kill, count]) => kill < 0 || count > IN_FLIGHT)).toEqual(
        [],
      );
    });
  });
}

/** The number of deliveries repeated because of each kill; −1 if there was no kill. */
function repeatsPerKill(receiver: Receiver, path: string, kills: readonly number[]): Map<number, number> {
  const last = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const { path: of, eventId, at } of receiver.deliveries) {
    if (of !== path) continue;
    const before = last.get(eventId);
    last.set(eventId, at);
    if (before === undefined) continue;
    // A request sent before the kill may arrive after it if this process is busy starting another server.
    const kill = kills.findIndex((time) => time >= before - 1000 && time < at);
    repeats.set(kill, (repeats.get(kill) ?? 0) + 1);
  }
  return repeats;
}

/** The figures for docs/internals/proof.md. */
function tell(acknowledged: number, stored: number, again: readonly Map<number, number>[]): void {
  const counts = again.flatMap((kills) => [...kills.values()]);
  const repeated = counts.reduce((sum, count) => sum + count, 0);
  console.log(JSON.stringify({ acknowledged, stored, repeated, mostOfOneKill: Math.max(0, ...counts) }));
}
