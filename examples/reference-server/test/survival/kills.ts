import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import type { Role } from '../../src/config.js';
import { describeOn, testDatabase, type TestDatabase } from '../support/databases.js';
import { standBy, type ServerProcess, type StandbyProcess } from '../support/processes.js';
import { seededRandom } from '../support/random.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import {
  drained,
  halfStored,
  storedDocuments,
  missing,
  until,
  withEndpoints,
  writeUntil,
  type Acknowledged,
} from './support.js';

const SEED = 20_261_121;
/** The number of kills: one in `npm test`, many in `npm run check:survival`. */
const ROUNDS = Number(process.env.KILLS ?? '1');
const CLIENTS = 8;
const PATHS = ['/one', '/two'];
/** The maximum number of concurrent attempts per endpoint, and thus of repeats that one kill can cause. */
const IN_FLIGHT = 8;
/** Short delays, because with the delays of production, a failed attempt on a busy machine would cost minutes. */
const DELIVERY_DELAYS_MS = '0,1000,1000,1000,1000,1000';

/**
 * Declares the test that runs `kill -9` at random moments on one kind of database.
 *
 * @param roles the roles of the processes; each round kills one of them
 */
export function declareKills(name: TestDatabase['name'], roles: readonly Role[] = ['all']): void {
  describeOn(name, `kill -9 of ${roles.join(', ')} on ${name}`, () => {
    const database = testDatabase(name);
    const random = seededRandom(SEED);
    let receiver: Receiver;
    const servers: ServerProcess[] = [];
    /** The next replacement for each process. */
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

    it(`loses nothing in ${ROUNDS} rounds (seed ${SEED})`, { timeout: ROUNDS * HUNG_MS }, async () => {
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
          // Every other client retries requests that got no response.
          { retries: i % 2 === 0, between: () => sleep(random() * 20) },
        ),
      );
      for (let round = 0; round < ROUNDS; round += 1) {
        // Kills the process at any point in its work, however fast the machine is.
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
      // This includes attempts that a kill interrupted: they are due again when their lease ends.
      await drained(servers[0]!.url);
      expect(missing(receiver, PATHS, acknowledged)).toBe(0);
      expect(await Promise.all(servers.map((process) => process.end('SIGTERM')))).toEqual(roles.map(() => 0));

      const opened = await database.open();
      const stored = await storedDocuments(opened);
      expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
      expect(await halfStored(opened, PATHS.length)).toBe(0);
      // At each kill, each client may have had one request open, whose document was stored but not acknowledged.
      expect(stored.size - acknowledged.size).toBeLessThanOrEqual(CLIENTS * ROUNDS);

      const again = PATHS.map((path) => repeatsPerKill(receiver, path, kills));
      if (ROUNDS > 1) tell(acknowledged.size, stored.size, again);
      expect(again.flatMap((counts) => [...counts]).filter(([kill, count]) => kill < 0 || count > IN_FLIGHT)).toEqual(
        [],
      );
    });
  });
}

/** The number of repeated deliveries by the kill that caused them, or by −1 if no kill did. */
function repeatsPerKill(receiver: Receiver, path: string, kills: readonly number[]): Map<number, number> {
  const last = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const { path: of, eventId, at } of receiver.deliveries) {
    if (of !== path) continue;
    const before = last.get(eventId);
    last.set(eventId, at);
    if (before === undefined) continue;
    // A request sent before the kill may arrive after it, if this process is busy starting another server.
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
