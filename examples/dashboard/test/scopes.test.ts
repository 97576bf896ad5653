import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from 'receipt-reference-server/database/database.js';
import { client } from '../../reference-server/test/support/client.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { HUNG_MS } from '../../../test/support/hung.js';
import { allRoutes } from '../src/pages/index.js';
import type { DashboardContext, Route } from '../src/request-context.js';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import {
  createClient,
  dashboardFor,
  problemsOf,
  register,
  signedIn,
  textOf,
  tokensOf,
  type Client,
} from './support.js';

/** Strings in the URL of each tenant's endpoint, which identify the endpoint. */
const MARKS = { one: 'alpha-mark', two: 'beta-mark', ofOne: 'gamma-mark', ofTwo: 'delta-mark' };

/** Pages that show each tenant only data that the tenant can access. */
const LISTS = [
  '/rejected-requests/reason?kind=app&name=app_1',
  '/',
  '/endpoints',
  '/rejected-requests',
  '/audit',
  '/businesses',
  '/search?q=',
  '/endpoints/new',
];

anyDatabase((place) => {
  describe('with several tenants,', () => {
    const server = dashboardFor(place, fixtures, { REFUSED_WRITES: 'full' });
    let operator: Client;
    let database: Database;
    /**
     * `one` and `two` are app_1 and app_2, `ofOne` and `ofTwo` are own_1 and own_2, `pinned` is own_1 with a key for
     * biz_1.
     */
    const users: Record<string, Client> = {};
    const endpoints: Record<string, string> = {};
    let tokenOfTwo: string;

    async function enter(token: string): Promise<Client> {
      const user = createClient(server.url);
      expect((await user.act('/sign-in', { token })).status).toBe(200);
      return user;
    }

    beforeAll(async () => {
      database = server.server.database;
      operator = await signedIn(server.url);
      const events = ['transaction.created'];
      for (const [name, owner] of Object.entries({
        one: 'app:app_1',
        two: 'app:app_2',
        ofOne: 'owner:own_1',
        ofTwo: 'owner:own_2',
      })) {
        const url = `https://${MARKS[name as keyof typeof MARKS]}.example.com/`;
        endpoints[name] = await register(operator, { owner, url, events });
        // Pause the endpoint, so that no events are sent.
        await operator.act(`/endpoints/${endpoints[name]}/state`, { state: 'discard' });
      }
      await operator.get('/apps');
      const [one] = tokensOf(await operator.act('/apps/app_1/tokens'));
      [tokenOfTwo] = tokensOf(await operator.act('/apps/app_2/tokens')) as [string];
      users.one = await enter(one!);
      users.two = await enter(tokenOfTwo);
      users.ofOne = await enter(TOKENS.ownerWide);
      users.ofTwo = await enter(TOKENS.otherOwner);
      users.pinned = await enter(TOKENS.pinned);
      const written = receipt({ vendor: { id: 'biz_2' }, receiptNumber: 'STORED-2' });
      expect((await client(server.url, TOKENS.writerOfBiz2).post(written)).status).toBe(201);
      const wrong = receipt({ receiptNumber: 'REJECTED-1', currency: 'EUR' });
      expect((await client(server.url, TOKENS.writer).post(wrong)).status).toBe(422);
      const kept = async () => (await database.query('SELECT 1 FROM refused_writes')).length;
      await vi.waitUntil(async () => (await kept()) === 1, { timeout: HUNG_MS, interval: 50 });
    });

    /** Strings that must not appear on a tenant's pages. */
    const others: Readonly<Record<string, readonly string[]>> = {
      one: [MARKS.two, MARKS.ofOne, MARKS.ofTwo, 'own_1', 'own_2', 'POS two'],
      two: [MARKS.one, MARKS.ofOne, MARKS.ofTwo, 'own_1', 'own_2', 'POS one', 'REJECTED-1'],
      ofOne: [MARKS.two, MARKS.ofTwo, 'own_2', 'biz_3', 'Kiosken'],
      ofTwo: [MARKS.one, MARKS.two, MARKS.ofOne, 'own_1', 'biz_1', 'Kaffebaren', 'REJECTED-1'],
      pinned: [MARKS.two, MARKS.ofOne, MARKS.ofTwo, 'own_2', 'biz_2', 'Bageriet', 'STORED-2'],
    };

    it.each(Object.keys(others))("%s sees no other tenant's data in any list", async (name) => {
      for (const path of LISTS) {
        const { status, html } = await users[name]!.get(path);
        expect([200, 404]).toContain(status);
        for (const mark of others[name]!) expect([path, html.includes(mark), mark]).toEqual([path, false, mark]);
      }
    });

    it('each tenant can see its own data', async () => {
      for (const name of ['one', 'two', 'ofOne', 'ofTwo'] as const) {
        expect((await users[name]!.get('/endpoints')).html).toContain(MARKS[name]);
        expect(health(await users[name]!.get(`/endpoints/${endpoints[name]}`))).toContain('Paused by operator');
      }
      expect((await users.ofOne!.get('/businesses')).html).toContain('Bageriet');
      expect((await users.pinned!.get('/businesses')).html).toContain('Kaffebaren');
      expect((await users.pinned!.get('/endpoints')).status).toBe(404);
      await expect
        .poll(async () => textOf(await users.one!.get('/rejected-requests?range=24h')))
        .toContain('1 of 2 writes rejected');
      const reason = '/rejected-requests/reason?kind=code&name=currency_not_allowed';
      expect((await users.one!.get(reason)).html).toContain('REJECTED-1');
      expect((await users.ofTwo!.get(reason)).html).not.toContain('REJECTED-1');
    });

    it('every link on an overview works for its tenant', async () => {
      for (const [name, user] of Object.entries(users)) {
        const { html } = await user.get('/');
        const hrefs = new Set([...html.matchAll(/href="\/dashboard([^"]*)"/g)].map(([, href]) => href!));
        for (const href of hrefs) expect([name, href, (await user.get(href)).status]).toEqual([name, href, 200]);
      }
    });

    const health = (page: { html: string }) => textOf(page, '<p class="health">', '</p>');

    it("no page or action gives access to another tenant's data", async () => {
      const registry = createRegistry(packs);
      const routes = allRoutes({ registry } as DashboardContext);
      const filled = ({ path }: Route, ids: Readonly<Record<string, string>>) =>
        path.replace(':id', ids[path.split('/')[1]!] ?? 'x').replaceAll(/:\w+/g, 'x');
      const strangers = [
        ['two', { endpoints: endpoints.one!, businesses: 'biz_1', apps: 'app_1' }],
        ['ofTwo', { endpoints: endpoints.ofOne!, businesses: 'biz_1', apps: 'app_1' }],
        ['pinned', { endpoints: endpoints.ofOne!, businesses: 'biz_2', apps: 'app_1' }],
      ] as const;
      for (const [name, ids] of strangers) {
        const user = users[name]!;
        await user.get('/');
        const named = routes.filter(({ path }) => path.includes(':id'));
        expect(named.length).toBeGreaterThan(20);
        for (const route of named) {
          const path = filled(route, ids);
          const { status } = route.method === 'GET' ? await user.get(path) : await user.post(path, { state: 'active' });
          expect([name, route.method, path, status]).toEqual([name, route.method, path, 404]);
        }
      }
    });

    it('routes without declared tenants are for the operator only', async () => {
      await users.one!.get('/');
      for (const path of ['/apps', '/apps/app_1', '/businesses']) expect((await users.one!.get(path)).status).toBe(404);
      expect((await users.one!.post('/apps', { id: 'app_x', name: 'X' })).status).toBe(404);
      await users.ofOne!.get('/');
      expect((await users.ofOne!.post('/businesses/biz_1/keys', { for: 'all' })).status).toBe(404);
      await users.pinned!.get('/businesses/biz_1');
      const granted = await users.pinned!.post('/businesses/biz_1/authorizations', { app: 'app_2' });
      expect(granted.status).toBe(404);
    });

    it('an endpoint that a tenant registers belongs to that tenant, regardless of the owner in the form', async () => {
      const id = await register(users.two!, {
        owner: 'app:app_1',
        url: 'https://new-mark.example.com/',
        events: ['transaction.created'],
      });
      const rows = await database.query('SELECT app_id, owner_id FROM endpoints WHERE id = $1', [id]);
      expect(rows).toEqual([{ app_id: 'app_2', owner_id: null }]);
      expect((await users.one!.get(`/endpoints/${id}`)).status).toBe(404);
      await database.query('UPDATE endpoints SET enabled = false WHERE id = $1', [id]);
    });

    it('search finds a receipt only for its owner and the operator', async () => {
      const search = async (user: Client, text: string) => {
        const { status, headers } = await user.get(`/search?q=${text}`);
        return status === 303 ? headers.get('location') : status;
      };
      expect(await search(operator, 'STORED-2')).toMatch(/^\/dashboard\/businesses\/biz_2\/transactions\/txn_/);
      expect(await search(users.ofOne!, 'STORED-2')).toMatch(/^\/dashboard\/businesses\/biz_2\/transactions\/txn_/);
      expect(await search(operator, 'REJECTED-1')).toMatch(/^\/dashboard\/businesses\/biz_1\/rejected-requests\/ref_/);
      expect(await search(operator, endpoints.one!)).toBe(`/dashboard/endpoints/${endpoints.one!}`);
      expect(await search(operator, 'biz_3')).toBe('/dashboard/businesses/biz_3');
      for (const name of ['ofTwo', 'pinned', 'two']) expect(await search(users[name]!, 'STORED-2')).toBe(200);
      expect((await users.ofTwo!.get('/search?q=STORED-2')).html).toContain('No exact match');
      expect(await search(users.two!, endpoints.one!)).toBe(200);
    });

    it('a session ends when its token is revoked, and every action is in the audit log', async () => {
      const another = await enter(tokenOfTwo);
      await another.get(`/endpoints/${endpoints.two}/settings`);
      await another.act(`/endpoints/${endpoints.two}/secret`);
      const [fingerprint] =
        /(?<=tokens\/)[0-9a-f]{16}(?=\/revocation)/.exec((await operator.get('/apps/app_2')).html) ?? [];
      const newToken = tokensOf(await operator.act('/apps/app_2/tokens'))[0]!;
      const still = await enter(newToken);
      await operator.act(`/apps/app_2/tokens/${fingerprint!}/revocation`);
      expect([(await another.get('/')).status, (await still.get('/')).status]).toEqual([303, 200]);
      const refused = await createClient(server.url).post('/sign-in', { token: tokenOfTwo });
      expect([refused.status, problemsOf(refused)]).toEqual([403, ['token']]);
      users.two = still;
      tokenOfTwo = newToken;
      const rows = await database.query(
        `SELECT scope, what FROM audit WHERE tenant = 'app:app_2' AND what IN ('secret.shown', 'app_token.revoked') ORDER BY id`,
      );
      expect(rows).toEqual([
        { scope: 'app:app_2', what: 'secret.shown' },
        { scope: 'operator', what: 'app_token.revoked' },
      ]);
      expect((await users.two.get('/audit')).html).toContain('secret shown');
    });
  });
});
