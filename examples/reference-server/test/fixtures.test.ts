import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { revokeAccess } from '../src/businesses/access.js';
import { BUSINESS_COLUMNS, toBusiness, type BusinessRow } from '../src/businesses/business.js';
import type { Database } from '../src/database/database.js';
import { migrate } from '../src/database/migrate.js';
import { rotateSecret } from '../src/endpoints/endpoints.js';
import { EVENT_TYPES } from '../src/events/event-types.js';
import { FixturesError, loadFixtures, readFixtures, type Fixtures } from '../src/fixtures.js';
import { anyDatabase, testDatabase } from './support/databases.js';
import { fixtures } from './support/fixtures.js';

const RULES = { allowLoopback: false, offered: EVENT_TYPES.map(({ type }) => type) };
const load = (database: Database, file: Fixtures) => loadFixtures(database, file, RULES);

const BUSINESS = { id: 'biz_1', ownerId: 'own_1', name: 'x', country: 'SE' };
const APP = { id: 'app_1', name: 'x', partner: true };
const GRANT = { id: 'auth_1', appId: 'app_1', businessId: 'biz_1', scopes: [], token: 'svc_1' };
const KEY = { ownerId: 'own_1', businessId: null, key: 'svck_1' };
const ENDPOINT = { id: 'ep_1', appId: 'app_1', url: 'https://example.com/', secret: 'whsec_1', events: [] as string[] };
const GOOD = {
  businesses: [BUSINESS],
  apps: [APP],
  authorizations: [GRANT],
  personalKeys: [KEY],
  endpoints: [ENDPOINT],
};

describe('a fixture file', () => {
  const read = async (text: string) => {
    const path = join(inject('scratch'), `fixtures-${randomUUID()}.json`);
    await writeFile(path, text);
    return readFixtures(path);
  };

  it.each<[what: string, file: object]>([
    ['nothing', {}],
    ['empty lists', { businesses: [], apps: [], authorizations: [], personalKeys: [], endpoints: [] }],
    ['one of each', GOOD],
    ['the fixtures that the tests share', fixtures()],
    ['$schema', { $schema: './fixtures.schema.json' }],
    ["an owner's endpoint", { endpoints: [{ ...ENDPOINT, appId: undefined, ownerId: 'own_1' }] }],
  ])('with %s is read', async (_, file) => {
    const text = JSON.stringify(file);
    expect(await read(text)).toEqual(JSON.parse(text));
  });

  it.each<[what: string, text: string]>([
    ['invalid JSON', '{'],
    ['an empty file', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['an unknown list', '{"merchants":[]}'],
    ['an object instead of a list', '{"businesses":{}}'],
    ['an unknown field', one('businesses', { ...BUSINESS, vat: 1 })],
    ['a business without a country', one('businesses', { ...BUSINESS, country: undefined })],
    ['a country code in lower case', one('businesses', { ...BUSINESS, country: 'se' })],
    ['an empty id', one('businesses', { ...BUSINESS, id: '' })],
    ['a duty that is not a boolean', one('businesses', { ...BUSINESS, duties: { tse: 'no' } })],
    ['an id with a space', one('apps', { ...APP, id: 'a b' })],
    ['an id of 256 characters', one('apps', { ...APP, id: 'a'.repeat(256) })],
    ['0 locations', one('businesses', { ...BUSINESS, locations: 0 })],
    ['half a location', one('businesses', { ...BUSINESS, locations: 1.5 })],
    ['2^31 locations', one('businesses', { ...BUSINESS, locations: 2 ** 31 })],
    ['a name with NUL', one('businesses', { ...BUSINESS, name: 'a\0' })],
    ['a string as partner', one('apps', { ...APP, partner: 'yes' })],
    ['a token without a prefix', one('authorizations', { ...GRANT, token: 'token' })],
    ['a token with a space', one('authorizations', { ...GRANT, token: 'svc_a b' })],
    ['a token with the prefix of a key', one('authorizations', { ...GRANT, token: 'svck_1' })],
    ['a key with the prefix of a token', one('personalKeys', { ...KEY, key: 'svc_1' })],
    ['an endpoint without an owner', one('endpoints', { ...ENDPOINT, appId: undefined })],
    ['an endpoint that belongs to both an app and an owner', one('endpoints', { ...ENDPOINT, ownerId: 'own_1' })],
    ['an empty secret', one('endpoints', { ...ENDPOINT, secret: '' })],
    ['a space after a secret', one('endpoints', { ...ENDPOINT, secret: 'whsec_1 ' })],
    ['a line break before a secret', one('endpoints', { ...ENDPOINT, secret: '\nwhsec_1' })],
  ])('with %s is refused', async (_, text) => {
    await expect(read(text)).rejects.toThrow(FixturesError);
  });

  it('is refused if it does not exist, with an error that names FIXTURES and the path', async () => {
    const path = join(inject('scratch'), 'not-there.json');
    await expect(readFixtures(path)).rejects.toThrow(FixturesError);
    await expect(readFixtures(path)).rejects.toThrow(/FIXTURES.*not-there\.json/);
  });
});

function one(list: keyof Fixtures, entry: object): string {
  return JSON.stringify({ [list]: [entry] });
}

anyDatabase((database) => {
  let opened: Promise<Database> | undefined;
  const db = () =>
    (opened ??= (async () => {
      const one = await database.open();
      await migrate(one);
      return one;
    })());

  /** All rows of the tables that fixtures fill. */
  const everything = async () => {
    const tables = ['businesses', 'apps', 'authorizations', 'personal_keys', 'endpoints'];
    const rows = await Promise.all(
      tables.map(async (table) =>
        (await db()).query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`),
      ),
    );
    return rows.flat().map(({ row }) => row);
  };
  const first = async (statement: string) => (await (await db()).query(statement))[0];

  it('loads a file, and changes nothing when the file is loaded again', async () => {
    await load(await db(), fixtures([ENDPOINT]));
    const before = await everything();
    expect(before.length).toBeGreaterThanOrEqual(19);
    await load(await db(), fixtures([ENDPOINT]));
    expect(await everything()).toEqual(before);
  });

  it("passes a business's territory, regimes and duties on to the rules", async () => {
    const law = { territory: 'AT-JUM', regimes: ['farmer'], duties: { rksv: false } };
    const vatNumber = 'ATU12345675';
    const stated = { ...BUSINESS, id: 'biz_law', country: 'AT', vatNumber, ...law };
    await load(await db(), { businesses: [stated, { ...BUSINESS, id: 'biz_plain' }] });
    const rows = await (
      await db()
    ).query<BusinessRow>(
      `SELECT ${BUSINESS_COLUMNS} FROM businesses b WHERE b.id IN ('biz_law', 'biz_plain') ORDER BY b.id`,
    );
    expect(rows.map((row) => toBusiness(row).rules)).toEqual([
      { country: 'AT', multiLocation: false, vatNumber, ...law },
      { country: 'SE', multiLocation: false },
    ]);
  });

  it('refuses a duty that the law does not define', async () => {
    const businesses = [{ ...BUSINESS, id: 'biz_duty', country: 'DE', duties: { rksv: false } }];
    await expect(load(await db(), { businesses })).rejects.toThrow(FixturesError);
    expect(await first("SELECT 1 FROM businesses WHERE id = 'biz_duty'")).toBeUndefined();
  });

  it('keeps revoked access revoked', async () => {
    const file = { businesses: [BUSINESS], apps: [APP], authorizations: [{ ...GRANT, id: 'auth_r', token: 'svc_r' }] };
    await load(await db(), file);
    await revokeAccess(await db(), { businessId: 'biz_1', authorizationId: 'auth_r' }, 0);
    const revoked = await first("SELECT revoked_at FROM authorizations WHERE id = 'auth_r'");
    expect(revoked).toEqual({ revoked_at: expect.any(Date) as Date });
    await load(await db(), file);
    await load(await db(), {
      ...file,
      authorizations: [{ ...file.authorizations[0]!, scopes: ['transactions.write'] }],
    });
    expect(await first("SELECT revoked_at FROM authorizations WHERE id = 'auth_r'")).toEqual(revoked);
  });

  it('keeps a rotated secret until the entry changes', async () => {
    const file = { apps: [APP], endpoints: [{ ...ENDPOINT, id: 'ep_r' }] };
    const read = () => first("SELECT secret, url FROM endpoints WHERE id = 'ep_r'");
    await load(await db(), file);
    await rotateSecret(await db(), 'ep_r');
    const rotated = await read();
    expect(rotated?.secret).not.toBe(ENDPOINT.secret);
    await load(await db(), file);
    expect(await read()).toEqual(rotated);
    const changed = { ...ENDPOINT, id: 'ep_r', url: 'https://example.com/new', secret: 'whsec_2' };
    await load(await db(), { apps: [APP], endpoints: [changed] });
    expect(await read()).toEqual({ secret: 'whsec_2', url: 'https://example.com/new' });
  });

  it('applies the changes in an entry', async () => {
    const id = 'biz_changed';
    const read = () => first(`SELECT name, country, locations, vat_number FROM businesses WHERE id = '${id}'`);
    await load(await db(), { businesses: [{ ...BUSINESS, id, vatNumber: 'SE1', locations: 2 }] });
    expect(await read()).toEqual({ name: 'x', country: 'SE', locations: 2, vat_number: 'SE1' });
    await load(await db(), { businesses: [{ ...BUSINESS, id, name: 'y', country: 'NO' }] });
    expect(await read()).toEqual({ name: 'y', country: 'NO', locations: 1, vat_number: null });
  });

  it.each<[what: string, file: Fixtures]>([
    ['a grant for a business that does not exist', { ...GOOD, authorizations: [{ ...GRANT, businessId: 'biz_404' }] }],
    ['a grant for an app that does not exist', { ...GOOD, authorizations: [{ ...GRANT, appId: 'app_404' }] }],
    ['a key for a business that does not exist', { ...GOOD, personalKeys: [{ ...KEY, businessId: 'biz_404' }] }],
    ['a key for a business without an id', { ...GOOD, personalKeys: [{ ...KEY, businessId: '' }] }],
    [
      "a key for another owner's business",
      { ...GOOD, personalKeys: [{ ...KEY, ownerId: 'own_2', businessId: 'biz_1' }] },
    ],
    ['an endpoint of an app that does not exist', { ...GOOD, endpoints: [{ ...ENDPOINT, appId: 'app_404' }] }],
    ['an event type that is not offered', { ...GOOD, endpoints: [{ ...ENDPOINT, events: ['transaction.deleted'] }] }],
    ['a repeated business', { businesses: [BUSINESS, { ...BUSINESS, name: 'y' }] }],
    ['a repeated app', { apps: [APP, APP] }],
    ['a repeated grant', { ...GOOD, authorizations: [GRANT, { ...GRANT, token: 'svc_2' }] }],
    ['one token for two grants', { ...GOOD, authorizations: [GRANT, { ...GRANT, id: 'auth_2' }] }],
    ['a repeated key', { ...GOOD, personalKeys: [KEY, KEY] }],
    ['a repeated endpoint', { ...GOOD, endpoints: [ENDPOINT, ENDPOINT] }],
  ])('%s is refused, and no part of the file is loaded', async (_, file) => {
    const before = await everything();
    const id = `biz_${randomUUID()}`;
    const refused = load(await db(), { ...file, businesses: [{ ...BUSINESS, id }, ...(file.businesses ?? [])] });
    await expect(refused).rejects.toThrow(FixturesError);
    expect(await everything()).toEqual(before);
  });

  it('a token that another grant already has is refused with an error that does not contain the token', async () => {
    const token = `svc_${randomUUID()}`;
    await load(await db(), { ...GOOD, authorizations: [{ ...GRANT, id: 'auth_t', token }], endpoints: [] });
    const again = load(await db(), { ...GOOD, authorizations: [{ ...GRANT, id: 'auth_u', token }], endpoints: [] });
    await expect(again).rejects.toThrow(FixturesError);
    await expect(again).rejects.not.toThrow(token);
  });
});

it('several processes can load the same file at once', async () => {
  const database = testDatabase('postgres');
  await database.create();
  try {
    const all = await Promise.all(Array.from({ length: 4 }, () => database.open()));
    await Promise.all(all.map((one) => migrate(one)));
    await Promise.all(all.map((one) => load(one, fixtures([ENDPOINT]))));
    const [row] = await all[0]!.query<{ count: number }>('SELECT count(*)::integer AS count FROM authorizations');
    expect(row).toEqual({ count: fixtures().authorizations!.length });
  } finally {
    await database.dispose();
  }
});
