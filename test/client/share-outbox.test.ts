import { OutboxError, shareOutbox, UsageError, type Outbox } from 'receipt-rule-packs/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gate } from '../support/gate.js';
import { usageError } from '../support/usage-error.js';
import { sale } from './support/service.js';
import { locksOf } from './support/web.js';

/** An outbox that records the calls that reach it. */
function outboxOf(calls: string[], methods: Partial<Outbox> = {}): Outbox {
  const called =
    (name: string, value?: unknown) =>
    async (...args: unknown[]): Promise<never> => {
      calls.push(`${name} ${JSON.stringify(args)}`);
      return value as never;
    };
  const drop = async () => {
    throw new OutboxError('entry_not_found', 'no');
  };
  return {
    ...{ add: called('add', 'id_1'), list: called('list', []), get: called('get'), replace: called('replace'), drop },
    ...{ resume: () => void called('resume')(), close: called('close'), ...methods },
  };
}

const pages: Outbox[] = [];
const page = (open: () => Outbox): Outbox => {
  const shared = shareOutbox('till', open);
  pages.push(shared);
  return shared;
};
const never = (): Outbox => {
  throw new Error('only one page opens the outbox');
};

beforeEach(() => vi.stubGlobal('navigator', { locks: locksOf() }));
afterEach(async () => {
  await Promise.all(pages.splice(0).map((one) => one.close()));
  vi.unstubAllGlobals();
});

it('a shared outbox passes calls to the page that opened it, with their values', async () => {
  const calls: string[] = [];
  const first = page(() => outboxOf(calls));
  const second = page(never);
  expect(await second.add(sale('A'), { key: 'k' })).toBe('id_1');
  expect(await second.list()).toEqual([]);
  expect(await second.get('id_1')).toBeUndefined();
  await second.replace('id_1', sale('B'));
  await expect(second.drop('id_1')).rejects.toMatchObject({ name: 'OutboxError', code: 'entry_not_found' });
  second.resume();
  await expect.poll(() => calls.length, { interval: 2 }).toBe(5);
  expect(await first.add(sale('C'))).toBe('id_1');
  expect(calls).toEqual([
    `add ${JSON.stringify([sale('A'), { key: 'k' }])}`,
    ...['list []', 'get ["id_1"]', `replace ${JSON.stringify(['id_1', sale('B')])}`, 'resume []'],
    `add ${JSON.stringify([sale('C')])}`,
  ]);
});

it.each<[string, unknown, unknown]>([
  ['name', '', () => outboxOf([])],
  ['name', 5, () => outboxOf([])],
  ['name', undefined, () => outboxOf([])],
  ['open', 'till', outboxOf([])],
])('a shared outbox rejects an invalid %s: %j', (argument, name, open) => {
  expect(() => shareOutbox(name as string, open as () => Outbox)).toThrow(usageError('invalid_argument', argument));
});

it('shared outboxes with different names are separate', async () => {
  const calls: string[] = [];
  await page(() => outboxOf([])).list();
  const other = shareOutbox('other', () => outboxOf(calls));
  pages.push(other);
  expect(await other.list()).toEqual([]);
  expect(calls).toEqual(['list []']);
});

it('a shared outbox accepts calls before any page has opened it', async () => {
  const calls: string[] = [];
  const added = page(() => outboxOf(calls)).add(sale('A'));
  expect(calls).toEqual([]);
  expect(await added).toBe('id_1');
});

it.each<[string, Error, object]>([
  ['of the outbox', new OutboxError('entry_needed', 'no'), { name: 'OutboxError', code: 'entry_needed' }],
  [
    'of misuse',
    new UsageError('invalid_option', 'options.key', 'no'),
    { name: 'UsageError', code: 'invalid_option', argument: 'options.key' },
  ],
  ['of another kind', new RangeError('no'), { name: 'Error', message: 'no' }],
])('a shared outbox passes on an error %s', async (_, error, expected) => {
  const list = () => Promise.reject(error);
  page(() => outboxOf([], { list }));
  const second = page(never);
  const thrown: unknown = await second.list().catch((caught: unknown) => caught);
  expect(thrown).toBeInstanceOf(error instanceof RangeError ? Error : error.constructor);
  expect(thrown).toMatchObject(expected);
});

it('the next page takes over when the first closes, and makes the calls that got no answer', async () => {
  const [before, after]: [string[], string[]] = [[], []];
  const closed = () => Promise.reject(new OutboxError('outbox_closed', 'no'));
  const first = page(() => outboxOf(before, { add: closed }));
  await first.list();
  const second = page(() => outboxOf(after));
  const third = page(never);
  const added = [second.add(sale('A')), third.add(sale('B'))];
  await expect.poll(() => third.list(), { interval: 2 }).toEqual([]);
  expect(after).toEqual([]);
  await first.close();
  expect(await Promise.all(added)).toEqual(['id_1', 'id_1']);
  expect(after.filter((call) => call.startsWith('add')).sort()).toEqual([
    `add ${JSON.stringify([sale('A')])}`,
    `add ${JSON.stringify([sale('B')])}`,
  ]);
});

it('a page runs a call only once, even if another page repeats it', async () => {
  const calls: string[] = [];
  const first = page(() => outboxOf(calls));
  await first.list();
  const other = new BroadcastChannel('receipt-rule-packs till');
  const call = { id: 'call_1', method: 'get', args: ['id_1'] };
  other.postMessage(call);
  other.postMessage(call);
  other.postMessage({ ...call, id: 'call_2' });
  await expect.poll(() => calls.length, { interval: 2 }).toBe(3);
  expect(calls).toEqual(['list []', 'get ["id_1"]', 'get ["id_1"]']);
  other.close();
});

it('a page remembers only the last 1,000 calls', async () => {
  const calls: string[] = [];
  const first = page(() => outboxOf(calls));
  await first.list();
  const other = new BroadcastChannel('receipt-rule-packs till');
  const post = (i: number) => other.postMessage({ id: `call_${i}`, method: 'get', args: [i] });
  for (let i = 0; i <= 1000; i++) post(i);
  // The page has forgotten call 0, but not call 2: repeating call 0 makes it forget call 1 only.
  post(0);
  post(2);
  // Calls are answered in order.
  await page(never).list();
  expect(calls.filter((call) => call === 'get [0]').length).toBe(2);
  expect(calls.filter((call) => call === 'get [2]').length).toBe(1);
  other.close();
});

it('a page that closes answers the calls that it has accepted, and accepts no more', async () => {
  const calls: string[] = [];
  const { opened, open } = gate();
  const add = async () => {
    await opened;
    return 'id_1';
  };
  const first = page(() => outboxOf(calls, { add }));
  await first.list();
  const second = page(() => outboxOf([], { add: async () => 'id_2' }));
  const added = second.add(sale('A'));
  // Calls are answered in order, so that the first page has accepted this one.
  await second.list();
  const closing = first.close();
  await expect.poll(() => calls.at(-1), { interval: 2 }).toBe('close []');
  const later = second.add(sale('B'));
  open();
  expect(await Promise.all([added, later])).toEqual(['id_1', 'id_2']);
  await closing;
});

it('a waiting page that closes rejects its calls, and never opens the outbox', async () => {
  const list = () => new Promise<never>(() => undefined);
  const first = page(() => outboxOf([], { list }));
  await first.get('id_1');
  const second = page(never);
  const listed = second.list();
  const closing = second.close();
  await expect(second.get('id_1')).rejects.toMatchObject({ name: 'OutboxError', code: 'outbox_closed' });
  await closing;
  await expect(listed).rejects.toMatchObject({ name: 'OutboxError', code: 'outbox_closed' });
  await expect(second.add(sale('A'))).rejects.toMatchObject({ name: 'OutboxError', code: 'outbox_closed' });
  await first.close();
});

it('a page rejects all calls with the error of the function that opens the outbox', async () => {
  const error = new RangeError('no');
  const broken = page(() => {
    throw error;
  });
  await expect(broken.list()).rejects.toBe(error);
  await expect(broken.list()).rejects.toBe(error);
  // Another page can open it.
  expect(await page(() => outboxOf([])).list()).toEqual([]);
});
