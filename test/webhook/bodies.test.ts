/** How `webhookHandler` and `webhookListener` read bodies, and what they leave behind, without a server. */
import { EventEmitter } from 'node:events';
import {
  createWebhookSigner,
  memorySeenStore,
  webhookHandler,
  webhookListener,
  type WebhookHandlerOptions,
  type WebhookRequest,
} from 'receipt-rule-packs/webhook';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyBytes } from '../../src/webhook/body.js';
import { usageError } from '../support/usage-error';
import { BODY, SECRET } from './support';

const BYTES = new TextEncoder().encode(BODY);
const signed = async (body = BODY): Promise<Record<string, string>> => ({
  ...(await createWebhookSigner({ secrets: SECRET }).sign(body, { event: 'transaction.created' })),
});
const OPTIONS: WebhookHandlerOptions = { secrets: SECRET, onEvent: () => undefined, onError: () => undefined };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Watches timers. @returns a function that returns the timers that were started and are still running */
function timers(): () => unknown[] {
  const [started, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  // Only the timers with this deadline belong to the receiver.
  const own = () => started.mock.results.filter((_, i) => started.mock.calls[i]![1] === DEADLINE);
  return () => own().filter(({ value }) => !ended.mock.calls.some(([timer]) => timer === value));
}
const DEADLINE = 12_345;

/** A request whose body arrives in these chunks, with the calls of its reader. */
function requestOf(chunks: readonly Uint8Array[], headers: Record<string, string>) {
  const calls: string[] = [];
  const left = [...chunks];
  const reader = {
    read: async () => {
      calls.push('read');
      const value = left.shift();
      return { done: value === undefined, value };
    },
    cancel: async () => void calls.push('cancel'),
  };
  const request: WebhookRequest = {
    ...{ method: 'POST', headers: new Headers(headers), bodyUsed: false },
    body: { getReader: () => reader },
  };
  return { request, calls };
}

/** A Node request that has these headers, and a response that records its status, headers and text. */
function nodeOf(headers: Record<string, string>) {
  const calls: string[] = [];
  const events = new EventEmitter();
  const request = Object.assign(events, {
    ...{ method: 'POST', headers, readableDidRead: false, readableEnded: false },
    resume: () => calls.push('resume'),
    destroy: () => calls.push('destroy'),
  });
  const answer: { status?: number; headers?: object; text?: string } = {};
  const response = {
    headersSent: false,
    writeHead: (status: number, given: object) => Object.assign(answer, { status, headers: given }),
    end: (text: string) => Object.assign(answer, { text }),
  };
  return { request, response, answer, calls };
}

describe('a handler', () => {
  it('responds without reading if Content-Length is over the limit', async () => {
    const headers = { ...(await signed()), 'Content-Length': String(BYTES.length) };
    for (const [maxBodyBytes, status] of [
      [BYTES.length - 1, 413],
      [BYTES.length, 200],
    ] as const) {
      const { request, calls } = requestOf([BYTES], headers);
      expect((await webhookHandler({ ...OPTIONS, maxBodyBytes })(request)).status).toBe(status);
      expect(calls).toEqual(status === 413 ? [] : ['read', 'read']);
    }
  });

  it('discards the rest of a body over the limit, and leaves no timer', async () => {
    const running = timers();
    const { request, calls } = requestOf([BYTES, BYTES, BYTES], await signed());
    const handler = webhookHandler({ ...OPTIONS, maxBodyBytes: 10, deadlineMs: DEADLINE });
    expect((await handler(request)).status).toBe(413);
    await expect.poll(() => calls, { interval: 2 }).toEqual(['read', 'read', 'read', 'read']);
    await expect.poll(running, { interval: 2 }).toEqual([]);
  });

  it('responds with 500 if its clock returns no time', async () => {
    const response = await webhookHandler({ ...OPTIONS, now: () => NaN })(requestOf([BYTES], await signed()).request);
    expect([response.status, await response.text()]).toEqual([500, '']);
  });

  it('reads an absent body as empty', async () => {
    const handler = webhookHandler(OPTIONS);
    const { request } = requestOf([], await signed(''));
    const response = await handler({ ...request, body: null });
    expect([response.status, await response.text()]).toEqual([400, 'invalid_payload']);
  });

  it('responds with 400 if the body cannot be read', async () => {
    const { request } = requestOf([], await signed());
    const read = () => Promise.reject(new Error('connection reset'));
    const getReader = () => ({ read, cancel: () => Promise.resolve() });
    const response = await webhookHandler(OPTIONS)({ ...request, body: { getReader } });
    expect([response.status, await response.text()]).toEqual([400, '']);
  });

  it('stops reading at the deadline', async () => {
    const { request, calls } = requestOf([], await signed());
    const read = () => new Promise<never>(() => undefined);
    const getReader = () => ({ read, cancel: async () => void calls.push('cancel') });
    const response = await webhookHandler({ ...OPTIONS, deadlineMs: 5 })({ ...request, body: { getReader } });
    expect([response.status, calls]).toEqual([503, ['cancel']]);
  });

  it.each([
    ['handled', 'POST', 200],
    ['refused because of its method', 'PUT', 405],
  ])('responds with neither body nor type if the delivery is %s', async (_, method, status) => {
    const { request } = requestOf([BYTES], await signed());
    const response = await webhookHandler(OPTIONS)({ ...request, method });
    expect([response.status, response.body, response.headers.get('Content-Type')]).toEqual([status, null, null]);
  });

  it('responds with the code of an error as plain text', async () => {
    const { request } = requestOf([BYTES], {});
    const response = await webhookHandler(OPTIONS)(request);
    expect(response.headers.get('Content-Type')).toBe('text/plain');
    expect([response.status, await response.text()]).toEqual([400, 'missing_signature']);
  });

  it('reports no error if another delivery of the event is in progress', async () => {
    const onError = vi.fn();
    const seen = { ...memorySeenStore(), claim: async () => 'busy' as const };
    const response = await webhookHandler({ ...OPTIONS, seen, onError })(requestOf([BYTES], await signed()).request);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30']);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(['claim', 'done', 'release'])('requires a seen store with the method %s', (name) => {
    for (const wrong of [undefined, 'no', {}]) {
      const seen = { ...memorySeenStore(), [name]: wrong } as never;
      const misuse = usageError('invalid_option', 'options.seen');
      expect(() => webhookHandler({ ...OPTIONS, seen })).toThrow(misuse);
      expect(() => webhookListener({ ...OPTIONS, seen })).toThrow(misuse);
    }
  });
});

describe('a listener', () => {
  it('responds without reading if Content-Length is over the limit', async () => {
    const { request, response, answer, calls } = nodeOf({ 'content-length': '11' });
    const on = vi.spyOn(request, 'on');
    const listened = webhookListener({ ...OPTIONS, maxBodyBytes: 10 })(request, response);
    expect(on).not.toHaveBeenCalledWith('data', expect.anything());
    await listened;
    expect([answer.status, calls]).toEqual([413, ['resume']]);
  });

  it.each(['close', 'error'])('ends if the sender disconnects, without leaving a timer: %s', async (event) => {
    const running = timers();
    const { request, response, answer, calls } = nodeOf(await signed());
    const listened = webhookListener({ ...OPTIONS, deadlineMs: DEADLINE })(request, response);
    request.emit('data', BYTES.subarray(0, 5));
    request.emit(event, new Error('connection reset'));
    await listened;
    expect([answer.status, calls]).toEqual([400, ['resume']]);
    request.emit('close');
    expect(running()).toEqual([]);
  });

  it.each(['end', 'close'])('waits for the rest of a body over the limit, until its %s', async (event) => {
    const running = timers();
    const { request, response, answer, calls } = nodeOf(await signed());
    const listened = webhookListener({ ...OPTIONS, maxBodyBytes: 10, deadlineMs: DEADLINE })(request, response);
    request.emit('data', BYTES);
    await listened;
    expect([answer.status, calls, running().length]).toEqual([413, ['resume'], 1]);
    request.emit(event);
    expect(running()).toEqual([]);
  });

  it('closes the connection if the rest of the body does not arrive before the deadline', async () => {
    const { request, response, answer, calls } = nodeOf(await signed());
    const listened = webhookListener({ ...OPTIONS, maxBodyBytes: 10, deadlineMs: 20 })(request, response);
    request.emit('data', BYTES);
    await listened;
    expect(answer.status).toBe(413);
    await expect.poll(() => calls, { interval: 2 }).toEqual(['resume', 'destroy']);
  });

  it('counts the bytes of text that a parser has kept', async () => {
    expect(BYTES.length).toBeGreaterThan(BODY.length);
    for (const [maxBodyBytes, status] of [
      [BYTES.length - 1, 413],
      [BYTES.length, 200],
    ] as const) {
      const { request, response, answer } = nodeOf(await signed());
      const read = Object.assign(request, { readableDidRead: true, readableEnded: true, rawBody: BODY });
      await webhookListener({ ...OPTIONS, maxBodyBytes })(read, response);
      expect(answer.status).toBe(status);
    }
  });

  it('survives an error of the connection after the response', async () => {
    const { request, response, answer } = nodeOf(await signed());
    await webhookListener(OPTIONS)(Object.assign(request, { rawBody: BODY }), response);
    expect(() => request.emit('error', new Error('connection reset'))).not.toThrow();
    request.emit('close');
    expect(answer.status).toBe(200);
  });

  it('leaves a body alone that has been read to its end, and a response that has been sent', async () => {
    const { request, response, answer, calls } = nodeOf(await signed());
    const read = Object.assign(request, { readableDidRead: true, readableEnded: true, rawBody: BODY });
    await webhookListener(OPTIONS)(read, { ...response, headersSent: true });
    expect([answer, calls]).toEqual([{}, []]);
    await webhookListener(OPTIONS)(read, response);
    expect([answer.status, answer.text, calls]).toEqual([200, '', []]);
  });
});

it('a body over the limit is discarded, and stays so', () => {
  const body = bodyBytes(3);
  expect([body.add(Uint8Array.of(1, 2)), body.add(Uint8Array.of(3))]).toEqual([true, true]);
  expect([...body.bytes()]).toEqual([1, 2, 3]);
  expect([body.add(Uint8Array.of(4)), body.add(Uint8Array.of())]).toEqual([false, false]);
  expect([...body.bytes()].some((byte) => byte !== 0)).toBe(false);
});
