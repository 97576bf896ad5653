import { connect, type Socket } from 'node:net';
import { request } from './raw.js';

const MIB = 1_048_576;

/** 1 MiB of lines without any fields. The response has 200,000 issues. */
export const FAULTY = `{"items":[${Array(349_000).fill('{}').join()}]}`;

/** The kinds of hostile connections. */
export const HOSTILE = ['slowHeaders', 'slowBodies', 'unread', 'silent'] as const;
export type Hostile = (typeof HOSTILE)[number];

/** Connections that the client does not close until `end`. */
export interface HostileConnections {
  /** The number of connections that have received data, by kind. */
  readonly answered: Readonly<Record<Hostile, number>>;
  /** The number of connections that the server has not closed, by kind. */
  open(): Record<Hostile, number>;
  end(): void;
}

/** Milliseconds between a slow sender's bytes. */
const BYTE_MS = 1_000;

/**
 * Opens `count` connections of the given kinds in turn.
 *
 * @param token returns the token for the connection with the given number
 * @param kinds default: slow headers, slow bodies, unread responses, and silent connections
 */
export async function openHostile(
  url: string,
  count: number,
  token: (i: number) => string,
  kinds: readonly Hostile[] = HOSTILE,
): Promise<HostileConnections> {
  const { port, hostname } = new URL(url);
  const sockets: { readonly kind: Hostile; readonly socket: Socket }[] = [];
  const answered: Record<Hostile, number> = { slowHeaders: 0, slowBodies: 0, unread: 0, silent: 0 };
  const opened = Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]!;
    // A half-open socket stays open when the server ends its side.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.push({ kind, socket });
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answered[kind] += 1;
      if (kind === 'unread') socket.pause();
    });
    const first = firstBytes(kind, token(i));
    if (first !== '') socket.write(first);
    return new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  });
  await Promise.all(opened);
  const dripping = setInterval(() => {
    for (const { kind, socket } of sockets)
      if ((kind === 'slowHeaders' || kind === 'slowBodies') && socket.writable) socket.write('x');
  }, BYTE_MS);
  return {
    answered,
    open() {
      const counts: Record<Hostile, number> = { slowHeaders: 0, slowBodies: 0, unread: 0, silent: 0 };
      for (const { kind, socket } of sockets) if (!socket.destroyed && !socket.readableEnded) counts[kind] += 1;
      return counts;
    },
    end() {
      clearInterval(dripping);
      for (const { socket } of sockets) socket.destroy();
    },
  };
}

function firstBytes(kind: Hostile, token: string): string {
  const write = (length: number) =>
    request('POST /v1/transactions', [
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    ]);
  switch (kind) {
    case 'slowHeaders':
      return `POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX-Slow: `;
    case 'slowBodies':
      return write(MIB) + ' '.repeat(MIB / 2);
    case 'unread':
      return write(FAULTY.length) + FAULTY;
    case 'silent':
      return '';
  }
}
