import type { Socket } from 'node:net';
import { Client } from 'undici';
import { skipContinue, type Received } from './skip-continue.js';

/** One open connection to an endpoint's origin, used by one attempt at a time. */
export type Connection = {
  readonly origin: string;
  /** The checked address at its other end. */
  readonly address: string;
  /** When it was opened, on the clock of `performance.now()`. */
  readonly openedAt: number;
  readonly client: Client;
  readonly received: Received;
  /** Whether another attempt may still be made on it. */
  alive(): boolean;
  destroy(): void;
};

const IDLE_MS = 4_000;
/** The limit for the head of an answer. It is large, because a 2xx counts whatever comes with it. */
const MAX_HEAD_BYTES = 65_536;

/**
 * HTTP/1.1 on a socket that is already connected, checked and secured. undici's own timeouts are off, because none of
 * them limits an attempt as a whole. Its reconnecting is off too, because its connector would not use the guard.
 */
export function createConnection(origin: string, address: string, socket: Socket): Connection {
  const received = skipContinue(socket);
  let handedOver = false;
  const client = new Client(origin, {
    connect: (_options, callback) => {
      const gone = handedOver || socket.destroyed;
      handedOver = true;
      // Not at once, since the client does not resume from inside its own call.
      queueMicrotask(() => (gone ? callback(new Error('the connection is gone'), null) : callback(null, socket)));
    },
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEAD_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const destroy = () => {
    socket.destroy();
    void client.destroy();
  };
  const alive = () => !socket.destroyed && socket.writable;
  return { origin, address, openedAt: performance.now(), client, received, alive, destroy };
}
