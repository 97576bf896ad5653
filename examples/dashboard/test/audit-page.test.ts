import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditedAction } from 'receipt-reference-server/audit/audit.js';
import type { Row } from 'receipt-reference-server/database/database.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { allRoutes } from '../src/pages/index.js';
import type { DashboardContext } from '../src/request-context.js';
import { fillEndpoints } from './endpoint-states.js';
import { dashboardFor, signedIn, type Client, type Fields } from './support.js';

describe('the audit', () => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const server = dashboardFor(place, fixtures, { DELIVERY_DELAYS_MS: '0,3600000,3600000,3600000,3600000,3600000' });
  let user: Client;
  beforeAll(async () => {
    await fillEndpoints(server.server.database);
    user = await signedIn(server.url);
  });

  const query = <R extends Row>(text: string) => server.server.database.query<R>(text);
  const first = (text: string) => async () => (await query<Row & { id: string }>(text))[0]!.id;
  const linked = (page: string, pattern: RegExp) => async () => pattern.exec((await user.get(page)).html)![0];
  const registered = { owner: 'app:app_1', url: 'https://new.example.com/', events: ['transaction.created'] };
  const endpoint = '/endpoints/ep_error';
  const business = '/businesses/biz_1';

  /** Every action, with the audit entry that it adds. `last` returns the id that replaces `:last` in the path. */
  const ACTIONS: readonly {
    readonly route: string;
    readonly what: AuditedAction;
    readonly path?: string;
    readonly fields?: Fields;
    readonly last?: () => Promise<string>;
  }[] = [
    { route: '/endpoints/new', what: 'endpoint.registered', fields: registered },
    { route: '/endpoints/:id/settings', what: 'endpoint.changed', path: `${endpoint}/settings`, fields: registered },
    { route: '/endpoints/:id/state', what: 'endpoint.paused', path: `${endpoint}/state`, fields: { state: 'queue' } },
    { route: '/endpoints/:id/state', what: 'endpoint.resumed', path: `${endpoint}/state`, fields: { state: 'active' } },
    { route: '/endpoints/:id/secret', what: 'secret.shown', path: `${endpoint}/secret` },
    { route: '/endpoints/:id/rotation', what: 'secret.rotated', path: `${endpoint}/rotation` },
    {
      route: '/endpoints/:id/test-events',
      what: 'endpoint.tested',
      path: `${endpoint}/test-events`,
      fields: { type: 'transaction.created', business: 'biz_1' },
    },
    {
      route: '/endpoints/:id/deliveries/:business/:event',
      what: 'delivery.redelivered',
      path: `${endpoint}/deliveries/biz_1/evt_error_1`,
    },
    {
      route: '/endpoints/:id/replay',
      what: 'deliveries.replayed',
      path: `${endpoint}/replay`,
      fields: { since: '2020-01-01T00:00' },
    },
    {
      route: '/businesses/:id/authorizations',
      what: 'access.granted',
      path: `${business}/authorizations`,
      fields: { app: 'app_3' },
    },
    {
      route: '/businesses/:id/authorizations/:authorization/revocation',
      what: 'access.revoked',
      path: `${business}/authorizations/:last/revocation`,
      last: first(`SELECT id FROM authorizations WHERE app_id = 'app_3' ORDER BY granted_at DESC LIMIT 1`),
    },
    {
      route: '/businesses/:id/sources',
      what: 'source.connected',
      path: `${business}/sources`,
      fields: { platform: 'my-pos' },
    },
    {
      route: '/businesses/:id/sources/:source/disconnection',
      what: 'source.disconnected',
      path: `${business}/sources/:last/disconnection`,
      last: first('SELECT id FROM sources'),
    },
    { route: '/businesses/:id/keys', what: 'key.created', path: `${business}/keys`, fields: { for: 'one' } },
    {
      route: '/businesses/:id/keys/:key/revocation',
      what: 'key.revoked',
      path: `${business}/keys/:last/revocation`,
      last: linked('/businesses/biz_1/keys', /(?<=keys\/)[0-9a-f]{16}(?=\/revocation)/),
    },
    { route: '/apps', what: 'app.added', fields: { id: 'app_new', name: 'New' } },
    { route: '/apps/:id/tokens', what: 'app_token.created', path: '/apps/app_1/tokens' },
    {
      route: '/apps/:id/tokens/:token/revocation',
      what: 'app_token.revoked',
      path: '/apps/app_1/tokens/:last/revocation',
      last: linked('/apps/app_1', /(?<=tokens\/)[0-9a-f]{16}(?=\/revocation)/),
    },
  ];

  it('has an entry for every action', async () => {
    const actions = allRoutes({} as DashboardContext).filter(({ method }) => method === 'POST');
    expect([...new Set(ACTIONS.map(({ route }) => route))].sort()).toEqual(actions.map(({ path }) => path).sort());
    await user.get('/apps');
    await query(`DELETE FROM authorizations WHERE app_id = 'app_3'`);
    for (const { route, what, path = route, fields, last } of ACTIONS) {
      const seen = await first('SELECT max(id) AS id FROM audit')();
      const id = last === undefined ? '' : await last();
      const { status } = await user.post(path.replace(':last', id), fields);
      const added = await query(`SELECT what, scope FROM audit WHERE id > '${seen}'`);
      expect([path, status, added]).toEqual([path, 303, [{ what, scope: 'operator' }]]);
    }
    const [entries] = await query<Row & { n: number }>('SELECT count(*)::integer AS n FROM audit');
    const page = await user.get('/audit');
    expect(page.html.match(/<tr role="row">/g)).toHaveLength(entries!.n + 1);
    for (const word of ['signed in', 'secret shown', 'replayed 11', 'event redelivered', 'access granted']) {
      expect(page.html).toContain(word);
    }
  });

  it('has no entries for rejected actions', async () => {
    await user.get('/apps');
    await user.post('/endpoints/ep_well/rotation');
    const seen = await first('SELECT max(id) AS id FROM audit')();
    const refused = [
      await user.post('/apps', { id: 'app_1', name: 'Again' }),
      await user.post('/apps/app_1/tokens/0000000000000000/revocation'),
      await user.post(`${business}/authorizations/none/revocation`),
      await user.post(`${business}/sources/none/disconnection`),
      await user.post(`${business}/keys/0000000000000000/revocation`),
      await user.post('/endpoints/ep_well/rotation'),
      await user.post(`${endpoint}/state`, { state: 'other' }),
      await user.post('/apps', { id: 'app_x', name: 'X', formToken: '' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 303, 303, 303, 303, 303, 400, 403]);
    expect(await query(`SELECT what FROM audit WHERE id > '${seen}'`)).toEqual([]);
  });
});
