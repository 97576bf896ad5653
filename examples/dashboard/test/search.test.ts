import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SEARCHED } from 'receipt-reference-server/transactions/find.js';
import { client } from '../../reference-server/test/support/client.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { createClient, dashboardFor, signedIn } from './support.js';

describe('search', () => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const server = dashboardFor(place, fixtures);

  it('finds a receipt even if searching the businesses takes more than one statement', async () => {
    expect((await client(server.url, TOKENS.writer).post(receipt({ receiptNumber: 'LAST' }))).status).toBe(201);
    // These businesses belong to the same owner, and their ids sort before biz_1.
    await server.server.database.query(
      `INSERT INTO businesses (id, owner_id, name, country)
       SELECT 'a_' || i, 'own_1', 'Business', 'SE' FROM generate_series(1, ${MAX_SEARCHED}) i`,
    );
    const owner = createClient(server.url);
    await owner.act('/sign-in', { token: TOKENS.ownerWide });
    for (const user of [await signedIn(server.url), owner]) {
      const found = await user.get('/search?q=LAST');
      expect([found.status, found.headers.get('location')]).toEqual([
        303,
        expect.stringMatching(/^\/dashboard\/businesses\/biz_1\/transactions\/txn_/),
      ]);
      expect((await user.get('/search?q=NOWHERE')).html).toContain('No exact match');
    }
  });

  it("finds businesses by their whole name, but not other owners' businesses", async () => {
    await server.server.database.query(
      `INSERT INTO businesses (id, owner_id, name, country)
       VALUES ('biz_named_1', 'own_1', 'Corner Shop', 'SE'), ('biz_named_2', 'own_other', 'Corner Shop', 'SE')`,
    );
    const as = async (token: string) => {
      const user = createClient(server.url);
      await user.act('/sign-in', { token });
      return user;
    };
    const operator = await (await signedIn(server.url)).get('/search?q=corner+SHOP');
    expect(['biz_named_1', 'biz_named_2'].map((id) => operator.html.includes(`/businesses/${id}"`))).toEqual([
      true,
      true,
    ]);
    const owner = await (await as(TOKENS.ownerWide)).get('/search?q=Corner+Shop');
    expect([owner.status, owner.headers.get('location')]).toEqual([303, '/dashboard/businesses/biz_named_1']);
    expect((await (await signedIn(server.url)).get('/search?q=Corner')).html).toContain('No exact match');
  });
});
