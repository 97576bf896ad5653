import type { Socket } from 'node:net';
import { Client } from 'undici';

/** Counts the bytes that a socket has received since the last call to `begin`. */
export type Received = {
  begin(): void;
  /** The number of bytes received since the last call to `begin`, after TLS decryption. */
  bytes(): number;
};

/** One open connection to an endpoint's origin, used by one attempt at a time. */
export type Connection = {
  readonly origin: string;
  /** The peer's IP address, which `allowedAddresses` has accepted. */
  readonly address: string;
  /** When the connection was opened, on the clock of `performance.now()`. */
  readonly openedAt: number;
  readonly client: Client;
  readonly received: Received;
  /** Whether the connection can be used for another attempt. */
  alive(): boolean;
  destroy(): void;
};

const IDLE_MS = 4_000;
/**
 * The maximum size of a response's status line and headers. The limit is high, because a 2xx response counts as success
 * whatever its headers are.
 */
const MAX_HEAD_BYTES = 65_536;

/**
 * HTTP/1.1 on a socket that is already connected, checked and secured. Disables undici's timeouts, which do not limit
 * an attempt as a whole, and its automatic reconnection, which would bypass the address guard.
 */
export function createConnection(origin: string, address: string, socket: Socket): Connection {
  const received = countReceived(socket);
  let handedOver = false;
  const client = new Client(origin, {
    connect: (_options, callback) => {
      const gone = handedOver || socket.destroyed;
      handedOver = true;
      // Deferred, because the client does not proceed if the callback is called synchronously.
      queueMicrotask(() => (gone ? callback(new Error('the connection has closed'), null) : callback(null, socket)));
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

/** Counts in `socket.read()`, because the `bytesRead` of a TLS socket also counts TLS's own bytes. */
function countReceived(socket: Socket): Received {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let bytes = 0;
  socket.read = (size?: number) => {
    const chunk = read(size);
    bytes += chunk?.length ?? 0;
    return chunk;
  };
  return { begin: () => (bytes = 0), bytes: () => bytes };
}
