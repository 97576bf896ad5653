import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  createOutbox,
  memoryStore,
  OutboxError,
  UsageError,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxPause,
  type OutboxRecord,
  type OutboxStore,
} from 'receipt-rule-packs/client';
import { describe, expect, it, vi } from 'vitest';
import { Entries, originalOf } from '../../src/client/outbox/entries.js';
import { refund, sale, startService, type Fault, type Service } from './support/service.js';

type Till = { outbox: Outbox; refused: OutboxEntry[]; pauses: OutboxPause[]; store: OutboxStore };

function tillOf({ client }: Pick<OutboxOptions, 'client'>, options: Partial<OutboxOptions> = {}): Till {
  const refused: OutboxEntry[] = [];
  const pauses: OutboxPause[] = [];
  const store = options.store ?? memoryStore();
  const outbox = createOutbox({
    client,
    onRefused: (entry) => refused.push(entry),
    onPaused: (pause) => pauses.push(pause),
    backoffMs: [0],
    ...options,
    store,
  });
  return { outbox, refused, pauses, store };
}

/** The states of the entries that are not stored yet, by `externalId`. */
async function statesOf(outbox: Outbox): Promise<Record<string, string>> {
  const entries = await outbox.list();
  return Object.fromEntries(entries.map(({ document, state }) => [document!.source.externalId, state]));
}

/** A promise that the test can resolve. */
function later(): { promise: Promise<undefined>; resolve: (value: undefined) => void } {
  let resolve!: (value: undefined) => void;
  const promise = new Promise<undefined>((done) => (resolve = done));
  return { promise, resolve };
}

const isEmpty = (outbox: Outbox) => expect.poll(() => outbox.list(), { interval: 2 }).toEqual([]);
const idsOf = ({ stored }: Service) => stored.map(({ source }) => source.externalId);

describe('add', () => {
  it('resolves when the record is durable, without a network', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { outbox } = tillOf({ client: { send: never } });
    const id = await outbox.add(sale('A'));
    expect(await outbox.get(id)).toMatchObject({ id, state: 'sending', document: sale('A') });
  });

  it('sends no document before its record is durable', async () => {
    const service = startService();
    const durable = later();
    const store = { ...memoryStore(), append: () => durable.promise };
    const { outbox } = tillOf(service, { store });
    const added = outbox.add(sale('A'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toEqual([]);
    durable.resolve(undefined);
    await added;
    expect(service.requests).toEqual(['A']);
  });

  it('rejects if the store fails, and continues once the store works again', async () => {
    const service = startService();
    const cause = new Error('disk full');
    const store = memoryStore();
    const { append } = store;
    const { outbox } = tillOf(service, { store });
    await outbox.list();
    store.append = () => Promise.reject(cause);
    await expect(outbox.add(sale('A'))).rejects.toMatchObject({ code: 'outbox_store_failed', cause });
    store.append = append;
    await outbox.add(sale('B'));
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(['B']);
  });

  it('rejects if the store could not be read', async () => {
    const cause = new Error('no such disk');
    const load = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(cause) }) });
    const { outbox } = tillOf(startService(), { store: { ...memoryStore(), load } });
    await expect(outbox.add(sale('A'))).rejects.toMatchObject({ code: 'outbox_store_failed', cause });
    await expect(outbox.list()).rejects.toMatchObject({ code: 'outbox_store_failed' });
    await outbox.close();
  });

  it.each([new OutboxError('outbox_store_locked', 'no'), new UsageError('invalid_option', 'options.store', 'no')])(
    'rejects with the error of the store itself, if it has a code: $code',
    async (error) => {
      const load = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) });
      const { outbox } = tillOf(startService(), { store: { ...memoryStore(), load } });
      await expect(outbox.add(sale('A'))).rejects.toBe(error);
    },
  );

  it('saves the document in the state at the time of the call', async () => {
    const service = startService();
    const { outbox } = tillOf(service);
    const document = sale('A');
    const added = outbox.add(document);
    document.currency = 'EUR';
    await added;
    await isEmpty(outbox);
    expect(service.stored[0]!.currency).toBe('SEK');
  });

  it.each<[string, object]>([
    ['no linkedTransaction', {}],
    ['a list as its linkedTransaction', { linkedTransaction: [] }],
  ])('rejects an original for a document with %s', async (_, fields) => {
    const { outbox } = tillOf(startService());
    const original = await outbox.add(sale('A'));
    const misuse = { code: 'invalid_argument', argument: 'document.linkedTransaction' };
    await expect(outbox.add(sale('B', fields), { original })).rejects.toMatchObject(misuse);
    await isEmpty(outbox);
  });

  it('accepts a document without a vendor, which is for the service to judge', async () => {
    const service = startService();
    const { outbox } = tillOf(service);
    await outbox.add(sale('A', { vendor: undefined }));
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(['A']);
  });

  it('rejects an original that the outbox does not contain', async () => {
    const { outbox } = tillOf(startService());
    await expect(outbox.add(refund('B'), { original: 'A' })).rejects.toMatchObject({ code: 'entry_not_found' });
    expect(await outbox.list()).toEqual([]);
  });
});

describe('order', () => {
  it('sends four sales concurrently, but the documents of one sale in order', async () => {
    let most = 0;
    let now = 0;
    const service = startService({
      between: async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now--;
      },
    });
    const { outbox } = tillOf(service);
    const adding = Array.from({ length: 8 }, async (_, i) => {
      const original = await outbox.add(sale(`${i}`));
      await Promise.all([outbox.add(refund(`${i}a`), { original }), outbox.add(refund(`${i}b`), { original })]);
    });
    await Promise.all(adding);
    await isEmpty(outbox);
    expect(most).toBe(4);
    for (let i = 0; i < 8; i++)
      expect(idsOf(service).filter((id) => id.startsWith(`${i}`))).toEqual([`${i}`, `${i}a`, `${i}b`]);
  });

  it('keeps the order of documents that correct the same transaction', async () => {
    const service = startService({ between: () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5)) });
    const { outbox } = tillOf(service);
    service.faults.push('no answer before storing', 'HTML with 502');
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => outbox.add(refund(name, 'ext_1'))));
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(names);
  });

  it('holds back a correction until the transaction that it refers to is stored', async () => {
    const service = startService();
    const { outbox } = tillOf(service);
    const id = await outbox.add(sale('A'));
    await isEmpty(outbox);
    const { transactionId } = (await outbox.get(id))!;
    service.faults.push('no answer before storing');
    await Promise.all([outbox.add(refund('B'), { original: id }), outbox.add(refund('C', transactionId))]);
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(['A', 'B', 'C']);
  });

  it('treats `none` as no sale', async () => {
    const service = startService();
    service.faults.push('no answer before storing');
    const { outbox } = tillOf(service, { backoffMs: [1e6] });
    await outbox.add(refund('A', 'none', { currency: 'XXX' }));
    await outbox.add(refund('B', 'none', { currency: 'XXX' }));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting', B: 'quarantined' });
    await outbox.close();
  });
});

describe('the original', () => {
  it("of a refund made offline is replaced with the sale's transaction id", async () => {
    const service = startService();
    service.faults.push('no answer after storing', 'HTML with 502');
    const { outbox } = tillOf(service);
    const original = await outbox.add(sale('A'));
    const partly = await outbox.add(refund('B'), { original });
    await outbox.add(refund('C'), { original: partly, key: 'key 1' });
    await isEmpty(outbox);
    expect(service.stored.map(({ key: _, ...document }) => document)).toEqual([
      { ...sale('A'), id: 'txn_A' },
      { ...refund('B', 'txn_A'), id: 'txn_B' },
      { ...refund('C', 'txn_B'), id: 'txn_C' },
    ]);
    // The key is that of the body as sent.
    const body = JSON.stringify(refund('B', 'txn_A'));
    const hash = createHash('sha256').update(body).digest('hex');
    expect(service.stored.slice(1).map(({ key }) => key)).toEqual([`sha256-${hash}`, 'key 1']);
    expect(service.conflicts()).toBe(0);
  });

  it('still works after a restart and a compaction', async () => {
    const service = startService();
    const first = tillOf(service);
    const original = await first.outbox.add(sale('A'));
    await isEmpty(first.outbox);
    await first.outbox.close();
    await first.store.compact((records) => [...new Entries(records).records()]);
    const { outbox } = tillOf(service, { store: first.store });
    await outbox.add(refund('B'), { original });
    await isEmpty(outbox);
    expect(service.stored[1]!.linkedTransaction!.originalTransactionId).toBe('txn_A');
  });
});

describe('the outbox', () => {
  it('holds documents that depend on a rejected document, and sends the rest', async () => {
    const service = startService();
    const { outbox, refused } = tillOf(service);
    const original = await outbox.add(sale('A', { currency: 'XXX' }));
    await outbox.add(refund('B'), { original });
    await outbox.add(sale('C'));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'quarantined', B: 'held' });
    expect(idsOf(service)).toEqual(['C']);
    await expect.poll(() => refused.length, { interval: 2 }).toBe(1);
    expect(refused[0]).toMatchObject({
      id: original,
      state: 'quarantined',
      answer: { outcome: 'refused', status: 422, issues: [{ field: 'currency', code: 'currency_not_allowed' }] },
    });
    await outbox.replace(original, sale('A'));
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(['C', 'A', 'B']);
  });

  it('never resolves a conflict with a new key, and holds a refund until its sale is known', async () => {
    const service = startService();
    await service.client.send(sale('A'), { key: 'lost' });
    const { outbox } = tillOf(service);
    const original = await outbox.add(sale('A'));
    const held = await outbox.add(refund('B'), { original });
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'quarantined', B: 'held' });
    expect((await outbox.get(original))!.answer).toMatchObject({ outcome: 'conflict' });
    expect(service.requests).toEqual(['A', 'A']);
    await outbox.drop(original);
    expect(await statesOf(outbox)).toEqual({ B: 'held' });
    expect(await outbox.get(original)).toBeUndefined();
    await outbox.replace(held, refund('B', 'txn_A'));
    await isEmpty(outbox);
    expect(service.stored[1]!.linkedTransaction!.originalTransactionId).toBe('txn_A');
  });

  it('replaces and drops only quarantined or held entries', async () => {
    const service = startService();
    service.faults.push('HTML with 502');
    const { outbox } = tillOf(service, { backoffMs: [1e6] });
    const waiting = await outbox.add(sale('A'));
    const stored = await outbox.add(sale('B'));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting' });
    const code = 'entry_not_quarantined';
    await expect(outbox.replace(waiting, sale('A'))).rejects.toMatchObject({ code });
    await expect(outbox.replace(stored, sale('B'))).rejects.toMatchObject({ code });
    await expect(outbox.drop(waiting)).rejects.toMatchObject({ code });
    await expect(outbox.drop('other')).rejects.toMatchObject({ code: 'entry_not_found' });
    service.faults.push('HTML with 502');
    await outbox.add(refund('C'), { original: stored });
    await outbox.add(refund('D'), { original: stored });
    await outbox.add(refund('F', 'txn_B'));
    await expect(outbox.drop(stored)).rejects.toMatchObject({ code: 'entry_needed' });
    const states = { A: 'waiting', C: 'waiting', D: 'waiting', F: 'waiting' };
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual(states);
    outbox.resume();
    await isEmpty(outbox);
    // A correction that states the transaction needs no entry.
    service.faults.push('HTML with 502');
    await outbox.add(refund('E', 'txn_B'));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ E: 'waiting' });
    await outbox.drop(stored);
    expect(await outbox.get(stored)).toBeUndefined();
    await outbox.close();
  });

  it('rejects a later entry for the same sale as an original', async () => {
    const service = startService();
    const { outbox } = tillOf(service);
    const first = await outbox.add(sale('A', { currency: 'XXX' }));
    const second = await outbox.add(refund('B'), { original: first });
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'quarantined', B: 'held' });
    const misuse = { code: 'invalid_option', argument: 'options.original' };
    for (const original of [first, second])
      await expect(outbox.replace(first, refund('A'), { original })).rejects.toMatchObject(misuse);
  });

  it.each([undefined, 5])('rejects the id %j', async (wrong) => {
    const { outbox } = tillOf(startService());
    const misuse = { code: 'invalid_argument', argument: 'id' };
    await expect(outbox.replace(wrong as never, sale('A'))).rejects.toMatchObject(misuse);
    await expect(outbox.drop(wrong as never)).rejects.toMatchObject(misuse);
  });

  it('joins two sales if a replaced document in one refers to the other', async () => {
    const service = startService();
    const { outbox } = tillOf(service);
    const first = await outbox.add(sale('A', { currency: 'XXX' }));
    await outbox.add(refund('B'), { original: first });
    const other = await outbox.add(sale('C', { currency: 'XXX' }));
    const states = { A: 'quarantined', B: 'held', C: 'quarantined' };
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual(states);
    await outbox.replace(first, refund('A'), { original: other });
    expect(await statesOf(outbox)).toEqual({ A: 'held', B: 'held', C: 'quarantined' });
    await outbox.replace(other, sale('C'));
    await isEmpty(outbox);
    expect(idsOf(service)).toEqual(['C', 'A', 'B']);
  });
});

describe('the outbox pauses', () => {
  it.each([401, 400, 415])('everything after %s, until resumed', async (status) => {
    const service = startService();
    service.faults.push(status);
    const { outbox, pauses } = tillOf(service);
    await outbox.add(sale('A'));
    await expect.poll(() => pauses.length, { interval: 2 }).toBe(1);
    await outbox.add(sale('B'));
    expect(await statesOf(outbox)).toEqual({ A: 'waiting', B: 'waiting' });
    expect(service.requests).toEqual(['A']);
    expect(pauses).toEqual([{ answer: expect.objectContaining({ status }) as unknown }]);
    outbox.resume();
    await isEmpty(outbox);
    expect(idsOf(service).sort()).toEqual(['A', 'B']);
  });

  it.each([401, 403])('once, if several requests fail with %s', async (status) => {
    const answer = later();
    const service = startService({ between: () => answer.promise });
    service.faults.push(status, status);
    const { outbox, pauses } = tillOf(service);
    await Promise.all(['A', 'B'].map((name) => outbox.add(sale(name))));
    await expect.poll(() => service.requests.length, { interval: 2 }).toBe(2);
    answer.resolve(undefined);
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting', B: 'waiting' });
    expect(pauses.length).toBe(1);
  });

  it('without telling anyone, if nobody asked', async () => {
    const service = startService();
    service.faults.push(401);
    const { outbox } = tillOf(service, { onPaused: undefined });
    const id = await outbox.add(sale('A'));
    await expect.poll(async () => (await outbox.get(id))?.state, { interval: 2 }).toBe('waiting');
    expect(service.requests).toEqual(['A']);
    outbox.resume();
    await isEmpty(outbox);
  });

  it('the business without access', async () => {
    const service = startService();
    service.faults.push(403);
    const { outbox, pauses } = tillOf(service);
    await outbox.add(sale('A'));
    await expect.poll(() => pauses.length, { interval: 2 }).toBe(1);
    await outbox.add(sale('B', { vendor: { id: 'biz_2' } }));
    await outbox.add(sale('C'));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting', C: 'waiting' });
    expect(pauses).toMatchObject([{ businessId: 'biz_1', answer: { outcome: 'forbidden' } }]);
    outbox.resume();
    await isEmpty(outbox);
  });

  it('the business without access, and goes on with another that has waited for its turn', async () => {
    const answer = later();
    const service = startService({ between: () => answer.promise });
    service.faults.push(403);
    const { outbox } = tillOf(service, { concurrency: 1 });
    await outbox.add(sale('A'));
    await outbox.add(sale('B'));
    await outbox.add(sale('C', { vendor: { id: 'biz_2' } }));
    answer.resolve(undefined);
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting', B: 'waiting' });
    expect(service.requests).toEqual(['A', 'C']);
    await outbox.close();
  });

  it('if the client throws', async () => {
    const cause = new TypeError('no token');
    const { outbox, pauses } = tillOf({ client: { send: () => Promise.reject(cause) } });
    await outbox.add(sale('A'));
    await expect.poll(() => pauses, { interval: 2 }).toEqual([{ cause }]);
  });

  it.each<[string, number, string | undefined, string]>([
    ['the document, after', 400, 'invalid_json', 'quarantined'],
    ['the document, after', 413, 'payload_too_large', 'quarantined'],
    ['the document, after', 422, 'validation_failed', 'quarantined'],
    ['the client, after', 400, 'invalid_idempotency_key', 'waiting'],
    ['the client, after', 404, 'not_found', 'waiting'],
    ['the client, after', 415, undefined, 'waiting'],
  ])('or quarantines, depending on whose fault it is: %s %i %s', async (_, status, code, state) => {
    const send = vi.fn<OutboxOptions['client']['send']>();
    const error = code === undefined ? undefined : { code, message: 'no' };
    send.mockResolvedValue({ outcome: 'refused', status, error, issues: [] });
    const { outbox, pauses, refused } = tillOf({ client: { send } });
    await outbox.add(sale('A'));
    await expect.poll(() => pauses.length + refused.length, { interval: 2 }).toBe(1);
    expect(await statesOf(outbox)).toEqual({ A: state });
    expect(pauses.length).toBe(state === 'waiting' ? 1 : 0);
    await outbox.close();
  });

  it.each([422, 404, 403])("but not after %i without the service's error: the outbox retries", async (status) => {
    const send = vi.fn<OutboxOptions['client']['send']>();
    send.mockResolvedValueOnce({ outcome: 'refused', status, issues: [] });
    send.mockResolvedValue({ outcome: 'stored', replayed: false, transaction: { id: 'txn_1' } as never });
    const { outbox, refused, pauses } = tillOf({ client: { send } });
    await outbox.add(sale('A'));
    await isEmpty(outbox);
    expect([refused, pauses]).toEqual([[], []]);
  });
});

describe('waiting after a failure', () => {
  it('stops sending once every concurrent request has failed, and then tries a single document', async () => {
    const service = startService();
    service.faults.push(...Array<Fault>(4).fill('no answer before storing'));
    const { outbox } = tillOf(service, { backoffMs: [1e6] });
    for (let i = 0; i < 10; i++) await outbox.add(sale(`${i}`));
    await expect.poll(() => service.requests.length, { interval: 2 }).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toEqual(['0', '1', '2', '3']);
    service.faults.push('HTML with 502');
    outbox.resume();
    await expect.poll(() => service.requests.length, { interval: 2 }).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests.length).toBe(5);
    outbox.resume();
    await isEmpty(outbox);
    expect(service.stored.length).toBe(10);
  });

  it('ends for all sales once the service has stored a document again', async () => {
    const service = startService();
    service.faults.push('no answer before storing');
    // The first sale waits long, but the outage is short.
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(1).mockReturnValueOnce(0);
    const { outbox } = tillOf(service, { concurrency: 1, backoffMs: [1e6] });
    await Promise.all(['A', 'B'].map((name) => outbox.add(sale(name))));
    await isEmpty(outbox);
    expect(service.requests).toEqual(['A', 'B', 'A']);
    random.mockRestore();
  });

  it('does not let a sale that keeps failing delay others', async () => {
    const service = startService();
    service.faults.push(...Array<Fault>(6).fill('HTML with 502'));
    const { outbox } = tillOf(service);
    await outbox.add(sale('A'));
    await isEmpty(outbox);
    expect(service.requests).toEqual(Array<string>(7).fill('A'));
  });

  it('lasts as long as Retry-After says', async () => {
    const send = vi.fn<OutboxOptions['client']['send']>();
    send.mockResolvedValueOnce({ outcome: 'unknown', status: 429, retryAfter: 0.001 });
    send.mockResolvedValue({ outcome: 'stored', replayed: false, transaction: { id: 'txn_1' } as never });
    const { outbox } = tillOf({ client: { send } }, { backoffMs: [1e9] });
    await outbox.add(sale('A'));
    await isEmpty(outbox);
    expect(send.mock.calls.map(([, options]) => options!.attempts)).toEqual([1, 1]);
  });
});

describe('a store that fails to record what the service has stored', () => {
  function failing(times: number): OutboxStore {
    const store = memoryStore();
    const { append } = store;
    let failures = times;
    store.append = (record) =>
      record.event === 'stored' && failures-- > 0 ? Promise.reject(new Error('disk full')) : append(record);
    return store;
  }

  it('makes the outbox send the document again', async () => {
    const service = startService();
    const { outbox } = tillOf(service, { store: failing(1) });
    await outbox.add(sale('A'));
    await isEmpty(outbox);
    // The second attempt has the same key, so that the service returns what it stored.
    expect([service.requests, idsOf(service), service.conflicts()]).toEqual([['A', 'A'], ['A'], 0]);
    await outbox.close();
  });

  it('makes the outbox wait before it does', async () => {
    const service = startService();
    const { outbox } = tillOf(service, { store: failing(3), backoffMs: [2 ** 31 - 1] });
    await outbox.add(sale('A'));
    await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'waiting' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toEqual(['A']);
    await outbox.close();
  });
});

it('the outbox waits up to 1, 5, 30 and then 300 seconds by default', async () => {
  const send = vi.fn<OutboxOptions['client']['send']>();
  for (let i = 0; i < 5; i++) send.mockResolvedValueOnce({ outcome: 'unknown' });
  send.mockResolvedValue({ outcome: 'stored', replayed: false, transaction: { id: 'txn_1' } as never });
  const { setTimeout } = globalThis;
  const waits: unknown[] = [];
  const started = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
    waits.push(ms);
    return setTimeout(run, 0);
  });
  const random = vi.spyOn(Math, 'random').mockReturnValue(13 / 128);
  const { outbox } = tillOf({ client: { send } }, { backoffMs: undefined });
  await outbox.add(sale('A'));
  await isEmpty(outbox);
  started.mockRestore();
  random.mockRestore();
  // Timers of other code wait for whole milliseconds.
  const own = waits.filter((ms) => ms !== undefined && !Number.isInteger(ms));
  expect(own.map((ms) => Number(ms) * (128 / 13))).toEqual([1_000, 5_000, 30_000, 300_000, 300_000]);
});

it('the outbox waits for the seconds that Retry-After states', async () => {
  const send = vi.fn<OutboxOptions['client']['send']>();
  send.mockResolvedValue({ outcome: 'unknown', status: 429, retryAfter: 30 });
  const started = vi.spyOn(globalThis, 'setTimeout');
  const { outbox } = tillOf({ client: { send } });
  await outbox.add(sale('A'));
  await expect.poll(() => started.mock.calls.map(([, ms]) => ms), { interval: 2 }).toContain(30_000);
  started.mockRestore();
  await outbox.close();
});

it.each([0, -1, NaN])('the outbox does not loop on Retry-After: %f', async (retryAfter) => {
  const send = vi.fn<OutboxOptions['client']['send']>();
  send.mockResolvedValue({ outcome: 'unknown', status: 429, retryAfter });
  const { outbox } = tillOf({ client: { send } }, { backoffMs: [2 ** 31 - 1] });
  await outbox.add(sale('A'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(send).toHaveBeenCalledTimes(1);
  await outbox.close();
});

it.each<unknown>([
  undefined,
  { outcome: 'sent' },
  { outcome: 'stored' },
  { outcome: 'stored', transaction: {} },
  { outcome: 'stored', transaction: { id: '' } },
])('the outbox pauses, and keeps the document, if the client returns no outcome: %j', async (answer) => {
  const send = async () => answer as never;
  const { outbox, pauses, refused } = tillOf({ client: { send } }, { backoffMs: [2 ** 31 - 1] });
  const id = await outbox.add(sale('A'));
  await expect.poll(() => pauses.length, { interval: 2 }).toBe(1);
  expect(pauses[0]!.cause).toBeDefined();
  expect([await outbox.get(id), refused]).toMatchObject([{ state: 'waiting', document: sale('A') }, []]);
  await outbox.close();
});

it('the outbox rejects an entry id in place of a transaction id', async () => {
  const service = startService();
  const { outbox } = tillOf(service);
  const first = await outbox.add(sale('A'));
  const code = 'invalid_argument';
  const argument = 'document.linkedTransaction.originalTransactionId';
  await expect(outbox.add(refund('B', first))).rejects.toMatchObject({ code, argument });
  const wrong = await outbox.add(sale('C', { currency: 'XXX' }));
  await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ C: 'quarantined' });
  await expect(outbox.replace(wrong, refund('C', first))).rejects.toMatchObject({ code, argument });
  await outbox.replace(wrong, refund('C', first), { original: first });
  await isEmpty(outbox);
  expect(idsOf(service)).toEqual(['A', 'C']);
});

it('the outbox starts no timer once it is closing', async () => {
  const answer = later();
  const send = async () => {
    await answer.promise;
    return { outcome: 'unknown' as const };
  };
  const { outbox } = tillOf({ client: { send } }, { backoffMs: [1000] });
  await outbox.add(sale('A'));
  const closed = outbox.close();
  const started = vi.spyOn(globalThis, 'setTimeout');
  answer.resolve(undefined);
  await closed;
  expect(started).not.toHaveBeenCalled();
  started.mockRestore();
});

describe('compaction', () => {
  /** The number of records appended before each compaction, for an outbox that stores `count` sales one by one. */
  async function compactions(count: number, store: OutboxStore = memoryStore()): Promise<number[]> {
    const at: number[] = [];
    let appended = 0;
    let recorded = later();
    const { append, compact } = store;
    store.append = async (record) => {
      appended++;
      await append(record);
      if (record.event === 'stored') recorded.resolve(undefined);
    };
    store.compact = (keep) => {
      at.push(appended);
      return compact(keep);
    };
    const { outbox } = tillOf(startService(), { store });
    for (let i = 0; i < count; i++) {
      recorded = later();
      await outbox.add(sale(`${i}`));
      await recorded.promise;
    }
    return at;
  }
  const stored = (count: number): OutboxRecord[] =>
    Array.from({ length: count }, (_, i) => ({ event: 'stored', id: `${i}`, transactionId: `txn_old_${i}` }));
  const storeOf = (records: OutboxRecord[]): OutboxStore => ({
    ...memoryStore(),
    async *load() {
      yield* records;
    },
  });

  // Each sale has two records, of which compaction keeps one.
  it('starts at 1,000 records, and then each time they have doubled', async () => {
    expect(await compactions(1150)).toEqual([1000, 1500, 2250]);
  });

  it('starts later if the store had many records when it was opened', async () => {
    const loaded = (count: number) => compactions(251, storeOf(stored(count)));
    expect(await loaded(400)).toEqual([]);
    expect(await loaded(500)).toEqual([500]);
    expect(await loaded(501)).toEqual([501]);
  });

  it('is tried again only once the records have doubled, if the store cannot compact', async () => {
    const compact = () => Promise.reject(new Error('not implemented'));
    expect(await compactions(1001, { ...memoryStore(), compact })).toEqual([1000, 2000]);
  });

  it('never runs twice at once, and starts again after 500 records if one took long', async () => {
    const records: OutboxRecord[] = [];
    const slow = later();
    const store: OutboxStore = {
      ...memoryStore(),
      append: async (record) => {
        if (records.push(record) === 1700) slow.resolve(undefined);
      },
      compact: async (keep) => {
        const before = [...records];
        await slow.promise;
        keep(before);
      },
    };
    const [first, second] = await compactions(1110, store);
    expect(first).toBe(1000);
    // The other sales go on until the compaction has ended.
    expect(Math.abs(second! - 2200)).toBeLessThan(10);
  });

  it('never starts with few records', async () => {
    const store = memoryStore();
    const compact = vi.spyOn(store, 'compact');
    const { outbox } = tillOf(startService(), { store });
    await Promise.all(['A', 'B', 'C'].map((name) => outbox.add(sale(name))));
    await isEmpty(outbox);
    expect(compact).not.toHaveBeenCalled();
  });

  it('starts while documents are added, and keeps their ids', async () => {
    const service = startService();
    const store = memoryStore();
    const { compact } = store;
    let compactions = 0;
    store.compact = (keep) => {
      compactions++;
      return compact(keep);
    };
    const { outbox } = tillOf(service, { store });
    const ids = await Promise.all(Array.from({ length: 1200 }, (_, i) => outbox.add(sale(`${i}`))));
    await isEmpty(outbox);
    expect(compactions).toBeGreaterThan(0);
    await outbox.close();
    const next = tillOf(service, { store });
    const known = await Promise.all(ids.map((id) => next.outbox.get(id)));
    expect(known.map((entry) => entry?.transactionId)).toEqual(ids.map((_, i) => `txn_${i}`));
  });

  it('does not stop the outbox if the store cannot compact', async () => {
    const service = startService();
    const store = memoryStore();
    const compact = vi.fn(() => {
      throw new Error('not implemented');
    });
    const { outbox } = tillOf(service, { store: { ...store, compact } });
    await Promise.all(Array.from({ length: 600 }, (_, i) => outbox.add(sale(`${i}`))));
    await isEmpty(outbox);
    expect(compact).toHaveBeenCalled();
    expect(service.stored.length).toBe(600);
  });
});

it('the outbox closes after the current attempts', async () => {
  const answer = later();
  const service = startService({ between: () => answer.promise });
  const { outbox, store } = tillOf(service, { concurrency: 1 });
  await outbox.add(sale('A'));
  await outbox.add(sale('B'));
  const closed = outbox.close();
  await expect(outbox.add(sale('C'))).rejects.toMatchObject({ code: 'outbox_closed' });
  answer.resolve(undefined);
  await closed;
  expect(idsOf(service)).toEqual(['A']);
  const next = tillOf(service, { store });
  await isEmpty(next.outbox);
  expect(service.requests).toEqual(['A', 'B']);
});

it('the outbox closes its store, once, and rejects if that fails', async () => {
  const cause = new Error('disk full');
  const close = vi.fn(() => Promise.reject(cause));
  const { outbox } = tillOf(startService(), { store: { ...memoryStore(), close } });
  const closed = outbox.close();
  await expect(closed).rejects.toMatchObject({ code: 'outbox_store_failed', cause });
  await expect(outbox.close()).rejects.toMatchObject({ code: 'outbox_store_failed' });
  expect(close).toHaveBeenCalledTimes(1);
});

describe('an outbox, whatever fails,', () => {
  const fault = fc.constantFrom<Fault>('none', 'no answer before storing', 'no answer after storing', 'HTML with 502');
  /** One step: a sale, or a document that depends on an earlier one; a crash; a compaction; or a pause. */
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.integer({ min: -1, max: 30 }), byTransaction: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constantFrom('crash' as const, 'compact' as const) },
    { weight: 2, arbitrary: fc.constant('wait' as const) },
  );

  it('stores each document once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.array(fault, { maxLength: 60 }), async (steps, faults) => {
        const service = startService();
        service.faults.push(...faults);
        const records: OutboxRecord[] = [];
        let till = crashable(service, records);
        const added: { id: string; name: string; root: string }[] = [];
        for (const [i, action] of steps.entries()) {
          if (action === 'crash') {
            till.crash();
            till = crashable(service, records);
          } else if (action === 'compact') {
            await till.store.compact((all) => [...new Entries(all).records()]);
          } else if (action === 'wait') {
            await new Promise((resolve) => setTimeout(resolve, 1));
          } else {
            const original = added[action.add];
            const name = `${i}`;
            const known = original && (await till.outbox.get(original.id))?.transactionId;
            const id = !original
              ? await till.outbox.add(sale(name))
              : action.byTransaction && known
                ? await till.outbox.add(refund(name, known))
                : await till.outbox.add(refund(name), { original: original.id });
            added.push({ id, name, root: original?.root ?? name });
          }
        }
        await isEmpty(till.outbox);
        const order = idsOf(service);
        expect([...order].sort()).toEqual(added.map(({ name }) => name).sort());
        for (const { root } of added) {
          const names = added.filter((entry) => entry.root === root).map(({ name }) => name);
          expect(order.filter((name) => names.includes(name))).toEqual(names);
        }
        expect(service.conflicts()).toBe(0);
        await till.outbox.close();
      }),
      { numRuns: 60 },
    );
  });

  /**
   * An outbox whose process can crash at any time. After a crash, the outbox reaches neither the store nor the service.
   */
  function crashable(service: Service, records: OutboxRecord[]) {
    let alive = true;
    const never = () => new Promise<never>(() => undefined);
    const store: OutboxStore = {
      async *load() {
        yield* [...records];
      },
      append: async (record) => (alive ? void records.push(structuredClone(record)) : never()),
      compact: async (keep) => void records.splice(0, Infinity, ...keep([...records])),
      close: async () => undefined,
    };
    const send: Service['client']['send'] = async (...args) => {
      const answer = await (alive ? service.client.send(...args) : never());
      return alive ? answer : never();
    };
    return { ...tillOf({ client: { ...service.client, send } }, { store }), crash: () => (alive = false) };
  }
});

it('an entry that a compaction kept stays in the chain of its sale, even if that is dropped', () => {
  const { byId } = new Entries([
    { event: 'stored', id: 'b', transactionId: 'txn_b', chain: 'a' },
    { event: 'added', id: 'c', document: refund('C', 'a'), key: 'c' },
    { event: 'added', id: 'd', document: refund('D'), original: 'b' },
    { event: 'added', id: 'e', document: refund('E', 'txn_b'), key: 'e' },
  ]);
  expect(byId.get('c')!.chain.pending.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});

it('two sales without an original stay separate when they are replaced', () => {
  const answer = { outcome: 'conflict', status: 409 } as const;
  const entries = new Entries(
    ['a', 'b'].flatMap((id): OutboxRecord[] => [
      { event: 'added', id, document: sale(id), key: id },
      { event: 'quarantined', id, answer },
      { event: 'replaced', id, document: sale(id), key: id },
    ]),
  );
  entries.apply({ event: 'quarantined', id: 'a', answer });
  expect(['a', 'b'].map((id) => entries.isBlocked(entries.byId.get(id)!))).toEqual([true, false]);
});

it('joining two sales leaves a third alone', () => {
  const entries = new Entries([
    { event: 'added', id: 'a', document: sale('A'), key: 'a' },
    { event: 'added', id: 'x', document: sale('X'), key: 'x' },
    { event: 'added', id: 'b', document: sale('B'), key: 'b' },
    { event: 'quarantined', id: 'b', answer: { outcome: 'conflict', status: 409 } },
    { event: 'replaced', id: 'b', document: refund('B'), original: 'a' },
    { event: 'added', id: 'y', document: refund('Y'), original: 'x' },
  ]);
  const chains = ['a', 'x'].map((id) => entries.byId.get(id)!.chain.pending.map((entry) => entry.id));
  expect(chains).toEqual([
    ['a', 'b'],
    ['x', 'y'],
  ]);
});

it('a compaction keeps one record for each stored entry, with its sale only if that has another id', () => {
  const answer = { outcome: 'conflict', status: 409 } as const;
  const added = { event: 'added', id: 'c', document: refund('C'), original: 'b', key: undefined } as const;
  const entries = new Entries([
    { event: 'added', id: 'a', document: sale('A'), key: 'a' },
    { event: 'stored', id: 'a', transactionId: 'txn_a' },
    { event: 'added', id: 'b', document: refund('B'), original: 'a' },
    { event: 'linked', id: 'b', originalTransactionId: 'txn_a', key: 'b' },
    { event: 'stored', id: 'b', transactionId: 'txn_b' },
    added,
    { event: 'quarantined', id: 'c', answer },
  ]);
  expect([...entries.records()]).toStrictEqual([
    { event: 'stored', id: 'a', transactionId: 'txn_a' },
    { event: 'stored', id: 'b', transactionId: 'txn_b', chain: 'a' },
    added,
    { event: 'quarantined', id: 'c', answer },
  ]);
});

it('corrections of a transaction join the chain of its sale once the outbox knows its id', () => {
  const { byId } = new Entries([
    { event: 'added', id: 'a', document: sale('A'), key: 'a' },
    { event: 'added', id: 'c', document: refund('C', 'txn_a'), key: 'c' },
    { event: 'stored', id: 'a', transactionId: 'txn_a' },
    { event: 'added', id: 'd', document: refund('D'), original: 'a' },
    { event: 'added', id: 'e', document: refund('E', 'txn_a'), key: 'e' },
  ]);
  expect(byId.get('d')!.chain.pending.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});

it('a correction of a dropped entry is held, but not the earlier ones of the same sale', () => {
  const entries = new Entries([
    { event: 'stored', id: 'a', transactionId: 'txn_a' },
    { event: 'added', id: 'b', document: refund('B'), original: 'a' },
    { event: 'added', id: 'c', document: refund('C'), original: 'a' },
    { event: 'added', id: 'd', document: refund('D'), original: 'b' },
    { event: 'added', id: 'e', document: refund('E'), original: 'a' },
    { event: 'dropped', id: 'b' },
  ]);
  const blocked = ['c', 'd', 'e'].map((id) => entries.isBlocked(entries.byId.get(id)!));
  expect(blocked).toEqual([false, true, true]);
});

it.each<[unknown, string | undefined]>([
  ['txn_1', 'txn_1'],
  ['none', undefined],
  ['', undefined],
  [5, undefined],
  [undefined, undefined],
])('the original %j of a document names the sale %s', (id, original) => {
  const linkedTransaction = { originalTransactionId: id, reason: 'returned' };
  expect(originalOf({ ...refund('A'), linkedTransaction } as never)).toBe(original);
});

it.each([[[]], [[0, -1]], [[0, 2 ** 31]], [5]])('the outbox rejects the waits %j', (backoffMs) => {
  const misuse = expect.objectContaining({ code: 'invalid_option', argument: 'options.backoffMs' }) as Error;
  expect(() => tillOf(startService(), { backoffMs: backoffMs as number[] })).toThrow(misuse);
});

it.each<[string, object]>([
  ['of an unknown entry', { event: 'linked', id: 'a', originalTransactionId: 'txn_a', key: 'a' }],
  ['of an unknown kind', { event: 'moved', id: 'b' }],
])('the entries of an outbox reject a record %s', (_, record) => {
  const known = { event: 'added', id: 'b', document: sale('B'), key: 'b' } as const;
  expect(() => new Entries([known, record as OutboxRecord])).toThrow(Error);
});

it('an outbox has the same entries after compaction, whatever the records', async () => {
  const service = startService();
  const records: OutboxRecord[] = [];
  const store = memoryStore();
  const { append } = store;
  store.append = (record) => {
    records.push(record);
    return append(record);
  };
  const { outbox } = tillOf(service, { store });
  const bad = await outbox.add(sale('A', { currency: 'XXX' }));
  await outbox.add(refund('B'), { original: bad });
  const good = await outbox.add(sale('C'));
  await outbox.add(refund('D'), { original: good });
  await expect.poll(() => statesOf(outbox), { interval: 2 }).toEqual({ A: 'quarantined', B: 'held' });
  await outbox.drop(bad);
  const view = (entries: Entries) =>
    [...entries.byId.values()].map(({ chain, ...rest }) => ({ ...rest, chain: chain.pending.map(({ id }) => id) }));
  for (let i = 0; i <= records.length; i++) {
    const before = new Entries(records.slice(0, i));
    expect(view(new Entries(before.records()))).toEqual(view(before));
  }
});
