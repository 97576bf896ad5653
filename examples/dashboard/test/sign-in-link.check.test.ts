import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { serverFor } from '../../reference-server/test/support/in-process.js';
import { createDashboardPlugin } from '../src/plugin.js';
import { createTickets, TICKET_MS } from '../src/tickets.js';
import { ADMIN_TOKEN, signedIn, visitor } from './support.js';

const linkIn = (note: string | undefined) => /http:\S+\/dashboard(\/sign-in\?ticket=([\w-]+))/.exec(note ?? '');

describe('a link to sign in by', () => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = serverFor(database, fixtures, { ADMIN_TOKEN }, createDashboardPlugin(true));

  it('is on a terminal; it signs in by a button, once; looking at it uses nothing up', async () => {
    const [, path, ticket] = linkIn(server.server.startLines)!;
    const somebody = visitor(server.url);
    for (let i = 0; i < 2; i += 1) {
      const page = await somebody.get(path!);
      expect([page.status, page.html.includes(`value="${ticket!}"`)]).toEqual([200, true]);
      expect(somebody.cookies.has('dashboard_session')).toBe(false);
    }
    const elsewhere = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await somebody.post('/sign-in/ticket', { ticket: ticket! }, elsewhere)).status).toBe(403);
    expect((await somebody.post('/sign-in/ticket', { ticket: ticket! })).status).toBe(303);
    expect((await somebody.get('/apps')).status).toBe(200);
    const another = visitor(server.url);
    expect((await another.post('/sign-in/ticket', { ticket: ticket! })).status).toBe(403);
    expect((await another.get('/apps')).status).toBe(303);
    for (const odd of ['', 'x', '<b>']) {
      expect((await another.get(`/sign-in?ticket=${encodeURIComponent(odd)}`)).html).not.toContain('name="ticket"');
    }
  });

  it('has an end', () => {
    let now = 0;
    const tickets = createTickets(() => now);
    const [early, late] = [tickets.issue(), tickets.issue()];
    now = TICKET_MS - 1;
    expect([tickets.redeem(early), tickets.redeem(early), tickets.redeem('other')]).toEqual([true, false, false]);
    now = TICKET_MS;
    expect(tickets.redeem(late)).toBe(false);
  });

  it('comes with a link from the first page, an icon, and error pages that keep the navigation', async () => {
    const top = await fetch(server.url, { redirect: 'manual' });
    expect([top.status, top.headers.get('location')]).toEqual([302, '/dashboard']);
    const somebody = await signedIn(server.url);
    const icon = await somebody.get('/icon.svg');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    for (const path of ['/nothing', '/endpoints/none', '/a/b/c/d']) {
      const { status, html } = await somebody.get(path);
      expect([status, html.includes('aria-label="Main"'), html.includes('href="/docs"')]).toEqual([404, true, true]);
    }
    expect((await visitor(server.url).get('/nothing')).html).not.toContain('aria-label="Main"');
    expect(await (await fetch(`${server.url}/openapi.json`)).text()).toContain('[Dashboard](/dashboard)');
  });
});

describe.each([
  ['without a terminal', false, '127.0.0.1'],
  ['on every address', true, '0.0.0.0'],
])('%s', (_name, terminal, HOST) => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = serverFor(database, fixtures, { ADMIN_TOKEN, HOST }, createDashboardPlugin(terminal));

  it('there is no such link', () => {
    expect([linkIn(server.server.startLines), server.server.startLines!.includes('/dashboard')]).toEqual([null, true]);
  });
});
