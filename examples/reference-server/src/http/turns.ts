import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may have waiting: what they take of the memory stays under 2 MiB. */
const MOST_WAITING = 200;

interface Queue {
  /** Resolves once the newest request of the connection has been answered. */
  last: Promise<void>;
  waiting: number;
}

/**
 * Serves one request of a connection at a time: waits until the answer to the one before has been handed over whole. Who pipelines
 * requests and reads no answer (RFC 9112, 9.3.2) makes the server keep one answer then, not all of them.
 *
 * @returns whether the connection is still there; where more than MOST_WAITING wait, it is closed
 */
export function createTurns(): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const queues = new WeakMap<Socket, Queue>();
  return async ({ socket }, response) => {
    const queue = queues.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    queues.set(socket, queue);
    const before = queue.last;
    let end: () => void;
    queue.last = new Promise((resolve) => (end = resolve));
    response.once('close', end!);
    queue.waiting += 1;
    if (queue.waiting > MOST_WAITING) socket.destroy();
    await before;
    queue.waiting -= 1;
    // An answer that has not got the connection yet does not hear of its end.
    if (socket.destroyed) end!();
    return !socket.destroyed;
  };
}
