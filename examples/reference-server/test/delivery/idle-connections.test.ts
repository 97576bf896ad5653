import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/delivery/connection.js';
import { IdleConnections } from '../../src/delivery/idle-connections.js';
import { SLOTS } from '../../src/delivery/slots.js';
import { answering, delivery, sender } from './support.js';

type Fake = Connection & { open: boolean };

describe('IdleConnections', () => {
  test('returns the most recently used connection to the same origin, and each connection only once', () => {
    const idle = new IdleConnections();
    const [a, b, other] = [fake('https://a.example'), fake('https://a.example'), fake('https://b.example')];
    for (const connection of [a, b, other]) idle.put(connection);
    expect([idle.take('https://a.example'), idle.take('https://a.example')]).toEqual([b, a]);
    expect(idle.take('https://a.example')).toBeUndefined();
    expect(idle.size).toBe(1);
  });

  test('closes the connection that has been idle for longest if there are too many', () => {
    const idle = new IdleConnections(2);
    const connections = ['a', 'b', 'c'].map((name) => fake(`https://${name}.example`));
    for (const connection of connections) idle.put(connection);
    expect(connections.map((connection) => connection.open)).toEqual([false, true, true]);
    expect(idle.size).toBe(2);
  });

  test('by default, keeps as many connections as can be in use at once', () => {
    const idle = new IdleConnections();
    for (let i = 0; i < SLOTS + 10; i++) idle.put(fake(`https://${i}.example`));
    expect(idle.size).toBe(SLOTS);
  });

  test('does not keep a connection that is older than a minute', () => {
    const idle = new IdleConnections();
    const [old, young] = [fake('https://a.example', 61_000), fake('https://a.example', 50_000)];
    idle.put(young);
    idle.put(old);
    expect([old.open, idle.size, idle.take('https://a.example')]).toEqual([false, 1, young]);
  });

  test('does not return a connection that was closed in the meantime or dropped', () => {
    const idle = new IdleConnections();
    const [closed, dropped] = [fake('https://a.example'), fake('https://b.example')];
    idle.put(closed);
    idle.put(dropped);
    closed.open = false;
    idle.drop(dropped);
    expect([idle.take('https://a.example'), idle.take('https://b.example'), idle.size]).toEqual([
      undefined,
      undefined,
      0,
    ]);
    expect(dropped.open).toBe(false);
  });

  test('closes all connections', () => {
    const idle = new IdleConnections();
    const connection = fake('https://a.example');
    idle.put(connection);
    idle.clear();
    expect([connection.open, idle.size]).toEqual([false, 0]);
  });
});

test('closes an idle connection after 4 seconds, however long the endpoint would keep the connection', async () => {
  // A server from node:http would close the connection itself after 5 seconds.
  const { url, sockets } = await answering('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=600\r\nContent-Length: 0\r\n\r\n');
  await sender().send(delivery(url));
  expect(sockets.map((socket) => socket.destroyed)).toEqual([false]);
  await expect.poll(() => sockets[0]!.destroyed, { interval: 50 }).toBe(true);
});

/** A fake connection, opened `age` milliseconds ago, that is alive until it is destroyed. */
function fake(origin: string, age = 0): Fake {
  const made = {
    origin,
    openedAt: performance.now() - age,
    open: true,
    alive: () => made.open,
    destroy: () => {
      made.open = false;
    },
  };
  return made as unknown as Fake;
}
