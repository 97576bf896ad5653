/** Tests the follower against the in-memory service: with and without an event feed, and with all kinds of failures. */
import fc from 'fast-check';
import { createRegistry, type StoredTransaction } from 'receipt-rule-packs';
import {
  createClient,
  createFollower,
  ServiceError,
  type Fetch,
  type FollowerOptions,
  type FollowerState,
} from 'receipt-rule-packs/client';
import { complete } from 'receipt-rule-packs/complete';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';
import { fakeService, type Fault } from 'receipt-rule-packs/testing/service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gate } from '../support/gate.js';

const registry = createRegistry([noReceipt1]);
const shop = registry.shop({ country: 'NO' });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-01T09:00:00Z');

/** Starts a service, and a follower that reads from it. The clock stands still unless the test moves it. */
function start({ eventsFeed = false, ...options }: Partial<FollowerOptions> & { eventsFeed?: boolean } = {}) {
  let feed = eventsFeed;
  const withFeed = fakeService(registry, [{ id: 'biz_1', name: 'Corner shop', country: 'NO' }], { eventsFeed: true });
  const paths: string[] = [];
  /** Called before the service carries out each request. */
  const during = { request: async (_path: string): Promise<void> => undefined };
  const fetch: Fetch = async (url, init) => {
    const path = url.slice('https://service.example'.length);
    if (init.method === 'GET') {
      paths.push(path);
      await during.request(path);
    }
    if (path.startsWith('/v1/events') && !feed) {
      return Response.json({ error: { code: 'not_found', message: 'no' } }, { status: 404 });
    }
    return withFeed.fetch(url, init);
  };
  const clientOf = (backoffMs: number[]) =>
    createClient({ baseUrl: 'https://service.example', token: 'svc_1', backoffMs, fetch });
  const till = clientOf([]);
  let state: string | undefined;
  const handled: string[] = [];
  const store = {
    load: async () => (state === undefined ? undefined : (JSON.parse(state) as FollowerState)),
    save: async (next: FollowerState) => void (state = JSON.stringify(next)),
  };
  const given: FollowerOptions = {
    client: clientOf([0]),
    store,
    onTransaction: ({ source }) => handled.push(source.externalId),
    ...options,
  };
  let sold = 0;
  return {
    follower: createFollower(given),
    given,
    handled,
    paths,
    during,
    fail: (...faults: Fault[]) => withFeed.fail(...faults),
    setFeed: (on: boolean) => (feed = on),
    forget: () => (state = undefined),
    state: store.load,
    stored: () => withFeed.stored.map(({ source }) => source.externalId),
    /** Makes a sale that the till sends `lateMs` after the sale took place. */
    async sell(lateMs = 0): Promise<StoredTransaction> {
      const number = `${++sold}`;
      const sale = complete(shop, {
        receiptNumber: number,
        timestamp: new Date(Date.now() - lateMs).toISOString(),
        currency: 'NOK',
        vendor: { id: 'biz_1' },
        items: [{ name: 'Mug', unitPrice: 14950, taxRate: 25 }],
        tax: { pricesIncludeTax: true },
        payment: { method: 'card' },
        source: { platform: 'pos', externalId: number },
      });
      if (!sale.valid) throw new Error(sale.error.message);
      const sent = await till.send(sale.transaction);
      if (sent.outcome !== 'stored') throw new Error(sent.outcome);
      return sent.transaction;
    },
  };
}

const eventOf = (data: StoredTransaction) => ({
  eventId: `evt_${data.id}`,
  schemaVersion: '2.1',
  type: 'transaction.created' as const,
  businessId: 'biz_1',
  createdAt: data.createdAt,
  data,
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const sorted = (numbers: Iterable<string>) => [...new Set(numbers)].sort((a, b) => Number(a) - Number(b));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a follower without a feed', () => {
  it('reads everything first, and later only the part that tills may have sent late', async () => {
    const { follower, sell, handled, state } = start();
    for (let i = 0; i < 120; i++) await sell(i * HOUR);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 120 });
    expect(sorted(handled).length).toBe(120);
    handled.length = 0;
    pass(DAY);
    await sell();
    await sell(7 * DAY);
    await sell(9 * DAY);
    const { complete } = await follower.catchUp();
    expect(complete).toBe(false);
    expect(handled).toEqual(expect.arrayContaining(['121', '122']));
    expect(handled).not.toContain('123');
    expect(await state()).toMatchObject({ since: START + DAY });
    expect(await follower.catchUp({ all: true })).toEqual({ complete: true, handled: 123 });
    expect(handled).toContain('123');
  });

  it('reads no further back than lateMs', async () => {
    const { follower, sell, paths } = start({ lateMs: 10 * HOUR });
    for (let i = 0; i < 120; i++) await sell(i * HOUR);
    await follower.catchUp();
    paths.length = 0;
    expect(await follower.catchUp()).toEqual({ complete: false, handled: 11 });
    expect(paths).toEqual(['/v1/events?limit=50&after=latest', '/v1/transactions?limit=50']);
  });

  it('resumes an interrupted list without missing documents stored meanwhile', async () => {
    const { follower, sell, during, handled, paths } = start();
    for (let i = 0; i < 120; i++) await sell(i * HOUR);
    during.request = async (path) => {
      if (path.includes('startAfter')) throw new Error('connection reset');
    };
    await expect(follower.catchUp()).rejects.toMatchObject({ outcome: 'unknown' });
    expect(handled.length).toBe(50);
    during.request = async () => undefined;
    await sell();
    await sell(3 * HOUR);
    paths.length = 0;
    expect((await follower.catchUp()).complete).toBe(false);
    expect(paths[1]).toContain('startAfter=txn_50');
    expect(sorted(handled).length).toBe(122);
  });

  it('fails, and keeps its position, each time that the rest of the list cannot be read', async () => {
    const { follower, sell, during, handled, state } = start();
    for (let i = 0; i < 60; i++) await sell(i * HOUR);
    during.request = async (path) => {
      if (path.includes('startAfter')) throw new Error('connection reset');
    };
    for (let i = 0; i < 2; i++) {
      await expect(follower.catchUp()).rejects.toMatchObject({ outcome: 'unknown' });
      expect(await state()).toMatchObject({ startAfter: 'txn_50' });
    }
    expect(handled.length).toBe(50);
  });

  it('remembers when it began to read the list, not what was stored meanwhile', async () => {
    const { follower, sell, during, handled } = start({ lateMs: HOUR / 6 });
    for (let i = 0; i < 60; i++) await sell(i * HOUR);
    during.request = async (path) => {
      if (path.includes('startAfter')) throw new Error('connection reset');
    };
    await expect(follower.catchUp()).rejects.toMatchObject({ outcome: 'unknown' });
    during.request = async () => undefined;
    pass(HOUR);
    await sell();
    pass(HOUR);
    // Belongs to the rest of the list, although it was stored last.
    await sell(57.5 * HOUR);
    await follower.catchUp();
    expect(handled).toEqual(expect.arrayContaining(['61', '62']));
  });

  it('advances to the newest document even if it rereads the whole list', async () => {
    const { follower, sell, state } = start();
    await sell();
    await follower.catchUp();
    expect(await state()).toMatchObject({ since: START });
    pass(HOUR);
    await sell();
    expect(await follower.catchUp()).toEqual({ complete: false, handled: 2 });
    expect(await state()).toMatchObject({ since: START + HOUR });
  });

  it('remembers no time in the future, if the clock of the service was fast', async () => {
    const { follower, sell, state } = start();
    pass(HOUR);
    await sell();
    pass(-HOUR);
    await follower.catchUp();
    expect(await state()).toMatchObject({ since: START });
  });

  it("starts over if the service does not know the follower's cursor", async () => {
    const { follower, sell, given, handled } = start();
    await sell();
    await given.store.save({ startAfter: 'txn_of_another' });
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
    expect(handled).toEqual(['1']);
    await given.store.save({ startAfter: 'txn_of_another', since: START });
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
  });
});

describe('a follower with a feed', () => {
  it('misses no document, however late it was sent', async () => {
    const { follower, sell, handled, paths } = start({ eventsFeed: true });
    for (let i = 0; i < 60; i++) await sell(i * HOUR);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 60 });
    pass(HOUR);
    paths.length = 0;
    await sell(300 * DAY);
    for (let i = 0; i < 60; i++) await sell(i * DAY);
    handled.length = 0;
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 61 });
    expect(handled).toEqual(Array.from({ length: 61 }, (_, i) => `${61 + i}`));
    expect(paths.every((path) => path.startsWith('/v1/events'))).toBe(true);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 0 });
  });

  it('skips events of other types', async () => {
    const { sell, given, handled } = start({ eventsFeed: true });
    const other = { ...eventOf(await sell()), type: 'transaction.deleted' as 'transaction.created' };
    const created = eventOf(await sell());
    const { client } = given;
    const follower = createFollower({
      ...given,
      client: {
        ...client,
        async *events(query) {
          for await (const page of client.events(query)) yield { ...page, data: [other, created] };
        },
      },
    });
    await follower.catchUp();
    handled.length = 0;
    pass(HOUR);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
    expect(handled).toEqual(['2']);
  });

  it('fails for a transaction without an id, which it could not keep apart from others', async () => {
    const { follower, sell, handled } = start();
    const { id, ...rest } = await sell();
    expect(id).toMatch(/^txn_/);
    await expect(follower.onEvent(eventOf(rest as StoredTransaction))).rejects.toThrow();
    expect(handled).toEqual([]);
  });

  it('knows how far it has read if the service then stops offering the feed', async () => {
    const { follower, sell, state } = start({ eventsFeed: true });
    await sell();
    await follower.catchUp();
    pass(HOUR);
    await sell();
    await follower.catchUp();
    expect(await state()).toMatchObject({ since: START + HOUR });
  });

  it('finds documents stored while the follower reads the list', async () => {
    const { follower, sell, during, handled } = start({ eventsFeed: true });
    for (let i = 0; i < 60; i++) await sell(i * HOUR);
    let late = 0;
    during.request = async (path) => {
      if (path.includes('startAfter') && late++ === 0) await sell(HOUR / 2);
    };
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 61 });
    expect(handled.at(-1)).toBe('61');
  });

  it.each([2 * DAY, -2 * DAY])(
    'reads the list again after %i ms, because the feed may have lost events',
    async (ms) => {
      const { follower, sell, handled, state } = start({ eventsFeed: true });
      await sell();
      await follower.catchUp();
      const before = await state();
      pass(ms);
      await sell();
      handled.length = 0;
      expect(await follower.catchUp()).toEqual({ complete: true, handled: 2 });
      expect(sorted(handled)).toEqual(['1', '2']);
      expect(await state()).toMatchObject({ readAt: before!.readAt! + ms });
    },
  );

  it.each([DAY, -DAY])('reads only the feed after %i ms, for which the service keeps events', async (ms) => {
    const { follower, sell } = start({ eventsFeed: true });
    await sell();
    await follower.catchUp();
    pass(ms);
    await sell();
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
  });

  it('reads only the feed, for as long as no two calls are more than a day apart', async () => {
    const { follower, sell, paths } = start({ eventsFeed: true });
    await sell();
    await follower.catchUp();
    paths.length = 0;
    for (let i = 0; i < 3; i++) {
      pass(20 * HOUR);
      await sell();
      expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
    }
    expect(paths.every((path) => path.startsWith('/v1/events'))).toBe(true);
  });

  it('measures the time from the last complete read of the feed', async () => {
    const { follower, sell, during, given, state } = start({ eventsFeed: true });
    await follower.catchUp();
    for (let i = 0; i < 60; i++) await sell();
    pass(20 * HOUR);
    let asked = 0;
    during.request = async () => {
      if (++asked > 1) throw new Error('connection reset');
    };
    await expect(follower.catchUp()).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await state()).toMatchObject({ readAt: START, cursor: 'feed-50' });
    during.request = async () => undefined;
    pass(20 * HOUR);
    const again = createFollower(given);
    expect(await again.catchUp()).toEqual({ complete: true, handled: 60 });
  });

  it('fails, and reads nothing, if the feed does not respond', async () => {
    const { follower, sell, during, handled, state } = start({ eventsFeed: true });
    await sell();
    during.request = async (path) => {
      if (path.includes('latest')) throw new Error('connection reset');
    };
    await expect(follower.catchUp()).rejects.toMatchObject({ outcome: 'unknown' });
    expect([handled, await state()]).toEqual([[], undefined]);
  });

  it('reads the list again if the service does not know the cursor', async () => {
    const { follower, sell, given } = start({ eventsFeed: true });
    await sell();
    await given.store.save({ cursor: '0-1-evt_of_another', readAt: START });
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
  });

  it('keeps the cursor while the feed is unavailable', async () => {
    const { follower, sell, setFeed, handled } = start({ eventsFeed: true });
    await sell();
    await follower.catchUp();
    setFeed(false);
    await sell(20 * DAY);
    expect((await follower.catchUp()).complete).toBe(false);
    expect(handled).not.toContain('2');
    setFeed(true);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
    expect(handled.at(-1)).toBe('2');
  });

  it('keeps the cursor if the whole list is read meanwhile', async () => {
    const { follower, sell, setFeed } = start({ eventsFeed: true });
    await sell();
    await follower.catchUp();
    setFeed(false);
    await sell(20 * DAY);
    expect(await follower.catchUp({ all: true })).toEqual({ complete: true, handled: 2 });
    setFeed(true);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 1 });
  });

  it.each([
    ['refused', 404, true],
    ['forbidden', 403, true],
    ['unauthorized', 401, false],
    ['unknown', 503, false],
  ] as const)('reads the list only if the service has no feed: %s', async (outcome, status, isRead) => {
    const { sell, given, handled } = start();
    await sell();
    const error = new ServiceError(outcome, status, undefined);
    const events = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) });
    const caughtUp = createFollower({ ...given, client: { ...given.client, events } }).catchUp();
    if (isRead) expect(await caughtUp).toEqual({ complete: true, handled: 1 });
    else await expect(caughtUp).rejects.toBe(error);
    expect(handled.length).toBe(isRead ? 1 : 0);
  });

  it('uses the feed as soon as the service offers one, after reading the whole list', async () => {
    const { follower, sell, setFeed } = start();
    await sell();
    await follower.catchUp();
    await sell(20 * DAY);
    setFeed(true);
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 2 });
    expect(await follower.catchUp()).toEqual({ complete: true, handled: 0 });
  });
});

describe('onEvent', () => {
  it('handles only transaction events', async () => {
    const { follower, sell, handled } = start();
    const stored = await sell();
    await follower.onEvent(eventOf(stored));
    await follower.onEvent({ ...eventOf(stored), type: 'source.connected', data: { source: 'pos' } as never });
    expect(handled).toEqual(['1']);
  });

  it('never handles the same transaction twice at once', async () => {
    const { opened, open } = gate();
    const onTransaction = vi.fn(() => opened);
    const { follower, sell } = start({ onTransaction });
    const stored = await sell();
    const both = Promise.all([follower.onEvent(eventOf(stored)), follower.catchUp()]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onTransaction).toHaveBeenCalledTimes(1);
    open();
    expect((await both)[1]).toEqual({ complete: true, handled: 1 });
    await follower.onEvent(eventOf(stored));
    expect(onTransaction).toHaveBeenCalledTimes(2);
  });

  it('rejects with the error of onTransaction, and for a transaction without an id', async () => {
    const error = new Error('database away');
    const { follower, sell } = start({
      onTransaction: () => {
        throw error;
      },
    });
    const stored = await sell();
    await expect(follower.onEvent(eventOf(stored))).rejects.toBe(error);
    await expect(follower.catchUp()).rejects.toBe(error);
    await expect(follower.onEvent(eventOf({ ...stored, id: undefined as never }))).rejects.toThrow(Error);
  });
});

it('a follower runs one catchUp after another, and stops when the signal aborts', async () => {
  const { follower, sell, during, paths } = start({ eventsFeed: true });
  await sell();
  const reason = new Error('closing');
  const control = new AbortController();
  during.request = async (path) => {
    if (path.startsWith('/v1/transactions')) control.abort(reason);
  };
  const first = follower.catchUp({ signal: control.signal });
  const second = follower.catchUp();
  await expect(first).rejects.toBe(reason);
  expect(await second).toEqual({ complete: true, handled: 1 });
  // The second call resumed the list that the first had started.
  expect(paths.filter((path) => path.includes('latest')).length).toBe(1);
});

describe('a follower, whatever fails,', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ sell: fc.integer({ min: 0, max: 6 * 24 }), delivered: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 20 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({ catchUp: fc.constantFrom('whole', 'cut', 'handler', 'store', 'sell', 'killed') }),
    },
    { weight: 1, arbitrary: fc.record({ feed: fc.boolean() }) },
  );

  it.each([true, false])('handles every transaction, with a feed at the end: %s', async (isFed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(), async (steps, seed) => {
        vi.setSystemTime(START);
        let [handlerFails, storeFails, left] = [false, false, Infinity];
        const handled: string[] = [];
        const service = start({
          eventsFeed: isFed,
          onTransaction: ({ source }) => {
            if (handlerFails || left-- <= 0) throw new Error('no');
            handled.push(source.externalId);
          },
        });
        const { save } = service.given.store;
        service.given.store.save = async (state) => {
          if (storeFails) throw new Error('no');
          await save(state);
        };
        let follower = createFollower(service.given);
        for (const [i, action] of steps.entries()) {
          if ('pass' in action) pass(action.pass * HOUR);
          else if ('feed' in action) service.setFeed(isFed && action.feed);
          else if ('sell' in action) {
            const stored = await service.sell(action.sell * HOUR);
            if (action.delivered) await follower.onEvent(eventOf(stored)).catch(() => undefined);
          } else {
            let requests = (seed + i) % 4;
            handlerFails = action.catchUp === 'handler';
            storeFails = action.catchUp === 'store';
            left = action.catchUp === 'killed' ? (seed + i) % 30 : Infinity;
            service.during.request = async () => {
              if (requests-- > 0) return;
              if (action.catchUp === 'cut') throw new Error('connection reset');
              if (action.catchUp === 'sell' && requests > -3) await service.sell((seed % 100) * HOUR);
            };
            await follower.catchUp().catch(() => undefined);
            service.during.request = async () => undefined;
            [handlerFails, storeFails, left] = [false, false, Infinity];
            if (action.catchUp === 'killed') follower = createFollower(service.given);
          }
        }
        service.setFeed(isFed);
        const { complete } = await follower.catchUp();
        expect(complete || !isFed).toBe(true);
        expect(sorted(handled)).toEqual(sorted(service.stored()));
      }),
      { numRuns: 60 },
    );
  });
});
