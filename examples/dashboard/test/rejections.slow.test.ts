import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { client } from '../../reference-server/test/support/client.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { HUNG_MS } from '../../../test/support/hung.js';
import { fromFragment } from '../../playground/src/share/fragment.js';
import { documentChanges } from '../src/document-changes.js';
import { playgroundLink } from '../src/playground-link.js';
import { trend } from '../src/view/rejections.js';
import { ruleTitles } from '../src/rule-titles.js';
import { dashboardFor, signedIn, textOf, type Client } from './support.js';

/** Makes a receipt with a total that is 1.00 too high. */
const wrong = (receiptNumber: string, externalId = receiptNumber) =>
  receipt({ receiptNumber, externalId, totals: { subtotal: 3000, discount: 0, tax: 321, total: 3100 } });

describe.each(['full', 'issues', 'off'] as const)('rejected requests with REFUSED_WRITES=%s', (mode) => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const PLAYGROUND_URL = 'https://play.example.com/';
  const server = dashboardFor(place, fixtures, { REFUSED_WRITES: mode, PLAYGROUND_URL });
  let user: Client;
  beforeAll(async () => {
    user = await signedIn(server.url);
    expect((await user.get('/rejected-requests')).html).toContain('No requests have been rejected since');
    const [writer, other] = [client(server.url, TOKENS.writer), client(server.url, TOKENS.otherApp)];
    for (let i = 1; i <= 4; i += 1) expect((await writer.post(wrong(`W-${i}`))).status).toBe(422);
    expect((await other.post({ vendor: { id: 'biz_1' } })).status).toBe(422);
    for (let i = 0; i < 3; i += 1) {
      const again = receipt({ receiptNumber: 'N-5', externalId: 'W-5', currency: 'EUR' });
      expect((await writer.post(again)).status).toBe(422);
    }
    expect((await writer.post(receipt({ receiptNumber: 'W-4', externalId: 'W-4' }))).status).toBe(201);
    expect((await writer.post(receipt({ receiptNumber: 'W-5', externalId: 'other' }))).status).toBe(201);
    const kept = async () => (await server.server.database.query('SELECT 1 FROM refused_writes')).length;
    const all = mode === 'off' ? 0 : 8;
    await vi.waitUntil(async () => (await kept()) === all, { timeout: HUNG_MS, interval: 50 });
    const head = async () => textOf(await user.get('/rejected-requests'));
    await vi.waitUntil(async () => (await head()).includes('8 of 10'), { timeout: HUNG_MS, interval: 500 });
  });

  const reason = (kind: string, name: string) =>
    user.get(`/rejected-requests/reason?${new URLSearchParams({ kind, name, range: '24h' }).toString()}`);

  it('are counted by rule, app, field and problem', async () => {
    const page = await user.get('/rejected-requests?range=24h');
    expect(textOf(page)).toContain('8 of 10 writes rejected (80 %)');
    const row = (kind: string, name: string) =>
      textOf(page, `kind=${kind}&amp;name=${name}&`, '</tr>').split('> ').at(-1);
    // Hours before midnight have a date.
    expect(row('app', 'app_1')).toMatch(/app_1 7 88 % (?:\S+ )?\S*:00:00 (?:\S+ )?\S*:00:00 new 0 → 7$/);
    expect(row('field', 'totals.total')).toMatch(/totals\.total 4 50 % 1 1 .* new 0 → 4$/);
    expect(row('code', 'sum_mismatch')).toMatch(/sum_mismatch 4 50 % 1 1 /);
    const [rule] = /kind=rule&amp;name=([\w-]+)/.exec(page.html)!.slice(1);
    expect(textOf(page)).toContain(ruleTitles(createRegistry(packs))(rule!)!);
    expect(page.html.includes('REFUSED_WRITES')).toBe(mode !== 'full');
  });

  it('have a page for each reason with the sender, an example with its causes, and the recurring difference', async () => {
    const page = await reason('code', 'sum_mismatch');
    expect(textOf(page)).toContain('4 of 8 rejected requests (50 %)');
    expect(textOf(page)).toContain('1 app : app_1'.replace(' :', ':'));
    if (mode === 'full') {
      expect(textOf(page, 'id="patterns"', '</section>')).toMatch(
        /totals\.total off by 1\.00 SEK : 4 documents from POS one since/,
      );
      expect(page.html).toContain('class="receipt');
      expect(textOf(page, 'class="causes"', '</ol>')).toContain('totals.total → 3000');
      const lines = page.html.slice(page.html.indexOf('class="causes"')).split('</ol>')[0]!.split('<li>').slice(1);
      for (const cause of lines) expect(cause.split('<p').length - 1).toBeLessThanOrEqual(3);
      expect(textOf(page, 'class="message"', '</pre>')).toContain('totals.total: sum_mismatch');
      const href = /href="(https:\/\/play\.example\.com\/#r=[\w-]+)"/.exec(page.html)![1]!;
      const opened = await fromFragment(new URL(href).hash);
      expect(JSON.parse(opened!)).toMatchObject({ totals: { total: 3100 } });
    } else {
      expect(page.html).not.toContain('id="patterns"');
      expect(page.html).not.toContain('class="receipt');
      expect(page.html.includes('REFUSED_WRITES=issues')).toBe(mode === 'issues');
      expect(page.html.includes('None are stored.')).toBe(mode === 'off');
    }
  });

  it('show when their document was stored later, and what changed in the document', async () => {
    if (mode === 'off') {
      expect((await user.get('/businesses/biz_1/search?q=W-4')).html).toContain('W-4');
      return;
    }
    const { html } = await user.get('/businesses/biz_1/search?q=W-4');
    const page = await user.get(/"\/dashboard(\/businesses\/biz_1\/rejected-requests\/ref_[\w-]+)"/.exec(html)![1]!);
    const retry = textOf(page, 'id="retry"', '</section>');
    expect(retry).toMatch(/Stored .* later As W-4 ,/);
    expect(retry.includes('totals.total 3100 3000')).toBe(mode === 'full');
  });

  it('of the same document share one row, which shows their number', async () => {
    if (mode === 'off') return;
    const list = await user.get('/businesses/biz_1/rejected-requests');
    expect(list.html.match(/>N-5\s*</g)).toHaveLength(1);
    expect(textOf(list, '>N-5', '</tr>')).toContain('sent 3 times since');
    const found = await user.get('/search?q=N-5');
    expect(found.status).toBe(303);
    const page = await user.get(found.headers.get('location')!.replace('/dashboard', ''));
    expect(textOf(page, 'id="others"', '</section>')).toMatch(/Sent 3 times .* this request/);
    // A difference does not count as recurring just because the same document was sent again.
    const patterns = textOf(await reason('code', 'currency_not_allowed'), '<h1>', 'id="kept"');
    expect(patterns).not.toContain('Recurring');
  });

  it('do not mistake a document whose receipt number is the external id for the document stored later', async () => {
    if (mode === 'off') return;
    const { headers } = await user.get('/search?q=N-5');
    const page = await user.get(headers.get('location')!.replace('/dashboard', ''));
    expect(page.html).not.toContain('id="retry"');
  });

  it('have no page for an unknown reason', async () => {
    expect((await reason('rule', '')).status).toBe(404);
    expect((await reason('colour', 'red')).status).toBe(404);
    const none = await reason('rule', 'no-such-rule');
    expect([none.status, none.html.includes('No requests have been rejected for this reason')]).toEqual([200, true]);
  });
});

it.each([
  [10, 10, 'new'],
  [10, 9, 'rising'],
  [10, 5, 'steady'],
  [10, 1, 'falling'],
])('if, of %d requests, %d are in the second half of the period, the trend is %s', (rejected, later, word) => {
  expect(textOf({ html: trend({ rejected, later }).text })).toBe(`${word} ${rejected - later} → ${later}`);
});

it('the title of a rule that differs by country is specific if the country is given, and otherwise general', () => {
  const titles = ruleTitles(createRegistry(packs));
  expect([titles('currency', 'SE'), titles('currency', 'NO'), titles('currency', 'US')]).toEqual([
    'currency is SEK.',
    'currency is NOK.',
    'currency is USD.',
  ]);
  expect(titles('currency')).not.toMatch(/EUR|SEK|NOK|USD/);
  expect(titles('no-such-rule')).toBeUndefined();
  expect(titles('no-such-rule', 'SE')).toBeUndefined();
  for (const { rules } of packs) for (const { id } of rules) expect([id, titles(id)?.length]).not.toEqual([id, 0]);
});

it('lists the values, fields and types that differ between documents', () => {
  const before = { a: 1, 'odd key': [1, { b: 2 }], gone: null, same: { x: [] } };
  const after = { a: '1', 'odd key': [1, { b: 3 }, 4], same: { x: [] }, more: {} };
  expect(documentChanges(before, after)).toEqual([
    { field: 'a', before: '1', after: '"1"' },
    { field: '["odd key"][1].b', before: '2', after: '3' },
    { field: '["odd key"][2]', before: undefined, after: '4' },
    { field: 'gone', before: 'null', after: undefined },
    { field: 'more', before: undefined, after: '{}' },
  ]);
  expect(documentChanges([1], { 0: 1 })).toEqual([{ field: '', before: '[1]', after: '{"0":1}' }]);
  expect(documentChanges(before, before)).toEqual([]);
});

it('does not make a playground link for a document that is too long', () => {
  expect(
    playgroundLink('https://play.example.com/', crypto.getRandomValues(new Uint8Array(16_000)).join('')),
  ).toBeUndefined();
});
