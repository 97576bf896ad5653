import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HUNG_MS } from '../../../../test/support/hung.js';

/** A delivery as received. */
export type Delivery = { at: number; path: string; headers: IncomingHttpHeaders; body: string; eventId: string };

/** A webhook endpoint on 127.0.0.1 that records the deliveries it receives. */
export type Receiver = {
  /** The URL with a path. Use different paths for several endpoints. */
  url: (path?: string) => string;
  deliveries: Delivery[];
  /** Resolves once `count` deliveries (to `path`, if given) have arrived. Rejects if that takes too long. */
  until: (count: number, options?: { path?: string }) => Promise<Delivery[]>;
  close: () => Promise<void>;
};

/** @param answer returns the status for a delivery, or null to never answer; default: 200 */
export async function startReceiver(
  answer: (delivery: Delivery, earlier: number) => number | null | Promise<number | null> = () => 200,
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { eventId } = JSON.parse(body) as { eventId: string };
      const delivery = { at: Date.now(), path: request.url!, headers: request.headers, body, eventId };
      const earlier = deliveries.filter((other) => other.path === delivery.path && other.eventId === eventId).length;
      deliveries.push(delivery);
      void Promise.resolve(answer(delivery, earlier)).then((status) => {
        if (status !== null) response.writeHead(status).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    deliveries,
    async until(count, { path } = {}) {
      const end = Date.now() + HUNG_MS;
      for (;;) {
        const found = path === undefined ? deliveries : deliveries.filter((delivery) => delivery.path === path);
        if (found.length >= count) return found;
        if (Date.now() > end) throw new Error(`found ${found.length} deliveries, expected ${count}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
