import { checkArgument, UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
import { OutboxError, type OutboxErrorCode } from './store.js';
import type { Outbox } from './outbox.js';

/** The part of the platform that is used here. Not every project includes the DOM types. */
type Channel = { onmessage: unknown; postMessage(message: Message): void; close(): void };
type Platform = {
  BroadcastChannel: new (name: string) => Channel;
  navigator: { locks: { request(name: string, options: object, held: () => Promise<unknown>): Promise<unknown> } };
};

/** The calls that a page can pass to the page with the outbox. */
type Method = 'add' | 'list' | 'get' | 'replace' | 'drop' | 'resume';
type Fault = { name: string; code: string; argument: string; message: string };
type Call = { id: string; method: Method; args: readonly unknown[] };
type Message = Call | { answers: string; value?: unknown; fault?: Fault } | { isHere: true };

/** The number of accepted calls whose ids a page remembers. */
const LAST = 1000;

/**
 * One outbox for all pages of a web app. The first page opens the outbox and sends documents; the other pages pass
 * their calls to the first. If that page closes or crashes, the next one takes over. The page that sends calls
 * `onRefused` and `onPaused`. Requires a secure context: https or localhost.
 *
 * If the first page closes before it responds, the caller repeats the call. A document added twice in this way is still
 * stored only once, because both entries have the same key.
 *
 * @param name a name that all pages of the app use
 * @param open a function that creates the outbox with a store that all pages share, such as `indexedDbStore`
 * @throws UsageError if `name` is not a string or `open` is not a function
 */
export function shareOutbox(name: string, open: () => Outbox): Outbox {
  checkArgument(typeof name === 'string' && name !== '', 'name', 'a name', name);
  checkArgument(typeof open === 'function', 'open', 'a function', open);
  const { BroadcastChannel, navigator } = globalThis as unknown as Platform;
  const channel = new BroadcastChannel(`receipt-rule-packs ${name}`);
  const asked = new Map<string, { call: Call; resolve: (value: unknown) => void; reject: (fault: unknown) => void }>();
  /**
   * The ids of the last calls that this page accepted, so that it runs a call only once, even if another page repeats
   * it.
   */
  const taken = new Set<string>();
  const answering = new Set<Promise<void>>();
  let own: Outbox | undefined;
  let isClosed = false;
  /** What `open` threw. */
  let fault: { error: Error } | undefined;
  let release: () => void = () => undefined;
  const stopWaiting = new AbortController();

  const make = async (outbox: Outbox, { method, args }: Call): Promise<unknown> =>
    (outbox[method] as (...args: readonly unknown[]) => unknown)(...args);

  async function answer(outbox: Outbox, call: Call): Promise<void> {
    const answers = call.id;
    try {
      channel.postMessage({ answers, value: await make(outbox, call) });
    } catch (error) {
      const { name: kind, code, argument, message } = error as Fault;
      // Does not pass on `outbox_closed`: the caller sends the call again, to the page that takes over.
      if (code !== 'outbox_closed') channel.postMessage({ answers, fault: { name: kind, code, argument, message } });
    }
  }

  function take(outbox: Outbox, call: Call): void {
    if (taken.has(call.id)) return;
    taken.add(call.id);
    if (taken.size > LAST) taken.delete(taken.values().next().value!);
    const answered = answer(outbox, call).finally(() => answering.delete(answered));
    answering.add(answered);
  }

  channel.onmessage = ({ data }: { data: Message }) => {
    if ('isHere' in data) {
      for (const { call } of asked.values()) channel.postMessage(call);
    } else if ('answers' in data) {
      const waiting = asked.get(data.answers);
      asked.delete(data.answers);
      if (data.fault) waiting?.reject(revived(data.fault));
      else waiting?.resolve(data.value);
    } else if (own && !isClosed) {
      take(own, data);
    }
  };

  const turn = navigator.locks.request(`receipt-rule-packs ${name} pages`, { signal: stopWaiting.signal }, async () => {
    if (isClosed) return;
    const released = new Promise<void>((resolve) => (release = resolve));
    own = open();
    for (const [id, { call, resolve, reject }] of asked) {
      asked.delete(id);
      make(own, call).then(resolve, reject);
    }
    channel.postMessage({ isHere: true });
    await released;
  });
  turn.catch((error: unknown) => {
    fault = { error: isClosed ? closed() : (error as Error) };
    for (const { reject } of asked.values()) reject(fault.error);
    asked.clear();
  });

  const ask =
    <K extends Method>(method: K) =>
    (...args: Parameters<Outbox[K]>): Promise<never> => {
      const call: Call = { id: crypto.randomUUID(), method, args };
      if (own) return make(own, call) as Promise<never>;
      if (isClosed || fault) return Promise.reject(fault?.error ?? closed());
      return new Promise<unknown>((resolve, reject) => {
        channel.postMessage(call);
        asked.set(call.id, { call, resolve, reject });
      }) as Promise<never>;
    };

  return {
    add: ask('add'),
    list: ask('list'),
    get: ask('get'),
    replace: ask('replace'),
    drop: ask('drop'),
    resume: () => void ask('resume')().catch(() => undefined),
    async close() {
      isClosed = true;
      stopWaiting.abort();
      await own?.close();
      await Promise.all(answering);
      release();
      await turn.catch(() => undefined);
      for (const { reject } of asked.values()) reject(closed());
      asked.clear();
      channel.close();
    },
  };
}

const closed = () => new OutboxError('outbox_closed', 'the outbox is closed');

/** Recreates an error from the page with the outbox. */
function revived({ name, code, argument, message }: Fault): Error {
  if (name === 'UsageError') return new UsageError(code as UsageErrorCode, argument, message);
  if (name === 'OutboxError') return new OutboxError(code as OutboxErrorCode, message);
  return new Error(message);
}
