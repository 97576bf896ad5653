import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { answering, cutOff, delivery, httpEndpoint, rawEndpoint, sender } from './support.js';

const never = () => new Promise<never>(() => undefined);

test('the deadline is 10 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const attempt = sender({ deadlineMs: undefined, lookup: never }).send(delivery('https://a.example/'));
  const ended = vi.fn();
  void attempt.then(ended);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await attempt).errorClass).toBe('timeout');
});

describe('the deadline includes', () => {
  test('DNS', async () => {
    const attempt = await sender({ deadlineMs: 60, lookup: never }).send(delivery('https://a.example/'));
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'timeout', status: null, address: null });
  });

  test('connecting', async () => {
    const attempt = await sender({
      deadlineMs: 60,
      connect: (_target, signal) => once(signal, 'abort').then(() => Promise.reject(signal.reason as Error)),
    }).send(delivery('https://8.8.8.8/'));
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'timeout', status: null, address: '8.8.8.8' });
  });

  test('a TLS handshake without a response', async () => {
    const { port, sockets } = await rawEndpoint(() => undefined);
    const attempt = await sender({ deadlineMs: 100 }).send(delivery(`https://127.0.0.1:${port}/`));
    expect(attempt).toMatchObject({ errorClass: 'timeout', status: null, address: '127.0.0.1' });
    await closing(sockets);
  });

  test('sending a request that the endpoint does not read', async () => {
    const { url } = await rawEndpoint((socket) => socket.pause());
    const body = new Uint8Array(20_000_000);
    expect((await sender({ deadlineMs: 150 }).send({ ...delivery(url), body })).errorClass).toBe('timeout');
  });

  test('waiting for a response', async () => {
    const { url, sockets } = await rawEndpoint((socket) => socket.resume());
    expect((await sender({ deadlineMs: 80 }).send(delivery(url))).errorClass).toBe('timeout');
    await closing(sockets);
  });

  test('a response head that arrives byte by byte', async () => {
    const { url } = await rawEndpoint((socket) => {
      socket.resume();
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const attempt = await sender({ deadlineMs: 100 }).send(delivery(url));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'timeout' });
  });

  test('the body of a failed response', async () => {
    const { url, sockets } = await trickling('HTTP/1.1 500 No\r\n\r\nx');
    const attempt = await cutOff(url);
    expect(attempt).toMatchObject({ delivered: false, status: 500, errorClass: 'http_status' });
    expect(attempt.answer).toMatch(/^x+$/);
    await closing(sockets);
  });
});

describe('the time limit of 100 ms for the body of a 2xx', () => {
  test.each([
    ['arrives byte by byte', trickling],
    ['never starts', answering],
  ])('keeps the received part and closes the connection if the body %s', async (_name, endpoint) => {
    const { url, sockets } = await endpoint('HTTP/1.1 200 OK\r\n\r\n');
    const startedAt = performance.now();
    // If it waited for the deadline, the test would hang.
    const attempt = await sender({ deadlineMs: 2 * HUNG_MS }).send(delivery(url));
    // Timers may fire slightly early.
    expect(performance.now() - startedAt).toBeGreaterThan(95);
    expect(attempt).toMatchObject({ delivered: true, status: 200, errorClass: null });
    expect(attempt.answer).toMatch(/^x*$/);
    await closing(sockets);
  });

  test('lets the connection be reused if the body ends in time', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end('x'));
    const made = sender();
    for (let i = 0; i < 2; i++) expect(await made.send(delivery(url))).toMatchObject({ delivered: true, answer: 'x' });
    expect(sockets).toHaveLength(1);
  });
});

describe('the duration', () => {
  test('ends with the status line', async () => {
    const times = [1_000, 1_042.4];
    const { url } = await httpEndpoint((_request, response) => response.end('x'));
    const attempt = await sender({ now: () => times.shift() ?? 9_000 }).send(delivery(url));
    expect(attempt).toMatchObject({ delivered: true, durationMs: 42, answer: 'x' });
  });

  test('ends with the failure if there is no response', async () => {
    let time = 5;
    const lookup = async () => {
      time = 12;
      return [];
    };
    expect((await sender({ now: () => time, lookup }).send(delivery('https://a.example/'))).durationMs).toBe(7);
  });
});

/** An endpoint whose response starts with `bytes` and continues one byte at a time. */
function trickling(bytes: string) {
  return answering(bytes, (socket) => {
    const timer = setInterval(() => socket.write('x'), 5);
    socket.on('close', () => clearInterval(timer));
  });
}

/**
 * Resolves when the endpoint notices that its connections have been closed. On a busy machine, it may accept a connection
 * only after the sender has closed it.
 */
async function closing(sockets: readonly Socket[]): Promise<void> {
  await expect.poll(() => sockets.length > 0 && sockets.every((socket) => socket.resume().closed)).toBe(true);
}
