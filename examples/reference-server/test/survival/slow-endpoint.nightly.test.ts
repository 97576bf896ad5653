import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until, withEndpoints } from './support.js';

const PATHS = Array.from({ length: 20 }, (_, i) => `/${i}`);
const OTHERS = PATHS.slice(1);
/** Enough documents for the first attempts at the silent endpoint to reach their deadline of 10 s. */
const DOCUMENTS = 110;
const PACE_MS = 110;
/** The maximum wait for a healthy endpoint, in milliseconds. Behind a silent endpoint, it would wait for 10 s. */
const HEALTHY_MS = 1000;

eachDatabase((database) => {
  let isBlackHole = false;
  let receiver: Receiver;
  let server: ServerProcess;

  beforeAll(async () => {
    receiver = await startReceiver(({ path }) => (path === PATHS[0] && isBlackHole ? null : 200));
    server = await startProcess(database.env, withEndpoints(receiver, PATHS));
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await receiver.close();
  });

  /** Milliseconds from each event to its delivery to each of the other nineteen endpoints, sorted. */
  async function latencies(documents: number): Promise<number[]> {
    receiver.deliveries.length = 0;
    for (let i = 0; i < documents; i += 1) {
      expect((await client(server.url, TOKENS.writer).post(receipt())).status).toBe(201);
      await sleep(PACE_MS);
    }
    const atOthers = () => receiver.deliveries.filter(({ path }) => path !== PATHS[0]);
    await until(
      () => atOthers().length === documents * OTHERS.length,
      () => atOthers().length,
    );
    return atOthers()
      .map(({ at, body }) => at - Date.parse((JSON.parse(body) as { createdAt: string }).createdAt))
      .sort((a, b) => a - b);
  }

  it('one endpoint that never responds does not slow down nineteen others', async () => {
    await latencies(10);
    const without = figures(await latencies(DOCUMENTS / 2));
    isBlackHole = true;
    const withIt = figures(await latencies(DOCUMENTS));
    const said = JSON.stringify({ without, withIt });
    expect(withIt.p95, said).toBeLessThanOrEqual(Math.max(2 * without.p95, HEALTHY_MS));
  });
});

function figures(sorted: readonly number[]): { p50: number; p95: number } {
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  return { p50: at(0.5), p95: at(0.95) };
}
