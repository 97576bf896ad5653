import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookVerifier, memoryNonceStore } from 'receipt-rule-packs/webhook';
import { ATTEMPTS, DEFAULT_DELAYS_MS, nextState } from '../../src/delivery/schedule.js';
import { client } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('States and transitions', () => {
  it.each([
    ['attempt 1', 'non-2xx or no answer', 'attempt 2', 30 * SECOND],
    ['attempt 2', 'non-2xx or timeout', 'attempt 3', 5 * MINUTE],
    ['attempt 3', 'non-2xx or timeout', 'attempt 4', 30 * MINUTE],
    ['attempt 4', 'non-2xx or timeout', 'attempt 5', 2 * HOUR],
    ['attempt 5', 'non-2xx or timeout', 'attempt 6', 12 * HOUR],
  ])('%s: %s → %s after a wait', (state, _, next, inMs) => {
    expect(nextState(number(state), false, DEFAULT_DELAYS_MS)).toEqual({ state: 'pending', inMs });
    expect(number(next)).toBe(number(state) + 1);
  });

  it('attempt 6: non-2xx or timeout → failed', () => {
    expect(nextState(6, false, DEFAULT_DELAYS_MS)).toEqual({ state: 'failed' });
    expect(ATTEMPTS).toBe(6);
  });

  it.each([1, 2, 3, 4, 5, 6])('attempt %i: 2xx → delivery complete', (attempt) => {
    expect(nextState(attempt, true, DEFAULT_DELAYS_MS)).toEqual({ state: 'delivered' });
  });

  it('attempt 1 starts without a delay', () => {
    expect(DEFAULT_DELAYS_MS[0]).toBe(0);
  });
});

/** Delays that are short enough for a test, but different enough to be told apart. */
const DELAYS_MS = [0, 50, 100, 150, 200, 250];
const SECRET = 'whsec_schedule';
/** Endpoints by their responses: `/on-3` answers 204 to the third attempt. */
const PATHS = ['/never', '/redirect', '/on-1', '/on-2', '/on-3', '/on-4', '/on-5', '/on-6'];

anyDatabase((database) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(({ path }, earlier) => {
      if (path === '/redirect') return 307;
      return path === `/on-${earlier + 1}` ? 204 : 500;
    });
  });
  afterAll(() => receiver.close());
  const running = serverFor(
    database,
    () =>
      fixtures(
        PATHS.map((path) => ({
          id: `ep_${path.slice(1)}`,
          appId: 'app_1',
          url: receiver.url(path),
          secret: SECRET,
          events: ['transaction.created'],
        })),
      ),
    { DELIVERY_DELAYS_MS: DELAYS_MS.join(',') },
  );
  const attemptsAt = (path: string) => receiver.deliveries.filter((delivery) => delivery.path === path);

  let startedAt: number;
  beforeAll(async () => {
    startedAt = Date.now();
    expect((await client(running.url, TOKENS.writer).post(receipt())).status).toBe(201);
    await Promise.all(['/never', '/redirect', '/on-6'].map((path) => receiver.until(6, { path })));
    // By the end of this pause, a seventh attempt would have been made.
    await sleep(600);
  });

  it.each([
    ['/on-1', 1, 'delivered'],
    ['/on-2', 2, 'delivered'],
    ['/on-3', 3, 'delivered'],
    ['/on-4', 4, 'delivered'],
    ['/on-5', 5, 'delivered'],
    ['/on-6', 6, 'delivered'],
    ['/never', 6, 'failed'],
    ['/redirect', 6, 'failed'],
  ])('the endpoint %s gets %i attempts, and then the delivery is %s', async (path, count, state) => {
    expect(attemptsAt(path)).toHaveLength(count);
    const rows = await running.server.database.query(
      'SELECT state, attempts, finished_at IS NOT NULL AS finished FROM deliveries WHERE endpoint_id = $1',
      [`ep_${path.slice(1)}`],
    );
    expect(rows).toEqual([{ state, attempts: count, finished: true }]);
  });

  it('waits before each attempt, counting from the end of the previous attempt', () => {
    const times = attemptsAt('/never').map(({ at }) => at);
    const waits = times.slice(1).map((at, i) => at - times[i]!);
    // Each of the two clocks may truncate its time by up to a millisecond.
    expect(waits.filter((wait, i) => wait < DELAYS_MS[i + 1]! - 2)).toEqual([]);
  });

  it('logs every attempt with its status and error class', async () => {
    const logged = await running.server.database.query(
      'SELECT attempt, round, status, error_class, address FROM attempts WHERE endpoint_id = $1 ORDER BY attempt',
      ['ep_redirect'],
    );
    const one = { round: 1, status: 307, error_class: 'redirect', address: '127.0.0.1' };
    expect(logged).toEqual([1, 2, 3, 4, 5, 6].map((attempt) => ({ attempt, ...one })));
  });

  it('every attempt has a new nonce, the same bytes and a valid signature', async () => {
    const attempts = attemptsAt('/never');
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    // The nonce store rejects a nonce that it has seen before.
    const verifier = createWebhookVerifier({ secrets: SECRET, nonceStore: memoryNonceStore() });
    for (const [i, { body, headers, at }] of attempts.entries()) {
      expect(headers).toMatchObject({ 'service-event': 'transaction.created', 'content-type': 'application/json' });
      const { eventId, type, businessId } = await verifier.verify(body, headers);
      expect({ eventId, type, businessId }).toEqual({
        eventId: attempts[0]!.eventId,
        type: 'transaction.created',
        businessId: 'biz_1',
      });
      // Signed after the previous attempt, and before this one arrived. Signatures have whole seconds.
      const t = Number(/t=(\d+)/.exec(String(headers['service-signature']))![1]);
      expect(t).toBeGreaterThanOrEqual(Math.floor((attempts[i - 1]?.at ?? startedAt) / 1000));
      expect(t).toBeLessThanOrEqual(at / 1000);
    }
  });
});

function number(state: string): number {
  return Number(state.replace('attempt ', ''));
}
