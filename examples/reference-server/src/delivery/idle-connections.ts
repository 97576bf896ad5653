import type { Connection } from './connection.js';
import { SLOTS } from './slots.js';

/**
 * The maximum number of idle connections to all endpoints together: as many as can be in use at once, so that a burst
 * of responses does not close connections that the next attempts need. Above the limit, the connection that has been
 * idle longest is closed.
 */
const MAX_IDLE = SLOTS;

/** The maximum age of a reusable connection, so that deliveries follow an endpoint that moves to another address. */
const MAX_AGE_MS = 60_000;

/** Connections waiting for the next attempt at their origin, each for a few seconds at most. */
export class IdleConnections {
  /** Least recently used first. */
  readonly #connections: Connection[] = [];
  readonly #limit: number;

  constructor(limit = MAX_IDLE) {
    this.#limit = limit;
  }

  /** The number of idle connections. */
  get size(): number {
    return this.#connections.length;
  }

  /** Removes and returns the most recently used connection to `origin`. */
  take(origin: string): Connection | undefined {
    for (let i = this.#connections.length - 1; i >= 0; i--) {
      const connection = this.#connections[i]!;
      if (connection.origin !== origin) continue;
      this.#connections.splice(i, 1);
      if (connection.alive()) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Adds a connection whose response was read completely. */
  put(connection: Connection): void {
    if (!connection.alive() || performance.now() - connection.openedAt > MAX_AGE_MS) {
      connection.destroy();
      return;
    }
    this.#connections.push(connection);
    if (this.#connections.length > this.#limit) this.#connections.shift()!.destroy();
  }

  /** Removes a connection that has closed. */
  drop(connection: Connection): void {
    const index = this.#connections.indexOf(connection);
    if (index !== -1) this.#connections.splice(index, 1);
    connection.destroy();
  }

  clear(): void {
    for (const connection of this.#connections.splice(0)) connection.destroy();
  }
}
