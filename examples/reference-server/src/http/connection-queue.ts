import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of waiting requests per connection. This many requests take less than 2 MiB of memory. */
const MAX_WAITING = 200;

interface Queue {
  /** Resolves when the response to the newest request on the connection has ended. */
  last: Promise<void>;
  waiting: number;
}

/**
 * Serves one request per connection at a time: waits until the previous response has been sent completely. If a client
 * pipelines requests (RFC 9112, 9.3.2) and reads no responses, the server therefore keeps only one response in memory.
 *
 * @returns whether the connection is still open; the connection is closed if more than MAX_WAITING requests wait
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
    // A response that has not yet been assigned to the connection does not get the connection's `close` event.
    if (socket.destroyed) end!();
    return !socket.destroyed;
  };
}
