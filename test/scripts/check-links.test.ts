import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadList, isDead, isThere, linkChecked, openLinks, urlsIn } from '../../scripts/links/check-links.js';

let server: Server;
let origin: string;
let most = 0;

beforeAll(async () => {
  let open = 0;
  server = createServer((request, response) => {
    most = Math.max(most, ++open);
    response.once('close', () => open--);
    const status = Number(request.url!.slice(1));
    if (status === 301) response.writeHead(301, { location: '/200' }).end();
    else if (status === 0) request.socket.destroy();
    else setImmediate(() => response.writeHead(status).end('page'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(
  () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    }),
);

it('urlsIn returns the URLs in all parts of a law, without duplicates, in order', () => {
  const law = { rates: [{ url: 'b', references: [{ url: 'a' }] }, { url: 'b' }], url: 5, other: 'c' };
  expect(urlsIn([law, null, 'd'])).toEqual(['a', 'b']);
});

describe('openLinks', () => {
  it('distinguishes existing pages, refusals and dead links', async () => {
    const opened = await openLinks(
      ['/200', '/301', '/403', '/404', '/410', '/500', '/0'].map((path) => origin + path),
      fetch,
    );
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 403, 404, 410, 500, undefined]);
    expect(opened.map(isThere)).toEqual([true, true, false, false, false, false, false]);
    expect(opened.map(isDead)).toEqual([false, false, false, true, true, false, true]);
    expect(deadList(opened).split('\n')).toHaveLength(4);
    expect(deadList(opened)).toContain(`${origin}/404: 404`);
  });

  it('opens each link, and only a few at once', async () => {
    most = 0;
    const opened = await openLinks(new Array<string>(40).fill(`${origin}/200`), fetch);
    expect(opened.filter(isThere)).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('returns nothing if there are no links', async () => {
    expect(await openLinks([], fetch)).toEqual([]);
  });
});

it('linkChecked keeps the last day on which a link worked, and drops links that no row has', () => {
  const opened = [
    { url: 'a', status: 200 },
    { url: 'b', status: 404 },
    { url: 'c', status: 503 },
  ];
  expect(linkChecked({ a: '2026-01-01', b: '2026-01-02', gone: '2026-01-03' }, opened, '2026-11-23')).toEqual({
    a: '2026-11-23',
    b: '2026-01-02',
  });
});
