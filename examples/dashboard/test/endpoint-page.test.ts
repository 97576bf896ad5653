import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from 'receipt-reference-server/database/database.js';
import { addAudit, WORKER } from 'receipt-reference-server/audit/audit.js';
import { OPERATOR } from 'receipt-reference-server/credentials/scope.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { fillEndpoints, GIVEN_UP } from './endpoint-states.js';
import { dashboardFor, signedIn, textOf, type Client, type PageResponse } from './support.js';

const health = (page: PageResponse) => textOf(page, '<p class="health">', '</p>');

anyDatabase((place) => {
  describe('with endpoints in various states,', () => {
    // The worker has no queues for these endpoints, so it sends nothing and their states do not change.
    const server = dashboardFor(place, fixtures, { DELIVERY_DELAYS_MS: '0,60000,60000,60000,60000,60000' });
    let user: Client;
    let database: Database;
    beforeAll(async () => {
      database = server.server.database;
      user = await signedIn(server.url);
      await fillEndpoints(database);
    });

    it.each([
      ['ep_refused', /^✕ Failing since .*\(47 min[^)]*\) *: Could not connect to refused\.example\.com:443$/],
      ['ep_silent', /^✕ Failing since .*\(1 h 30 min\) *: No response within 10 seconds$/],
      ['ep_error', /^✕ Failing since .*\(2 h[^)]*\) *: 503 Service Unavailable$/],
      ['ep_unknown', /^✕ Failing since .*\(3 d[^)]*\) *: unknown\.example\.com does not resolve$/],
      ['ep_flapping', /^▲ Degraded : 30 % of attempts have failed since [\d :-]+$/],
      ['ep_well', /^✓ Healthy$/],
      ['ep_new', /^○ New : no events have been sent yet\. Send a test event$/],
    ])('%s shows its state', async (id, sentence) => {
      expect(health(await user.get(`/endpoints/${id}`))).toMatch(sentence);
    });

    it('a paused endpoint shows who paused it, since when, and how many events are queued', async () => {
      const actor = { scope: OPERATOR, session: 'mark', address: '192.0.2.1' };
      const entry = { what: 'endpoint.paused', subject: 'endpoint:ep_paused', tenant: 'app:app_1' } as const;
      await addAudit(database, actor, entry);
      expect(health(await user.get('/endpoints/ep_paused'))).toMatch(
        /^○ Paused by operator since [\d:]+ : 3 events queued$/,
      );
      expect(textOf(await user.get('/endpoints?show=paused'))).toMatch(
        /○ Paused by operator since [\d:]+ : 3 events queued/,
      );
    });

    it('a paused endpoint that discards new events says so', async () => {
      await database.query("UPDATE endpoints SET hold = false WHERE id = 'ep_paused'");
      expect(health(await user.get('/endpoints/ep_paused'))).toMatch(/3 events queued; new events are discarded$/);
      await database.query("UPDATE endpoints SET hold = true WHERE id = 'ep_paused'");
    });

    it('a paused endpoint shows that a worker paused it', async () => {
      const entry = { what: 'endpoint.paused', subject: 'endpoint:ep_auto', tenant: 'app:app_1' } as const;
      await database.query(
        `INSERT INTO endpoints (id, app_id, url, secret, events, enabled, hold)
         VALUES ('ep_auto', 'app_1', 'https://auto.example.com/', 's', '{}', false, true)`,
      );
      await addAudit(database, WORKER, entry);
      expect(health(await user.get('/endpoints/ep_auto'))).toMatch(/^○ Paused automatically since [\d:]+ : 0 events/);
      await database.query(`DELETE FROM endpoints WHERE id = 'ep_auto'`);
    });

    it('an endpoint that recovered less than a day ago shows when', async () => {
      const recovered = (hours: number) =>
        database.query(`UPDATE endpoints SET recovered_at = now() - $1 * interval '1 hour' WHERE id = 'ep_well'`, [
          hours,
        ]);
      await recovered(23);
      expect(health(await user.get('/endpoints/ep_well'))).toMatch(/^✓ Healthy ?, working again since [\d :-]+$/);
      await recovered(25);
      expect(health(await user.get('/endpoints/ep_well'))).toBe('✓ Healthy');
    });

    it.each([
      [5.1, true],
      [4.9, false],
    ])('an endpoint whose attempts have all failed for %d days would be paused: %s', async (days, would) => {
      await database.query(
        `INSERT INTO endpoints (id, app_id, url, secret, events, failing_since, failing_attempts, last_attempt_at)
         VALUES ('ep_dead', 'app_1', 'https://dead.example.com/', 's', '{}', now() - $1 * interval '1 day', 20, now())`,
        [days],
      );
      expect((await user.get('/endpoints/ep_dead')).html.includes('id="would-pause"')).toBe(would);
      await database.query(`DELETE FROM endpoints WHERE id = 'ep_dead'`);
    });

    it('a slow endpoint is not reported as a late worker', async () => {
      const due = async (at: string) => {
        await database.query(`UPDATE outbox SET due_at = ${at} WHERE endpoint_id = 'ep_refused'`);
        // Another worker has leased the queue, so that this one sends nothing.
        await database.query(
          `INSERT INTO endpoint_queues (endpoint_id, worker, look_at) VALUES ('ep_refused', 'other', now() + interval '19 s')
           ON CONFLICT (endpoint_id) DO UPDATE SET look_at = excluded.look_at`,
        );
      };
      const attempted = (at: string) =>
        database.query(`UPDATE endpoints SET last_attempt_at = ${at} WHERE id = 'ep_refused'`);
      const read = async () =>
        Promise.all(['/', '/endpoints/ep_refused'].map(async (path) => textOf(await user.get(path))));
      await due(`now() - interval '5 minutes'`);
      await attempted('now()');
      for (const text of await read()) expect(text).not.toContain('The worker is');
      expect((await user.get('/')).html).not.toContain('Check that a worker is');
      expect((await user.get('/')).html).toMatch(/Oldest event waiting<\/span>[\s\S]*?due since <time/);
      await attempted(`now() - interval '5 minutes'`);
      for (const text of await read()) expect(text).toMatch(/Counted to \S+ \. The worker is 5 min/);
      expect((await user.get('/')).html).toContain('Check that a worker is');
      await due(`'2999-01-01'`);
      await database.query(`DELETE FROM endpoint_queues WHERE endpoint_id = 'ep_refused'`);
      await attempted(`now() - interval '1 minute'`);
    });

    it('the overview lists the unhealthy endpoints, worst first', async () => {
      const page = await user.get('/');
      const panel = page.html.slice(page.html.indexOf('class="attention"'), page.html.indexOf('class="tiles"'));
      const named = [...panel.matchAll(/class="name" href="\/dashboard\/endpoints\/([^"]*)"/g)].map(([, id]) => id);
      expect(named).toEqual(['ep_error', 'ep_unknown', 'ep_refused', 'ep_silent', 'ep_flapping']);
      expect(panel.match(/<li>/g)).toHaveLength(5);
      expect(panel).toContain(`${GIVEN_UP} events</strong> given up`);
    });

    it("the list shows each endpoint's state, exact success rate and undelivered events", async () => {
      const page = await user.get('/endpoints');
      const row = (id: string) => textOf(page, `/endpoints/${id}"`, '</tr>');
      expect(row('ep_flapping')).toContain('70 %');
      expect(row('ep_error')).toMatch(/Failing since .* 0 % .* 12 /);
      expect(row('ep_well')).toContain('99.9 %');
    });

    it("an endpoint's page shows its figures, the causes of failures, and its deliveries", async () => {
      const page = await user.get('/endpoints/ep_error');
      const figures = textOf(page, '<dl class="figures">', '</dl>');
      expect(figures).toMatch(/^Success in 24 h 0 % 0 of 40 attempts .* Given up 12 /);
      const causes = textOf(page, '<h2 id="causes">', '</section>');
      expect(causes).toMatch(/503 Service Unavailable database is down 8 .* Replay these/);
      expect(causes).toMatch(/500 Internal Server Error out of memory 4 .* Replay these/);
      expect(causes).not.toContain('request 1');
      const deliveries = textOf(page, '<h2 id="deliveries">', '</section>');
      expect(deliveries).toContain('R-9 ');
      expect(deliveries).toContain('129,50 SEK');
      expect(deliveries).toContain('503 Service Unavailable');
      const order = [
        'class="health"',
        'class="attention"',
        'class="figures"',
        'id="activity"',
        'id="causes"',
        'id="deliveries"',
      ];
      const places = order.map((part) => page.html.indexOf(part));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
      expect(page.html).not.toContain('name="events"');
    });

    it('100,000 attempts are counted exactly', async () => {
      const figures = textOf(await user.get('/endpoints/ep_well'), '<dl class="figures">', '</dl>');
      expect(figures).toContain('99,950 of 100,000 attempts');
      expect(figures).toContain('p95 to delivery ≤ 100 ms');
    });

    it('a page refreshes only if it supports refreshing and its URL contains `refresh`', async () => {
      expect((await user.get('/endpoints/ep_well?refresh=10')).headers.get('refresh')).toBe('10');
      expect((await user.get('/endpoints/ep_well')).headers.get('refresh')).toBeNull();
      expect((await user.get('/endpoints/ep_well/settings?refresh=10')).headers.get('refresh')).toBeNull();
    });
  });
});
