import type { WebhookEvent } from 'receipt-rule-packs/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offeredTypes } from 'receipt-reference-server/events/event-types.js';
import { client } from '../../reference-server/test/support/client.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { dashboardFor, problemsOf, register, signedIn, tokensOf, type Client, verify } from './support.js';

const ALL = offeredTypes([]).map(({ type }) => type);
const HOSTILE = '<script>alert("1")</script>';

anyDatabase((database) => {
  describe('a merchant', () => {
    const withHostile = () => {
      const shared = fixtures();
      const business = { id: 'biz_hostile', ownerId: '<own>', name: HOSTILE, legalName: HOSTILE, country: 'SE' };
      const apps = [...shared.apps!, { id: 'app_hostile', name: HOSTILE, partner: true }];
      return { ...shared, businesses: [...shared.businesses!, business], apps };
    };
    const server = dashboardFor(database, withHostile);
    const query = (sql: string, parameters: string[] = []) => server.server.database.query(sql, parameters);
    let receiver: Receiver;
    let user: Client;
    beforeAll(async () => {
      receiver = await startReceiver();
      user = await signedIn(server.url);
    });
    afterAll(() => receiver.close());

    /** Registers an endpoint at a path, and returns a function that waits for its deliveries and verifies them. */
    async function endpointOf(owner: string, path: string) {
      const id = await register(user, { owner, url: receiver.url(path), events: ALL });
      const [secret] = tokensOf(await user.act(`/endpoints/${id}/secret`));
      return async (count: number) => {
        const deliveries = await receiver.until(count, { path });
        return Promise.all(deliveries.map((delivery) => verify(delivery, secret!)));
      };
    }

    it('grants an app access: the token is valid immediately and shown only once, and the app is notified', async () => {
      const events = await endpointOf('app:app_2', '/granted');
      const page = await user.act('/businesses/biz_2/authorizations', {
        app: 'app_2',
        scopes: 'transactions.write',
      });
      const [token] = tokensOf(page);
      expect((await user.get('/businesses/biz_2')).html).not.toContain(token);
      // Wait for this event before writing the receipt, because the app can get the two events in either order.
      const [granted] = await events(1);
      const posted = await client(server.url, token!).post(receipt({ vendor: { id: 'biz_2' } }));
      expect(posted.status).toBe(201);
      expect(granted).toMatchObject({
        type: 'authorization.granted',
        businessId: 'biz_2',
        data: { appId: 'app_2', businessId: 'biz_2', scopes: ['transactions.write'] },
      });
      const rows = await query(`SELECT app_id, scopes, revoked_at FROM authorizations WHERE id = $1`, [
        fieldOf(granted!, 'authorizationId'),
      ]);
      expect(rows).toEqual([{ app_id: 'app_2', scopes: ['transactions.write'], revoked_at: null }]);
      const kept = await query('SELECT token_hash FROM authorizations');
      expect(JSON.stringify(kept)).not.toContain(token);
    });

    it('grants read-only access', async () => {
      const page = await user.act('/businesses/biz_3/authorizations', { app: 'app_1' });
      const api = client(server.url, tokensOf(page)[0]!);
      expect((await api.post(receipt({ vendor: { id: 'biz_3' } }))).status).toBe(403);
      expect((await api.list()).status).toBe(200);
    });

    it('revokes access: the token is rejected immediately, and the app gets only the revocation event', async () => {
      const page = await user.act('/businesses/biz_no/authorizations', { app: 'app_3' });
      const api = client(server.url, tokensOf(page)[0]!);
      const events = await endpointOf('app:app_3', '/revoked');
      const other = await endpointOf('owner:own_2', '/still');
      expect((await api.list()).status).toBe(200);
      const revocation = /action="\/dashboard(\/businesses\/biz_no\/authorizations\/auth_[^/]+\/revocation)"/;
      const form = revocation.exec((await user.get('/businesses/biz_no')).html)!;
      await user.act(form[1]!);
      expect((await api.list()).status).toBe(401);
      await user.act('/businesses/biz_no/sources', { platform: 'pos' });
      const seen = await other(2);
      expect(seen.map(({ type }) => type).sort()).toEqual(['authorization.revoked', 'source.connected']);
      expect((await events(1)).map(({ type }) => type)).toEqual(['authorization.revoked']);
      const deliveries = await query(
        `SELECT v.type FROM deliveries d JOIN events v ON v.business_id = d.business_id AND v.id = d.event_id
           JOIN endpoints e ON e.id = d.endpoint_id WHERE e.app_id = 'app_3' AND d.business_id = 'biz_no'`,
      );
      expect(deliveries).toEqual([{ type: 'authorization.revoked' }]);
      expect((await user.act(form[1]!)).status).toBe(200);
      expect(await events(1)).toHaveLength(1);
    });

    it('connects and disconnects a source, which notifies endpoints', async () => {
      const events = await endpointOf('owner:own_2', '/sources');
      await user.act('/businesses/biz_many/sources', { platform: 'shop <1>', backfill: 'complete' });
      const [connected] = await events(1);
      const sourceId = fieldOf(connected!, 'sourceId');
      expect(connected).toMatchObject({
        type: 'source.connected',
        data: { platform: 'shop <1>', backfillComplete: true, businessId: 'biz_many' },
      });
      await user.act(`/businesses/biz_many/sources/${sourceId}/disconnection`);
      const [, disconnected] = await events(2);
      expect(disconnected).toMatchObject({ type: 'source.disconnected', data: { sourceId, platform: 'shop <1>' } });
      const rows = await query('SELECT disconnected_at IS NULL AS connected FROM sources WHERE id = $1', [sourceId]);
      expect(rows).toEqual([{ connected: false }]);
    });

    it('sees the problems with invalid input, and the input itself', async () => {
      await user.get('/businesses/biz_1');
      const platform = `"${'x'.repeat(100)}`;
      const source = await user.post('/businesses/biz_1/sources', { platform });
      expect([source.status, problemsOf(source)]).toEqual([422, ['platform']]);
      expect(source.html).toContain(`value="&quot;${'x'.repeat(100)}"`);
      const none = await user.post('/businesses/biz_1/sources', { platform: ' ' });
      expect([none.status, problemsOf(none)]).toEqual([422, ['platform']]);
      const grant = await user.post('/businesses/biz_1/authorizations', { app: 'none', scopes: 'everything' });
      expect([grant.status, problemsOf(grant)]).toEqual([422, ['app', 'scopes']]);
    });

    it('pages through transactions, newest first, and sees each as a receipt and as stored JSON', async () => {
      const api = client(server.url, TOKENS.writerOfMany);
      const numbers = Array.from({ length: 27 }, (_, i) => `R-${i}`);
      for (const [i, receiptNumber] of numbers.entries()) {
        const vendor = { id: 'biz_many', locationName: HOSTILE };
        const timestamp = `2026-11-21T10:${String(i).padStart(2, '0')}:00+01:00`;
        expect((await api.post(receipt({ vendor, receiptNumber, timestamp }))).status).toBe(201);
      }
      const listed: string[] = [];
      let next: string | undefined = '/businesses/biz_many/transactions';
      while (next !== undefined) {
        const { html }: { html: string } = await user.get(next);
        for (const [, number] of html.matchAll(/>\s*(R-\d+)\s*<\/a/g)) listed.push(number!);
        next = /href="\/dashboard([^"]*)" rel="next"/.exec(html)?.[1];
      }
      expect(listed).toEqual(numbers.reverse());
      const link = /href="\/dashboard(\/businesses\/biz_many\/transactions\/txn_[^"]*)"/;
      const { html } = await user.get(link.exec((await user.get('/businesses/biz_many/transactions')).html)![1]!);
      expect(html).toContain('Kaffe');
      expect(html).toContain('30,00');
      expect(html).toContain('&quot;controlCode&quot;: &quot;CC1&quot;');
      expect(html).not.toContain('<script');
    });

    it('creates and revokes personal keys, each of which is shown only once', async () => {
      const [wide] = tokensOf(await user.act('/businesses/biz_1/keys', { for: 'all' }));
      const [pinned] = tokensOf(await user.act('/businesses/biz_1/keys', { for: 'one' }));
      const list = async (key: string, id: string) => (await client(server.url, key).list(`?businessId=${id}`)).status;
      expect([await list(wide!, 'biz_2'), await list(pinned!, 'biz_1'), await list(pinned!, 'biz_2')]).toEqual([
        200, 200, 403,
      ]);
      const { html } = await user.get('/businesses/biz_2/keys');
      expect(html).not.toContain(wide);
      const before = [...html.matchAll(/action="\/dashboard(\/businesses\/biz_2\/keys\/[0-9a-f]{16}\/revocation)"/g)];
      for (const [, action] of before) await user.act(action!);
      expect([await list(wide!, 'biz_1'), await list(TOKENS.ownerWide, 'biz_1'), await list(pinned!, 'biz_1')]).toEqual(
        [401, 401, 200],
      );
    });

    it('sees hostile names escaped, and no hashes', async () => {
      await user.act('/businesses/biz_hostile/authorizations', { app: 'app_hostile' });
      await user.act('/businesses/biz_hostile/sources', { platform: HOSTILE });
      const hashes = await query(
        'SELECT token_hash AS hash FROM authorizations UNION SELECT key_hash FROM personal_keys',
      );
      expect(hashes.length).toBeGreaterThan(10);
      const paths = [
        '/businesses',
        '/businesses/biz_hostile',
        '/businesses/biz_hostile/keys',
        '/apps',
        '/endpoints/new',
      ];
      for (const path of paths) {
        const { status, html } = await user.get(path);
        expect(status).toBe(200);
        expect(html).toContain('&lt;');
        expect(html).not.toMatch(/<script|<own>/);
        for (const { hash } of hashes) expect(html).not.toContain(hash);
      }
    });

    it('cannot add an app with an id that is in use', async () => {
      await user.act('/apps', { id: 'app_new', name: 'New', partner: 'true' });
      const again = await user.post('/apps', { id: 'app_new', name: 'Again' });
      expect([again.status, problemsOf(again)]).toEqual([422, ['id']]);
      const odd = await user.post('/apps', { id: 'app new', name: '' });
      expect([odd.status, problemsOf(odd)]).toEqual([422, ['name', 'id']]);
      const rows = await query("SELECT name, partner FROM apps WHERE id = 'app_new'");
      expect(rows).toEqual([{ name: 'New', partner: true }]);
    });
  });
});

/** Returns a field of an event's data as a string. */
function fieldOf({ data }: WebhookEvent, name: string): string {
  return String((data as object as Record<string, unknown>)[name]);
}
