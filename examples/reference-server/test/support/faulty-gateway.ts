import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway between a client and the server, which fails every few requests. */
export interface FaultyGateway {
  readonly url: string;
  /** Responses by status, and `lost`: the server responded, but its response never arrived. */
  readonly counts: Record<string, number>;
  close(): Promise<void>;
}

const EACH_REFUSED = 7;
const EACH_LOST = 11;

/**
 * Responds with 503 to every seventh request without passing it on, and breaks the connection after the server has
 * responded to every eleventh.
 */
export async function startFaultyGateway(to: string): Promise<FaultyGateway> {
  let requests = 0;
  const counts: Record<string, number> = {};
  const count = (name: string | number) => (counts[name] = (counts[name] ?? 0) + 1);
  const gateway = createServer((incoming, outgoing) => {
    const number = ++requests;
    if (number % EACH_REFUSED === 0) {
      incoming.resume();
      count(503);
      outgoing.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Service Unavailable</h1>');
      return;
    }
    const { method, url, headers } = incoming;
    // The connections are not shared, so that a broken one has no effect on other requests.
    const passedOn = request(`${to}${url}`, { method, headers, agent: false }, (response) => {
      if (number % EACH_LOST === 0) {
        count('lost');
        response.resume();
        outgoing.destroy();
        return;
      }
      count(response.statusCode!);
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    // A killed client: the server may or may not have received the whole request.
    passedOn.on('error', () => outgoing.destroy());
    incoming.on('error', () => passedOn.destroy());
    incoming.on('aborted', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, 'close');
    },
  };
}
