import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { serverFor } from '../../reference-server/test/support/in-process.js';
import { createDashboardPlugin } from '../src/plugin.js';
import { createSignInTokens, SIGN_IN_TOKEN_MS } from '../src/sign-in-tokens.js';
import { ADMIN_TOKEN, signedIn, createClient } from './support.js';

const linkIn = (note: string | undefined) => /http:\S+\/dashboard(\/sign-in\?token=([\w-]+))/.exec(note ?? '');

describe('a sign-in link', () => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = serverFor(database, fixtures, { ADMIN_TOKEN }, createDashboardPlugin(true));

  it('is printed on a terminal, signs in once with a button, and is not used up by opening the link', async () => {
    const [, path, token] = linkIn(server.server.startLines)!;
    const user = createClient(server.url);
    for (let i = 0; i < 2; i += 1) {
      const page = await user.get(path!);
      expect([page.status, page.html.includes(`value="${token!}"`)]).toEqual([200, true]);
      expect(user.cookies.has('dashboard_session')).toBe(false);
    }
    const elsewhere = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await user.post('/sign-in/token', { signInToken: token! }, elsewhere)).status).toBe(403);
    expect((await user.post('/sign-in/token', { signInToken: token! })).status).toBe(303);
    expect((await user.get('/apps')).status).toBe(200);
    const another = createClient(server.url);
    expect((await another.post('/sign-in/token', { signInToken: token! })).status).toBe(403);
    expect((await another.get('/apps')).status).toBe(303);
    for (const odd of ['', 'x', '<b>']) {
      expect((await another.get(`/sign-in?token=${encodeURIComponent(odd)}`)).html).not.toContain('name="signInToken"');
    }
  });

  it('expires', () => {
    let now = 0;
    const tickets = createSignInTokens(() => now);
    const [early, late] = [tickets.issue(), tickets.issue()];
    now = SIGN_IN_TOKEN_MS - 1;
    expect([tickets.redeem(early), tickets.redeem(early), tickets.redeem('other')]).toEqual([true, false, false]);
    now = SIGN_IN_TOKEN_MS;
    expect(tickets.redeem(late)).toBe(false);
  });

  it('leads to a dashboard with a redirect from `/`, an icon, and error pages with navigation', async () => {
    const top = await fetch(server.url, { redirect: 'manual' });
    expect([top.status, top.headers.get('location')]).toEqual([302, '/dashboard']);
    const user = await signedIn(server.url);
    const icon = await user.get('/icon.svg');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    for (const path of ['/nothing', '/endpoints/none', '/a/b/c/d']) {
      const { status, html } = await user.get(path);
      expect([status, html.includes('aria-label="Main"'), html.includes('href="/docs"')]).toEqual([404, true, true]);
    }
    expect((await createClient(server.url).get('/nothing')).html).not.toContain('aria-label="Main"');
    expect(await (await fetch(`${server.url}/openapi.json`)).text()).toContain('[Dashboard](/dashboard)');
  });
});

describe.each([
  ['without a terminal', false, '127.0.0.1'],
  ['listening on every address', true, '0.0.0.0'],
])('%s', (_name, terminal, HOST) => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = serverFor(database, fixtures, { ADMIN_TOKEN, HOST }, createDashboardPlugin(terminal));

  it('the server does not print a sign-in link', () => {
    expect([linkIn(server.server.startLines), server.server.startLines!.includes('/dashboard')]).toEqual([null, true]);
  });
});
