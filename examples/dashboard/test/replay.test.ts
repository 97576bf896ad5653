import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Row } from 'receipt-reference-server/database/database.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { addQueues } from 'receipt-reference-server/delivery/queues.js';
import { fillEndpoints, GIVEN_UP } from './endpoint-states.js';
import { dashboardFor, problemsOf, signedIn, textOf, type Client, type PageResponse } from './support.js';

const MINUTE = 60_000;

describe('a replay', () => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const server = dashboardFor(place, fixtures, {
    DELIVERY_DELAYS_MS: '0,60000,60000,60000,60000,60000',
    DASHBOARD_TZ: 'America/St_Johns',
  });
  const broken = new Set<string>();
  let receiver: Receiver;
  let user: Client;
  let database: Database;
  /**
   * The times when the endpoint began to fail and when the server first gave up on a delivery. The tests derive other
   * times from these, because the clock keeps running.
   */
  let failingSince: Date;
  let firstGivenUp: Date;
  beforeAll(async () => {
    receiver = await startReceiver(({ path }) => (broken.has(path) ? 500 : 200));
    database = server.server.database;
    user = await signedIn(server.url);
    await fillEndpoints(database);
    const [times] = await database.query<Row & { since: Date; first: Date }>(
      `SELECT failing_since AS since, (SELECT min(finished_at) FROM delivery_log WHERE endpoint_id = 'ep_error') AS first
       FROM endpoints WHERE id = 'ep_error'`,
    );
    ({ since: failingSince, first: firstGivenUp } = times!);
    // Add a similar endpoint whose deliveries are sent.
    await database.query(
      `INSERT INTO endpoints (id, app_id, url, secret, events, last_attempt_at, failing_since, last_error_class, last_status)
       SELECT 'ep_sent', app_id, $1, secret, events, last_attempt_at, failing_since, last_error_class, last_status
       FROM endpoints WHERE id = 'ep_error'`,
      [receiver.url('/sent')],
    );
    await database.query(
      `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, error_class, answer,
         ended, created_at, finished_at)
       SELECT business_id, event_id, 'ep_sent', round, attempt, at, duration_ms, status, error_class, answer, ended, created_at,
         finished_at FROM delivery_log WHERE endpoint_id = 'ep_error'`,
    );
    await addQueues(database, ['ep_sent']);
  });
  afterAll(() => receiver.close());

  const button = ({ html }: PageResponse) => />\s*Replay ([\d,]+)\s*<\/button>/.exec(html)?.[1];
  const since = ({ html }: PageResponse) => /id="since"[^>]*\svalue="([^"]*)"/.exec(html)?.[1];
  const afterFirst = (minutes: number) => new Date(firstGivenUp.getTime() + minutes * MINUTE);
  /** Formats a time in the time zone of St. John's, which is 2:30 or 3:30 hours behind UTC. */
  const local = (date: Date) =>
    new Intl.DateTimeFormat('sv', { timeZone: 'America/St_Johns', dateStyle: 'short', timeStyle: 'medium' })
      .format(date)
      .replace(' ', 'T');
  const rounds = async () =>
    (
      await database.query<Row & { event_id: string }>(
        `SELECT DISTINCT event_id FROM (SELECT event_id, round FROM outbox UNION ALL SELECT event_id, round FROM delivery_log) r
         WHERE round > 1 ORDER BY event_id`,
      )
    ).map((row) => row.event_id);

  it("is prefilled with the start of the failures, in the page's time zone, and finds all failures", async () => {
    const page = await user.get('/endpoints/ep_error/replay');
    expect(since(page)).toBe(local(failingSince).slice(0, 16));
    expect(page.html).toContain('(America/St_Johns)');
    expect(button(page)).toBe(String(GIVEN_UP));
    for (const number of [1, GIVEN_UP]) expect(page.html).toContain(`>R-${number}<`);
  });

  it('previews the deliveries that failed since a local time, with or without seconds', async () => {
    const preview = (from: string) => user.get(`/endpoints/ep_error/replay?since=${encodeURIComponent(from)}`);
    // The server gave up on one delivery each minute.
    expect(button(await preview(local(afterFirst(GIVEN_UP - 3.5))))).toBe('3');
    expect(button(await preview(local(afterFirst(-1)).slice(0, 16)))).toBe(String(GIVEN_UP));
    expect(button(await preview('2020-01-01T00:00'))).toBe(String(GIVEN_UP));
    const none = await preview('2999-01-01T00:00');
    expect([button(none), none.html.includes('The last failure was at')]).toEqual([undefined, true]);
    expect(problemsOf(await preview('yesterday'))).toEqual(['since']);
  });

  it('includes earlier failures by default if the server has not given up on any event since the endpoint began to fail', async () => {
    await database.query(`UPDATE endpoints SET failing_since = now() WHERE id = 'ep_error'`);
    const page = await user.get('/endpoints/ep_error/replay');
    await database.query('UPDATE endpoints SET failing_since = $1 WHERE id = $2', [failingSince, 'ep_error']);
    expect(button(page)).toBe(String(GIVEN_UP));
  });

  it('links to a preview with the deliveries that failed earlier', async () => {
    for (const from of [local(afterFirst(GIVEN_UP - 3.5)), '2999-01-01T00:00']) {
      const { html } = await user.get(`/endpoints/ep_error/replay?since=${encodeURIComponent(from)}`);
      const href = /href="\/dashboard(\/endpoints\/ep_error\/replay\?since=[^"]+)">Include/.exec(html)![1]!;
      expect(button(await user.get(href))).toBe(String(GIVEN_UP));
    }
  });

  it('requires a time', async () => {
    const refused = await user.post('/endpoints/ep_error/replay', {});
    expect([refused.status, problemsOf(refused)]).toEqual([422, ['since']]);
    expect((await user.get('/endpoints/ep_error/replay?cause=none')).status).toBe(404);
  });

  it('suggests a test, sends only the deliveries with one cause, shows its progress, and appears in the audit log', async () => {
    const before = await user.get('/endpoints/ep_sent/replay');
    expect(before.html).toContain('has not been tested since it failed');
    const fields = (html: string) =>
      Object.fromEntries(
        [...html.slice(html.indexOf('/test-events"')).matchAll(/name="(since|type|business)"\s+value="([^"]*)"/g)].map(
          ([, name, value]) => [name!, value!],
        ),
      );
    broken.add('/sent');
    const failed = await user.act('/endpoints/ep_sent/test-events', fields(before.html));
    expect(failed.html).toContain('The receiver is still failing');
    broken.delete('/sent');
    const tested = await user.act('/endpoints/ep_sent/test-events', fields(failed.html));
    expect(tested.html).toMatch(/Tested<\/span>: the receiver responded to a test with 200 OK/);
    expect(since(tested)).toBe(since(before));

    const { html: causes } = await user.get('/endpoints/ep_sent');
    const row = causes.slice(causes.indexOf('out of memory'));
    const href = /href="\/dashboard(\/endpoints\/ep_sent\/replay\?cause=\w+)"/.exec(row)![1]!;
    const page = await user.get(href);
    expect(button(page)).toBe('4');
    const cause = new URLSearchParams(href.split('?')[1]).get('cause')!;
    await user.act('/endpoints/ep_sent/replay', { since: since(page)!, cause });
    await receiver.until(6, { path: '/sent' });
    expect(await rounds()).toEqual([9, 10, 11, 12].map((i) => `evt_error_${i}`).sort());
    await expect
      .poll(async () => textOf(await user.get('/endpoints/ep_sent/replay')))
      .toMatch(/4 deliveries queued at .* 4 delivered so\s+far/);
    await database.query(
      `UPDATE delivery_log SET ended = 'cancelled' WHERE endpoint_id = 'ep_sent' AND event_id = 'evt_error_9' AND round > 1`,
    );
    expect(textOf(await user.get('/endpoints/ep_sent/replay'))).toMatch(/ 3 delivered so\s+far, 1 cancelled/);
    expect(button(await user.get('/endpoints/ep_sent/replay'))).toBe('8');
    expect((await user.get(href)).status).toBe(404);

    const rows = await database.query(
      `SELECT what, detail LIKE '4' AS four FROM audit WHERE subject = 'endpoint:ep_sent' AND tenant = 'app:app_1' ORDER BY id`,
    );
    expect(rows).toEqual([
      { what: 'endpoint.tested', four: false },
      { what: 'endpoint.tested', four: false },
      { what: 'deliveries.replayed', four: true },
    ]);
  });
});
