import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRegistry, explain, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { client } from '../../reference-server/test/support/client.js';
import { describeOn, testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { dashboardFor, signedIn, textOf, type Client } from './support.js';
import { HUNG_MS } from '../../../test/support/hung.js';

/** Makes a receipt with a wrong total. */
function wrong(changes: Parameters<typeof receipt>[0] = {}): Transaction {
  return receipt({ totals: { subtotal: 3000, discount: 0, tax: 321, total: 3001 }, ...changes });
}

const HOSTILE = `<b a="1">R'&`;

const PLACES = ['postgres', 'citus'] as const;
const MODES = ['issues', 'full'] as const;

for (const [name, mode] of PLACES.flatMap((place) => MODES.map((one) => [place, one] as const))) {
  describeOn(name, `rejected requests on ${name} with REFUSED_WRITES=${mode}`, () => {
    const database = testDatabase(name);
    beforeAll(database.create);
    afterAll(database.dispose);
    const server = dashboardFor(database, fixtures, { REFUSED_WRITES: mode });
    let user: Client;
    beforeAll(async () => {
      user = await signedIn(server.url);
      const { post } = client(server.url, TOKENS.writer);
      for (let i = 0; i < 30; i += 1) expect((await post(wrong({ receiptNumber: `N-${i}` }))).status).toBe(422);
      expect((await post(wrong({ receiptNumber: HOSTILE, externalId: 'ext-7' }))).status).toBe(422);
      expect((await post({ vendor: { id: 'biz_1' } })).status).toBe(422);
      const count = async () =>
        (await server.server.database.query<{ n: number }>('SELECT count(*)::integer AS n FROM refused_writes'))[0]!.n;
      await vi.waitUntil(async () => (await count()) === 32, { timeout: HUNG_MS, interval: 50 });
    });

    const idsIn = (html: string) => [...html.matchAll(/\/rejected-requests\/(ref_[\w-]+)"/g)].map(([, id]) => id!);

    it('are listed newest first, with paging in both directions and a filter by problem', async () => {
      const first = await user.get('/businesses/biz_1/rejected-requests');
      expect(idsIn(first.html)).toHaveLength(25);
      const linkOf = (html: string, rel: string) =>
        new RegExp(`href="/dashboard([^"]*)" rel="${rel}"`).exec(html)![1]!.replaceAll('&amp;', '&');
      const second = await user.get(linkOf(first.html, 'next'));
      expect(idsIn(second.html)).toHaveLength(7);
      const back = await user.get(linkOf(second.html, 'prev'));
      expect(idsIn(back.html)).toEqual(idsIn(first.html));
      const missing = await user.get('/businesses/biz_1/rejected-requests?code=required');
      const none = await user.get('/businesses/biz_1/rejected-requests?code=no_such_code');
      expect([idsIn(missing.html).length, idsIn(none.html).length]).toEqual([1, 0]);
      expect(idsIn((await user.get('/businesses/biz_2/rejected-requests')).html)).toEqual([]);
      expect((await user.get('/businesses')).html).toMatch(/\/businesses\/biz_1\/rejected-requests">\s*32\s*</);
    });

    it('are counted by problem, rule, field and app', async () => {
      const list = () => user.get('/businesses/biz_1/rejected-requests');
      // The server writes counters every 10 seconds.
      await expect.poll(async () => (await list()).html).toContain('32 of 32');
      const page = await list();
      const row = (kind: string, name: string) => textOf(page, `kind=${kind}&amp;name=${name}&`, '</tr>');
      expect(row('code', 'sum_mismatch')).toMatch(/sum_mismatch 31 97 % /);
      expect(row('field', 'totals.total')).toMatch(/totals\.total 31 97 % /);
      expect(row('app', 'app_1')).toMatch(/app_1 32 100 % /);
      expect((await user.get('/businesses/biz_2/rejected-requests')).html).not.toContain('id="by-rule"');
    });

    it('are found by number, and show each problem with the law and the remedy', async () => {
      const found = await user.get(`/businesses/biz_1/search?${new URLSearchParams({ q: HOSTILE }).toString()}`);
      const [id, ...others] = idsIn(found.html);
      expect(others).toEqual([]);
      const { status, html } = await user.get(`/businesses/biz_1/rejected-requests/${id!}`);
      expect(status).toBe(200);
      expect(html).toContain('sum_mismatch');
      expect(html).toContain('>totals.total</code>');
      expect(html).not.toContain('<b a=');
      expect(html.includes('What was sent</h2>')).toBe(mode === 'full');
      expect(html.includes('Rules and law</h2>')).toBe(mode === 'full');
      expect(html.includes('Why it was rejected</h2>')).toBe(mode !== 'full');
      // The page lists the problems only once, because today's rules find the same problems.
      expect(html).not.toContain('Under today');
      expect((await user.get('/businesses/biz_1/search?q=ext-7')).html).toContain(id);
      expect((await user.get('/businesses/biz_2/search?q=ext-7')).html).not.toContain(id);
      expect((await user.get(`/businesses/biz_2/rejected-requests/${id!}`)).status).toBe(404);
    });
  });
}

describe('a stored receipt', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = dashboardFor(database, fixtures);

  /** Stores a receipt, changes the stored JSON, and returns its page. */
  async function shown(document: Transaction, changed = (json: string) => json): Promise<string> {
    const answer = await client(server.url, TOKENS.writer).post(document);
    expect(answer.status).toBe(201);
    const { id } = answer.json as { id: string };
    const db = server.server.database;
    await db.query('UPDATE transactions SET body = $2, coding = NULL WHERE id = $1', [id, changed(answer.text)]);
    return (await (await signedIn(server.url)).get(`/businesses/biz_1/transactions/${id}`)).html;
  }

  it('shows the number of the corrected receipt, if that receipt is stored', async () => {
    const answer = await client(server.url, TOKENS.writer).post(receipt({ receiptNumber: 'R-77' }));
    const { id: originalTransactionId } = answer.json as { id: string };
    const refundOf = (id: string) =>
      receipt({ type: 'refund', linkedTransaction: { originalTransactionId: id, reason: 'returned' } });
    expect(await shown(refundOf(originalTransactionId))).toMatch(/Gäller kvitto <span[^>]*>(?:<bdi>)?R-77</);
    const other = JSON.stringify('txn_other');
    const unknown = (json: string) => json.replace(JSON.stringify(originalTransactionId), other);
    expect(await shown(refundOf(originalTransactionId), unknown)).toMatch(/← <span[^>]*>(?:<bdi>)?txn_other</);
  });

  /** Returns the page's verdict line. */
  const verdictIn = (html: string) => {
    const [section] = html.slice(html.indexOf('id="verdict"')).split('</section>');
    const [, text] = section!.slice(section!.indexOf('class="status')).split('</span>');
    return text!.trim();
  };

  it("is validated under today's rules, with the law for each warning", async () => {
    const stored = await shown(receipt());
    expect(verdictIn(stored)).toBe('Valid, 1 warning');
    const warning = stored.slice(stored.indexOf('id="verdict"'), stored.indexOf('id="document"'));
    const { rules } = explain(createRegistry(packs).shop({ country: 'SE' }), 'control_code_format')!;
    expect(warning).toContain(rules[0]!.source);
    expect(warning).toContain('control_code_format');
    const html = await shown(receipt(), (body) => body.replace('"total":3000', '"total":3001'));
    expect(verdictIn(html)).toMatch(/^Not valid, 1 problem, 1 warning$/);
    expect(html).toContain('sum_mismatch');
  });
});
