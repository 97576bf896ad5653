import Fastify, { type FastifyInstance } from 'fastify';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it, vi } from 'vitest';
import { dashboard } from '../src/dashboard.js';
import { createSignInTokens } from '../src/sign-in-tokens.js';
import { SESSION_SECONDS } from '../src/session.js';
import { MAX_WRONG_TOKENS, WRONG_TOKEN_MS } from '../src/wrong-tokens.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { ADMIN_TOKEN, dashboardFor, problemsOf, signedIn, createClient } from './support.js';

const HTML = 'text/html; charset=utf-8';

anyDatabase((database) => {
  describe('signing in', () => {
    const server = dashboardFor(database, fixtures);

    it('leads to the requested page', async () => {
      const user = createClient(server.url);
      const closed = await user.get('/endpoints?after=x');
      const signIn = '/dashboard/sign-in?next=%2Fdashboard%2Fendpoints%3Fafter%3Dx';
      expect([closed.status, closed.headers.get('location')]).toEqual([303, signIn]);
      const opened = await user.post('/sign-in', { token: ADMIN_TOKEN, next: '/dashboard/endpoints?after=x' });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dashboard/endpoints?after=x']);
      expect((await user.get('/endpoints')).status).toBe(200);
    });

    it.each(['//example.com', 'https://example.com/dashboard', '/v1/transactions'])(
      'does not lead to %s',
      async (next) => {
        const { headers } = await createClient(server.url).post('/sign-in', { token: ADMIN_TOKEN, next });
        expect(headers.get('location')).toBe('/dashboard');
      },
    );

    it('responds with an error page to any other token', async () => {
      const user = createClient(server.url);
      const { status, headers, html } = await user.post('/sign-in', { token: 'another token' });
      expect([status, headers.get('content-type')]).toEqual([403, HTML]);
      expect(problemsOf({ status, headers, html })).toEqual(['token']);
      expect(html).not.toContain('another token');
      expect(user.cookies.size).toBe(0);
      expect((await user.get('/endpoints')).status).toBe(303);
    });

    it('sets a cookie that is sent only to the dashboard and cannot be read by scripts', async () => {
      const { headers } = await createClient(server.url).post('/sign-in', { token: ADMIN_TOKEN });
      const [cookie, ...others] = headers.getSetCookie();
      expect(others).toEqual([]);
      expect(cookie!.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=43200',
        'Path=/dashboard',
        'SameSite=Strict',
      ]);
      expect(cookie).not.toContain(ADMIN_TOKEN);
    });

    it('sets a secure cookie only if the browser uses HTTPS, regardless of proxy headers', async () => {
      const { host } = new URL(server.url);
      const secure = await createClient(server.url).post(
        '/sign-in',
        { token: ADMIN_TOKEN },
        { Origin: `https://${host}` },
      );
      expect(secure.headers.getSetCookie()[0]!.split('; ')).toContain('Secure');
      const forged = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' };
      const plain = await createClient(server.url).post('/sign-in', { token: ADMIN_TOKEN }, forged);
      expect(plain.headers.getSetCookie()[0]!.split('; ')).not.toContain('Secure');
    });

    it('is not possible from other sites', async () => {
      const { status, headers } = await createClient(server.url).post(
        '/sign-in',
        { token: ADMIN_TOKEN },
        { Origin: 'https://example.com' },
      );
      expect([status, headers.getSetCookie()]).toEqual([403, []]);
    });
  });

  describe('wrong tokens', () => {
    const server = dashboardFor(database, fixtures);

    it('are delayed, at most ten at a time; any more are rejected immediately, and the correct token is not delayed', async () => {
      const since = performance.now();
      const waiting = Array.from({ length: MAX_WRONG_TOKENS }, (_, i) =>
        createClient(server.url).post('/sign-in', { token: `guess ${i}` }),
      );
      const user = createClient(server.url);
      const refusal = await vi.waitUntil(async () => {
        const response = await user.post('/sign-in', { token: 'guess' }, { 'X-Forwarded-For': '192.0.2.7' });
        return response.status === 429 && response;
      });
      expect([refusal.headers.get('content-type'), refusal.headers.get('retry-after')]).toEqual([HTML, '1']);
      expect((await user.post('/sign-in', { token: ADMIN_TOKEN })).status).toBe(303);
      expect((await user.get('/')).status).toBe(200);
      expect((await Promise.all(waiting)).filter(({ status }) => status === 403).length).toBeGreaterThan(0);
      expect(performance.now() - since).toBeGreaterThan(WRONG_TOKEN_MS - 10);
    });
  });

  describe('a signed-in user', () => {
    const server = dashboardFor(database, fixtures);

    it("cannot submit a form without its token, with another session's token, or from another site", async () => {
      const [user, another] = [await signedIn(server.url), await signedIn(server.url)];
      const foreign = /name="formToken" value="([^"]*)"/.exec((await another.get('/apps')).html)![1]!;
      const app = { id: 'app_forged', name: 'Forged' };
      await user.get('/apps');
      const refused = [
        await user.post('/apps', { ...app, formToken: '' }),
        await user.post('/apps', { ...app, formToken: foreign }),
        await user.post('/apps', app, { Origin: 'https://example.com' }),
        await user.post('/apps', app, { Origin: 'null' }),
        await user.post('/apps', app, { 'Sec-Fetch-Site': 'cross-site' }),
        await user.post('/apps', app, { 'Sec-Fetch-Site': 'same-site' }),
        await user.post('/sign-out', { formToken: foreign }),
      ];
      expect(refused.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
        refused.map(() => [403, HTML]),
      );
      expect(await server.server.database.query("SELECT id FROM apps WHERE id = 'app_forged'")).toEqual([]);
      const allowed = await user.post('/apps', app, { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' });
      expect(allowed.status).toBe(303);
    });

    it('is not signed in after signing out or with a modified cookie', async () => {
      const user = await signedIn(server.url);
      await user.get('/');
      const cookie = user.cookies.get('dashboard_session')!;
      await user.act('/sign-out');
      expect([user.cookies.size, (await user.get('/')).status]).toEqual([0, 303]);
      for (const changed of [cookie.replace(/\.\d/, '.9'), `x${cookie}`, `${cookie}x`, cookie.slice(0, -1), '..']) {
        user.cookies.set('dashboard_session', changed);
        expect((await user.get('/')).status).toBe(303);
      }
    });

    it('cannot reuse the cookie of an ended session in any process', async () => {
      const before = Math.floor(Date.now() / 1000);
      const [user, another] = [await signedIn(server.url), await signedIn(server.url)];
      await user.get('/');
      const cookie = user.cookies.get('dashboard_session')!;
      await user.act('/sign-out');
      const { database: db } = server.server;
      const beside: FastifyInstance = Fastify();
      const rules = { allowLoopback: true, offered: [] };
      const registry = createRegistry(packs);
      await beside.register(dashboard, {
        ...{
          prefix: '/dashboard',
          adminToken: { token: ADMIN_TOKEN },
          database: db,
          registry,
          rules,
          offered: [],
          firstDelayMs: 0,
          timeZone: 'UTC',
          rejectedRequests: 'issues',
          autoPauseDays: 0,
          signInTokens: createSignInTokens(),
        },
        wake: () => undefined,
      });
      const get = (value: string) => beside.inject({ url: '/dashboard/apps', cookies: { dashboard_session: value } });
      expect((await get(cookie)).statusCode).toBe(303);
      expect((await get(another.cookies.get('dashboard_session')!)).statusCode).toBe(200);
      await beside.close();
      user.cookies.set('dashboard_session', cookie);
      expect([(await user.get('/')).status, (await user.get('/sign-in')).status]).toEqual([303, 200]);
      const [ended] = await db.query<{ until: Date }>('SELECT max(expires_at) AS until FROM ended_sessions');
      expect(ended!.until.getTime() / 1000).toBeGreaterThanOrEqual(before + SESSION_SECONDS);
      expect(JSON.stringify(await db.query('SELECT * FROM ended_sessions'))).not.toContain(cookie.split('.')[0]);
    });

    it('leaves no records of ended sessions once they have expired', async () => {
      const { database: db } = server.server;
      await db.query("INSERT INTO ended_sessions VALUES ('old', now() - interval '1 second')");
      const user = await signedIn(server.url);
      await user.act('/sign-out');
      expect(await db.query("SELECT 1 AS kept FROM ended_sessions WHERE id_hash = 'old'")).toEqual([]);
    });

    it('gets pages without scripts, external resources, framing or caching', async () => {
      const user = await signedIn(server.url);
      for (const path of ['/', '/endpoints', '/nothing', '/businesses/biz_1']) {
        const { headers, html } = await user.get(path);
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        expect([
          headers.get('x-content-type-options'),
          headers.get('referrer-policy'),
          headers.get('cache-control'),
        ]).toEqual(['nosniff', 'same-origin', 'no-store']);
        expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i);
      }
      const style = await user.get('/style.css');
      expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
      const tag = style.headers.get('etag')!;
      expect((await user.get('/style.css', { 'If-None-Match': tag })).status).toBe(304);
    });

    it('gets a page for every error', async () => {
      const user = await signedIn(server.url);
      await user.get('/');
      const failures = [
        [await user.get('/nothing'), 404],
        [await user.get('/endpoints/none'), 404],
        [await user.get('/businesses/none'), 404],
        [await user.get('/businesses/biz_1/transactions/none'), 404],
        [await user.get('/businesses/biz%00_1'), 404],
        [await user.get('/endpoints/%F0%9F%98%80'), 404],
        [await user.get("/endpoints/'%20OR%20''%3D'"), 404],
        [await user.get('/endpoints?after=%00'), 404],
        [await user.post('/endpoints/none/rotation'), 404],
        [await user.post('/businesses/none/sources', { platform: 'x' }), 404],
        [await user.get('/endpoints/none/rotation'), 405],
        [await user.post('/businesses'), 405],
        [await user.post('/style.css'), 405],
        [await user.get('/sign-out'), 405],
        [await user.post('/apps', { id: 'x\0', name: 'x' }), 400],
        [await user.post('/apps', { id: 'x', name: 'x'.repeat(100_000) }), 413],
        [await user.post('/apps', {}, { 'Content-Type': 'application/json' }), 403],
      ] as const;
      for (const [{ status, headers, html }, expected] of failures) {
        expect([status, headers.get('content-type')]).toEqual([expected, HTML]);
        expect(html.match(/<h1>/g)).toHaveLength(1);
      }
      expect(failures[10][0].headers.get('allow')).toBe('POST');
    });
  });
});
