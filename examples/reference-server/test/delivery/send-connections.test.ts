import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { answering, delivery, httpEndpoint, ok, rawEndpoint, sender } from './support.js';

describe('a connection', () => {
  test('is reused by the next attempt to the same origin, without a new DNS lookup', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end('x'));
    const made = sender();
    for (let i = 0; i < 5; i++) expect((await made.send(delivery(`${url}&${i}`))).address).toBe('127.0.0.1');
    expect(sockets).toHaveLength(1);
  });

  test('is used by one attempt at a time, and no attempt waits for another', async () => {
    let waiting: (() => void)[] = [];
    const { url, sockets } = await httpEndpoint((_request, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 20) for (const answer of waiting) answer();
    });
    const made = sender();
    const attempts = await Promise.all(Array.from({ length: 20 }, () => made.send(delivery(url))));
    expect(attempts.every((attempt) => attempt.delivered)).toBe(true);
    waiting = [];
    await Promise.all(Array.from({ length: 20 }, () => made.send(delivery(url))));
    expect(sockets).toHaveLength(20);
  });

  test('is not shared between ports', async () => {
    const listener = (_request: unknown, response: { end(): unknown }) => void response.end();
    const [a, b] = [await httpEndpoint(listener), await httpEndpoint(listener)];
    const made = sender();
    await made.send(delivery(a.url));
    await made.send(delivery(b.url));
    expect([a.sockets.length, b.sockets.length]).toEqual([1, 1]);
  });

  test.each([
    ['the endpoint requests that it be closed', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
    ['the endpoint uses HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['the response was longer than the sender reads', ok('x'.repeat(20_000))],
    [
      'the endpoint keeps idle connections for only a second',
      'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('is not reused if %s', async (_name, bytes) => {
    const { url, sockets } = await answering(bytes);
    const made = sender();
    await made.send(delivery(url));
    expect((await made.send(delivery(url))).status).toBe(200);
    expect(sockets).toHaveLength(2);
  });

  test('is not reused if data follows the response, and this data is never read as the next response', async () => {
    const { url } = await answering(`${ok('mine')}HTTP/1.1 500 Smuggled\r\n\r\n`);
    const made = sender();
    for (let i = 0; i < 3; i++) expect(await made.send(delivery(url))).toMatchObject({ status: 200, answer: 'mine' });
  });

  test('is closed when the sender is closed', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end());
    const made = sender();
    await made.send(delivery(url));
    made.close();
    await expect.poll(() => sockets.map((socket) => socket.closed)).toEqual([true]);
  });
});

describe('a connection that the endpoint closes during its reuse', () => {
  test.each([
    ['by FIN', (socket: Socket) => void socket.end(), 'closed'],
    ['by FIN, without reading', (socket: Socket) => void socket.destroy(), 'closed'],
    ['by RST', (socket: Socket) => void socket.resetAndDestroy(), 'closed'],
    ['after one byte', (socket: Socket) => void socket.end('H'), 'protocol'],
  ])('ends the attempt, which is not repeated immediately: %s', async (_how, close, errorClass) => {
    const requests: number[] = [];
    const { url } = await closingOnReuse(close, requests);
    const made = sender();
    await made.send(delivery(url));
    expect(await made.send(delivery(url))).toMatchObject({ delivered: false, status: null, errorClass });
    expect(requests).toEqual([0, 0]);
    expect(await made.send(delivery(url))).toMatchObject({ delivered: true, answer: 'done' });
    expect(requests).toEqual([0, 0, 1]);
  });

  test('is dropped if it is closed while idle', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end());
    const made = sender();
    await made.send(delivery(url));
    const closed = once(sockets[0]!, 'close');
    sockets[0]!.end();
    await closed; // Waits until the sender has also closed its side.
    expect((await made.send(delivery(url))).delivered).toBe(true);
    expect(sockets).toHaveLength(2);
  });
});

/** An endpoint that responds, except to later requests on its first connection, for which it calls `close`. */
function closingOnReuse(close: (socket: Socket) => void, requests: number[]): ReturnType<typeof rawEndpoint> {
  let connections = 0;
  return rawEndpoint((socket) => {
    const connection = connections++;
    let seen = 0;
    socket.on('data', () => {
      requests.push(connection);
      if (connection === 0 && seen++ > 0) close(socket);
      else socket.write(ok('done'));
    });
  });
}
