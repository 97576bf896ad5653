import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createRegistry, type StoredTransaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { schemas, webhookEvent } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from 'receipt-reference-server/database/database.js';
import { EVENT_TYPES, offeredTypes, OPERATIONAL_FEATURE } from 'receipt-reference-server/events/event-types.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { client } from '../../reference-server/test/support/client.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { dashboardFor, problemsOf, register, signedIn, tokensOf, type Client, verify } from './support.js';

const ALL = offeredTypes([]).map(({ type }) => type);
const EVERY = EVENT_TYPES.map(({ type }) => type);

anyDatabase((database) => {
  let receiver: Receiver;
  let user: Client;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  describe('endpoints', () => {
    const server = dashboardFor(database, fixtures);
    beforeAll(async () => {
      user = await signedIn(server.url);
    });

    const rowOf = async (id: string) => {
      const sql =
        'SELECT app_id, owner_id, url, secret, previous_secret, events, enabled, hold FROM endpoints WHERE id = $1';
      return (await server.server.database.query<EndpointFields>(sql, [id]))[0]!;
    };

    it('can be registered for an app or an owner, with the chosen event types and a unique secret', async () => {
      const ids = [
        await register(user, { owner: 'app:app_1', url: receiver.url('/a'), events: ['transaction.created'] }),
        await register(user, { owner: 'owner:own_1', url: receiver.url('/b'), events: ALL }),
      ];
      const [ofApp, ofOwner] = [await rowOf(ids[0]!), await rowOf(ids[1]!)];
      expect(ofApp).toMatchObject({ app_id: 'app_1', owner_id: null, url: receiver.url('/a'), enabled: true });
      expect(ofApp.events).toEqual(['transaction.created']);
      expect(ofOwner).toMatchObject({ app_id: null, owner_id: 'own_1', events: ALL });
      expect(ofApp.secret).not.toBe(ofOwner.secret);
      const list = await user.get('/endpoints');
      for (const id of ids) expect(list.html).toContain(`/dashboard/endpoints/${id}"`);
    });

    it('are not registered with invalid input: the page shows the problem with each field and keeps the input', async () => {
      const count = async () => (await server.server.database.query('SELECT id FROM endpoints')).length;
      const before = await count();
      await user.get('/endpoints/new');
      const typed = { owner: 'app:none', url: 'http://example.com/"><b>', events: ['invoice.created'] };
      const all = await user.post('/endpoints/new', typed);
      expect([all.status, problemsOf(all)]).toEqual([422, ['owner', 'url', 'events']]);
      expect(all.html).toContain('value="http://example.com/&quot;&gt;&lt;b&gt;"');
      for (const field of problemsOf(all)) {
        expect(all.html).toContain(`<a href="#${field}">`);
        expect(all.html).toContain(`aria-describedby="${field === 'events' ? '' : `${field}-hint `}${field}-problem"`);
      }
      const none = await user.post('/endpoints/new', {
        owner: 'owner:own_1',
        url: 'https://example.com',
        events: [],
      });
      expect([none.status, problemsOf(none)]).toEqual([422, ['events']]);
      expect(await count()).toBe(before);
    });

    it('can get a new URL and other event types', async () => {
      const id = await register(user, { owner: 'app:app_1', url: receiver.url('/c'), events: ALL });
      const events = ['authorization.granted', 'source.connected'];
      await user.act(`/endpoints/${id}/settings`, { url: receiver.url('/moved'), events });
      expect(await rowOf(id)).toMatchObject({ url: receiver.url('/moved'), events });
      const refused = await user.post(`/endpoints/${id}/settings`, { url: 'https://10.0.0.1/', events });
      expect([refused.status, problemsOf(refused)]).toEqual([422, ['url']]);
      expect(refused.html).toContain('value="https://10.0.0.1/"');
      expect(await rowOf(id)).toMatchObject({ url: receiver.url('/moved'), events });
    });

    it('receive no events while paused: new events are queued or discarded, as the user chooses', async () => {
      const id = await register(user, { owner: 'app:app_1', url: receiver.url('/paused'), events: ALL });
      const set = async (state: string) => {
        await user.act(`/endpoints/${id}/state`, { state });
        const { enabled, hold } = await rowOf(id);
        return { enabled, hold };
      };
      expect(await set('queue')).toEqual({ enabled: false, hold: true });
      expect((await user.get(`/endpoints/${id}/settings`)).html).toContain('Paused; new events are queued');
      expect(await set('active')).toEqual({ enabled: true, hold: false });
      expect(await set('discard')).toEqual({ enabled: false, hold: false });
      expect((await user.get(`/endpoints/${id}/settings`)).html).toContain('Paused; new events are discarded');
      for (const state of ['', 'true', 'constructor']) {
        expect((await user.post(`/endpoints/${id}/state`, { state })).status).toBe(400);
      }
      expect((await user.get(`/endpoints/${id}/settings`)).html).not.toContain('/test-events"');
      const test = { type: 'transaction.created', business: 'biz_1' };
      expect((await user.post(`/endpoints/${id}/test-events`, test)).status).toBe(422);
      expect(await set('active')).toEqual({ enabled: true, hold: false });
    });

    it('hide their secret until the user asks for it, and then show it once', async () => {
      const id = await register(user, { owner: 'app:app_1', url: receiver.url('/d'), events: ALL });
      const { secret } = await rowOf(id);
      expect((await user.get(`/endpoints/${id}/settings`)).html).not.toContain(secret);
      expect(tokensOf(await user.act(`/endpoints/${id}/secret`))).toEqual([secret]);
      expect((await user.get(`/endpoints/${id}/settings`)).html).not.toContain(secret);
    });

    it('can rotate their secret: deliveries then verify with both the old and the new secret', async () => {
      const id = await register(user, { owner: 'app:app_1', url: receiver.url('/rotated'), events: ALL });
      const before = (await rowOf(id)).secret;
      const page = await user.act(`/endpoints/${id}/rotation`);
      const [current, previous] = tokensOf(page);
      expect([previous, current === before]).toEqual([before, false]);
      expect(await rowOf(id)).toMatchObject({ secret: current, previous_secret: before });
      expect(page.html).toContain('name="again"');
      // Submitting the first form twice, as with a double click, does not invalidate the old secret.
      await user.act(`/endpoints/${id}/rotation`);
      expect(await rowOf(id)).toMatchObject({ secret: current, previous_secret: before });
      await user.act(`/endpoints/${id}/test-events`, { type: 'transaction.created', business: 'biz_1' });
      const [delivery] = await receiver.until(1, { path: '/rotated' });
      const events = [await verify(delivery!, before), await verify(delivery!, current!)];
      expect(events.map(({ type }) => type)).toEqual(['transaction.created', 'transaction.created']);
      await expect(verify(delivery!, 'whsec_other')).rejects.toMatchObject({ code: 'signature_mismatch' });
    });
  });

  describe('a test event', () => {
    const server = dashboardFor(database, fixtures, { FEATURES: OPERATIONAL_FEATURE });
    const validate = addFormats(new Ajv2020({ schemas: Object.values(schemas) })).getSchema(webhookEvent.$id)!;
    beforeAll(async () => {
      user = await signedIn(server.url);
    });

    it.each(EVERY)('of type %s is sent to one endpoint only, matches the schema, and is signed', async (type) => {
      const paths = [`/test-${type}`, `/beside-${type}`];
      const owner = 'app:app_1';
      const id = await register(user, { owner, url: receiver.url(paths[0]), events: EVERY });
      const beside = await register(user, { owner, url: receiver.url(paths[1]), events: EVERY });
      const page = await user.act(`/endpoints/${id}/test-events`, { type, business: 'biz_1' });
      expect(page.status).toBe(200);
      const [delivery] = await receiver.until(1, { path: paths[0] });
      const [secret] = tokensOf(await user.act(`/endpoints/${id}/secret`));
      const event = await verify(delivery!, secret!);
      expect(event).toMatchObject({ type, businessId: 'biz_1' });
      expect([validate(event), validate.errors]).toEqual([true, null]);
      expect(JSON.stringify(event.data)).toMatch(/"metadata":\{"test":true\}|"auth_test"|"src_test"|"ep_test"/);
      const sent = await server.server.database.query<{ endpoint_id: string }>(
        'SELECT endpoint_id FROM deliveries WHERE event_id = $1',
        [event.eventId],
      );
      expect(sent).toEqual([{ endpoint_id: id }]);
      expect(receiver.deliveries.filter((other) => other.path === paths[1])).toEqual([]);
      expect((await user.get(`/endpoints/${beside}`)).html).not.toContain(event.eventId);
    });

    it.each([
      ['biz_1', { profileId: 'se-receipt-1', currency: 'SEK', tax: { scheme: 'SE_MOMS' } }],
      ['biz_no', { profileId: 'no-receipt-1', currency: 'NOK', tax: { scheme: 'NO_MVA' } }],
    ])('with a transaction from %s is valid under the pack for that business', async (business, expected) => {
      const path = `/pack-${business}`;
      const id = await register(user, { owner: 'app:app_1', url: receiver.url(path), events: ALL });
      await user.act(`/endpoints/${id}/test-events`, { type: 'transaction.created', business });
      const [delivery] = await receiver.until(1, { path });
      const [secret] = tokensOf(await user.act(`/endpoints/${id}/secret`));
      const { data } = (await verify(delivery!, secret!)) as { data: StoredTransaction };
      expect(data).toMatchObject(expected);
      const { id: _, createdAt, schemaVersion, vendor, source, ...sent } = data;
      const document = { ...sent, vendor: { id: vendor.id }, source: { ...source, syncedAt: undefined } };
      const result = createRegistry(packs).validate(document, { country: vendor.country });
      expect(result.issues).toEqual([]);
      expect([createdAt, schemaVersion]).toEqual([source.syncedAt, '2.1']);
    });

    it('needs a business that the endpoint has access to and an event type that it subscribes to', async () => {
      const id = await register(user, {
        owner: 'app:app_2',
        url: receiver.url('/e'),
        events: ['source.connected'],
      });
      const refused = [
        await user.post(`/endpoints/${id}/test-events`, { type: 'source.connected', business: 'biz_2' }),
        await user.post(`/endpoints/${id}/test-events`, { type: 'source.connected', business: '' }),
        await user.post(`/endpoints/${id}/test-events`, { type: 'transaction.created', business: 'biz_1' }),
      ];
      expect(refused.map((answer) => [answer.status, problemsOf(answer)])).toEqual([
        [422, ['business']],
        [422, ['business']],
        [422, ['type']],
      ]);
      const found = await server.server.database.query('SELECT 1 FROM deliveries WHERE endpoint_id = $1', [id]);
      expect(found).toEqual([]);
    });

    it('is not stored as a transaction', async () => {
      const id = await register(user, { owner: 'owner:own_2', url: receiver.url('/f'), events: ALL });
      await user.act(`/endpoints/${id}/test-events`, { type: 'transaction.created', business: 'biz_no' });
      await receiver.until(1, { path: '/f' });
      const { json } = await client(server.url, TOKENS.writerInNorway).list();
      expect(json).toEqual({ data: [], hasMore: false, nextCursor: null });
    });
  });
});

interface EndpointFields extends Row {
  app_id: string | null;
  owner_id: string | null;
  url: string;
  secret: string;
  previous_secret: string | null;
  events: string[];
  enabled: boolean;
  hold: boolean;
}
