import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../reference-server/test/support/client.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { dashboardFor, register, signedIn, type PageResponse, type Client } from './support.js';

describe('the overview', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = dashboardFor(database, fixtures, { DELIVERY_DELAYS_MS: '0,3600000,3600000,3600000,3600000,3600000' });
  let receiver: Receiver;
  let user: Client;
  let atFirst: PageResponse;
  beforeAll(async () => {
    receiver = await startReceiver(({ path }) => (path === '/broken' ? 503 : 200));
    user = await signedIn(server.url);
    atFirst = await user.get('/');
  });
  afterAll(() => receiver.close());

  /** The opening tag of the first element after the page's heading. */
  const first = ({ html }: PageResponse) => /<\/h1>\s*(<\w[^>]*>)/.exec(html)?.[1];

  const links = ({ html }: PageResponse) => {
    const tiles = /<ul class="tiles">.*?<\/ul>/s.exec(html)![0];
    return {
      tiles: tiles.match(/<li>/g)!.length,
      hrefs: [...tiles.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to!),
    };
  };

  it('shows the first steps while there is no data', () => {
    expect([atFirst.html.includes('class="checklist"'), atFirst.html.includes('<svg')]).toEqual([true, false]);
    expect(first(atFirst)).toContain('attention well');
  });

  it('has a working link on every tile', async () => {
    const { tiles, hrefs } = links(await user.get('/'));
    expect([tiles, hrefs.length]).toEqual([4, 4]);
    for (const href of hrefs) expect((await user.get(href.replace('/dashboard', ''))).status).toBe(200);
  });

  it('shows the failing endpoint first, with time, count and reason, as the lists do', async () => {
    const events = ['transaction.created'];
    const well = await register(user, { owner: 'app:app_1', url: receiver.url('/well'), events });
    const broken = await register(user, { owner: 'app:app_1', url: receiver.url('/broken'), events });
    const api = client(server.url, TOKENS.writer);
    for (let i = 0; i < 3; i += 1) expect((await api.post(receipt())).status).toBe(201);
    await receiver.until(3, { path: '/broken' });
    const sql = `SELECT least(failing_attempts, 1) + (SELECT count(*)::integer FROM attempts a WHERE a.endpoint_id = e.id) AS n
       FROM endpoints e WHERE id = $1`;
    const seen = async () => (await server.server.database.query<{ n: number }>(sql, [broken]))[0]!.n;
    // Wait until all three attempts and the endpoint's state have been stored.
    await expect.poll(seen).toBe(4);

    // The server writes counters every 10 seconds.
    await expect.poll(async () => (await user.get(`/endpoints/${broken}`)).html).toContain('0 of 3 attempts');
    const page = await user.get('/');
    expect(first(page)).toMatch(/^<section class="attention" /);
    const panel = page.html.slice(page.html.indexOf('class="attention"'), page.html.indexOf('class="tiles"'));
    for (const part of [
      '1 of 2 endpoints',
      `/endpoints/${broken}"`,
      '3 events waiting',
      '503 Service Unavailable',
      '<time',
    ]) {
      expect(panel).toContain(part);
    }
    expect(panel).not.toContain(well);
    const list = (await user.get('/endpoints')).html;
    expect(list.indexOf(broken)).toBeLessThan(list.indexOf(well));
    expect(list.indexOf(well)).toBeGreaterThan(0);
    const of = async (show: string) => {
      const { html } = await user.get(`/endpoints?show=${show}`);
      return [html.includes(broken), html.includes(well)];
    };
    expect([await of('failing'), await of('active'), await of('waiting'), await of('given-up')]).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, false],
    ]);
  });
});
