import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most waiting requests per connection. They take less than 2 MiB of memory. */
const MAX_WAITING = 200;

interface Queue {
  /** Resolves when the newest request of the connection has been answered. */
  last: Promise<void>;
  waiting: number;
}

/**
 * Serves one request of a connection at a time: waits until the previous response has been sent completely. If a client
 * pipelines requests and reads no response (RFC 9112, 9.3.2), the server then keeps one response in memory, not all of
 * them.
 *
 * @returns whether the connection is still open; it is closed if more than MAX_WAITING wait
 */
export function createConnectionQueue(): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const queues = new WeakMap<Socket, Queue>();
  return async ({ socket }, response) => {
    const queue = queues.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    queues.set(socket, queue);
    const before = queue.last;
    let end: () => void;
    queue.last = new Promise((resolve) => (end = resolve));
    response.once('close', end!);
    queue.waiting += 1;
    if (queue.waiting > MAX_WAITING) socket.destroy();
    await before;
    queue.waiting -= 1;
    // A response that does not yet have the connection gets no event when it closes.
    if (socket.destroyed) end!();
    return !socket.destroyed;
  };
}
