import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';

/** The noisy tenant's number of connections, and the quiet tenant's number of writes in each measurement. */
const NOISY = 400;
const WRITES = 80;

/** The maximum factor by which the noisy tenant may increase the quiet tenant's response times. */
const MAX = 5;

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const quietDocument = () => JSON.stringify({ ...receipt(), vendor: { id: 'biz_2' } });

/** The durations of consecutive writes in milliseconds, sorted. */
async function quietWrites(url: string): Promise<number[]> {
  const pool = new Pool(url, { connections: 1 });
  const times: number[] = [];
  for (let i = 0; i < WRITES; i += 1) {
    const body = quietDocument();
    const at = performance.now();
    const answer = await pool.request({
      path: '/v1/transactions',
      method: 'POST',
      headers: headersOf(TOKENS.writerOfBiz2),
      body,
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(201);
    times.push(performance.now() - at);
    await sleep(10);
  }
  await pool.close();
  return times.sort((a, b) => a - b);
}

/** Runs `work` while NOISY connections send one request after another. Also counts the statuses of their responses. */
async function beside<T>(url: string, path: string, work: () => Promise<T>) {
  const pool = new Pool(url, { connections: NOISY });
  const statuses: Record<number, number> = {};
  let stopped = false;
  const loops = Array.from({ length: NOISY }, async () => {
    while (!stopped) {
      const body = JSON.stringify(receipt());
      const answer = await pool.request({ path, method: 'POST', headers: headersOf(TOKENS.writer), body });
      await answer.body.dump();
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }
  });
  await sleep(1_000);
  const result = await work();
  stopped = true;
  await Promise.all(loops);
  await pool.close();
  return { result, statuses };
}

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)]!;

let server: ServerProcess | undefined;
afterEach(() => server?.end('SIGKILL'));

onDatabases(['postgres'], (database) => {
  it('a tenant with 400 writers delays another tenant less than five times as much as 400 clients that request an unknown path', async () => {
    server = await startProcess(database.env, fixtures());
    const { url } = server;
    const alone = await quietWrites(url);
    const control = await beside(url, '/v1/nothing', () => quietWrites(url));
    const noisy = await beside(url, '/v1/transactions', () => quietWrites(url));
    const ready = await fetch(`${url}/readyz`);
    const figures = [alone, control.result, noisy.result].map((times) => [at(times, 0.5), at(times, 0.99)]);
    console.log(database.name, 'ms, p50 and p99: alone, beside 404, beside writes:', JSON.stringify(figures));
    console.log(database.name, 'the noisy tenant:', JSON.stringify(noisy.statuses));
    expect(ready.status).toBe(200);
    // Every request from the noisy tenant was stored or rate limited.
    expect(Object.keys(noisy.statuses).filter((status) => !['201', '429'].includes(status))).toEqual([]);
    expect(noisy.statuses[429]).toBeGreaterThan(0);
    expect(at(noisy.result, 0.5)).toBeLessThan(MAX * at(control.result, 0.5));
    expect(at(noisy.result, 0.99)).toBeLessThan(MAX * at(control.result, 0.99));
  });
});
