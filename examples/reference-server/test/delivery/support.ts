import http from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import type { Attempt } from '../../src/delivery/attempt.js';
import { createSender, type SendRequest, type Sender, type SenderOptions } from '../../src/delivery/send.js';
import { cert, key } from './certificate.js';

/** A loopback server. At the end of the test, it closes together with its connections. */
export type Endpoint = { port: number; url: string; sockets: Socket[] };

/** A sender that is closed at the end of the test. By default, allows loopback, and its deadline never comes. */
export function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({ allowLoopback: true, deadlineMs: HUNG_MS, ...options });
  onTestFinished(() => made.close());
  return made;
}

/**
 * An attempt that its deadline ends only after the response head. Doubles the deadline until the head arrives in time,
 * because any fixed deadline is too short for some busy machine.
 */
export async function cutOff(url: string): Promise<Attempt> {
  for (let deadlineMs = 100; ; deadlineMs *= 2) {
    const attempt = await sender({ deadlineMs }).send(delivery(url));
    if (attempt.status !== null || attempt.errorClass !== 'timeout' || deadlineMs > HUNG_MS) return attempt;
  }
}

/** A delivery to `url`. */
export function delivery(url: string): SendRequest {
  return { url, body: '{"eventId":"evt_1"}', headers: { 'Content-Type': 'application/json', 'Service-Event': 'test' } };
}

/** An HTTP endpoint. */
export function httpEndpoint(listener: http.RequestListener, host?: string): Promise<Endpoint> {
  return start(http.createServer(listener), 'http:', host);
}

/** An HTTPS endpoint with the test certificate. */
export function httpsEndpoint(onSocket: (socket: Socket) => void): Promise<Endpoint> {
  return start(tls.createServer({ cert, key }, onSocket), 'https:');
}

/** An endpoint that passes each connection to `onSocket`. */
export function rawEndpoint(onSocket: (socket: Socket) => void): Promise<Endpoint> {
  return start(net.createServer(onSocket), 'http:');
}

/** An endpoint that responds to every request with `bytes`, then calls `next`. */
export function answering(
  bytes: string | Uint8Array,
  next: (socket: Socket) => void = () => undefined,
): Promise<Endpoint> {
  return rawEndpoint((socket) => {
    socket.on('data', () => {
      socket.write(bytes, () => next(socket));
    });
  });
}

/** A 200 response as HTTP/1.1 text. */
export function ok(body = ''): string {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function start(server: Server, scheme: string, host = '127.0.0.1'): Promise<Endpoint> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `${scheme}//${host.includes(':') ? `[${host}]` : host}:${port}/hook?a=1`, sockets };
}
