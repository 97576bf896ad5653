import { createLargeValidator } from '../../src/validation/large-validator.js';
import { randomUUID } from 'node:crypto';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { grantAccess, revokeAccess } from '../../src/businesses/access.js';
import { BUSINESS_COLUMNS, toBusiness, type BusinessRow } from '../../src/businesses/business.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { identityKey, readIdentity, type Writer } from '../../src/transactions/identity.js';
import { ingest } from '../../src/transactions/ingest.js';
import { searchKey } from '../../src/transactions/search-key.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';

const NEVER = 3_600_000;
const APP: Writer = { app: 'app_1' };
const SOURCE: Writer = { source: true };

eachDatabase((database) => {
  const endpoint = {
    id: 'ep_1',
    appId: 'app_1',
    url: 'https://example.com/',
    secret: 's',
    events: ['transaction.created'],
  };
  const server = serverFor(database, () => fixtures([endpoint]));

  const submit = async (
    writer: Writer,
    document: Transaction,
    idempotencyKey: string | null = null,
    authorizationId = 'app' in writer ? 'auth_1' : null,
  ) => {
    const { database: db } = server.server;
    const [row] = await db.query<BusinessRow>(`SELECT ${BUSINESS_COLUMNS} FROM businesses b WHERE b.id = 'biz_1'`);
    const context = {
      documents: createDocuments(db, { firstDelayMs: NEVER }),
      registry: createRegistry(packs),
      largeValidator: createLargeValidator(),
    };
    const bytes = new TextEncoder().encode(JSON.stringify(document));
    const submission = { business: toBusiness(row!), writer, authorizationId, document: bytes, idempotencyKey };
    return ingest(context, submission);
  };

  it('a connected source has a namespace of its own: no collision with an app', async () => {
    const document = receipt();
    const outcomes: string[] = [];
    for (const writer of [SOURCE, APP, { app: 'source' }, SOURCE, APP]) {
      outcomes.push((await submit(writer, document)).outcome);
    }
    expect(outcomes).toEqual(['created', 'created', 'created', 'duplicate', 'duplicate']);
  });

  it.each(['sale', 'refund', 'credit_note', 'exchange', 'void'] as const)(
    'a %s of either writer fires its own transaction.created, whose data is the document as stored',
    async (type) => {
      for (const writer of [APP, SOURCE]) {
        const externalId = randomUUID();
        const linked = type === 'sale' ? {} : { linkedTransaction: { originalTransactionId: 'txn_1' } };
        const nil = type === 'void' ? { totals: { ...receipt().totals, total: 0 } } : {};
        const ingestion = await submit(writer, receipt({ externalId, type, ...linked, ...nil }));
        expect(ingestion.outcome).toBe('created');
        const { body } = ingestion as { body: string };
        const events = await server.server.database.query<{ type: string; body: string; deliveries: number }>(
          `SELECT type, body, (SELECT count(*) FROM deliveries d WHERE d.business_id = e.business_id AND d.event_id = e.id)::integer AS deliveries
           FROM events e WHERE body LIKE $1`,
          [`%${externalId}%`],
        );
        expect(events).toMatchObject([{ type: 'transaction.created', deliveries: 1 }]);
        expect(events[0]!.body).toContain(`"data":${body}}`);
      }
    },
  );

  it('nothing is stored by an authorization that was revoked since it was read', async () => {
    const { database: db } = server.server;
    const { authorizationId } = await grantAccess(db, { businessId: 'biz_1', appId: 'app_1', scopes: [] }, NEVER);
    const stored = async () => (await db.query<{ n: number }>('SELECT count(*)::integer AS n FROM transactions'))[0]!.n;
    expect((await submit(APP, receipt(), null, authorizationId)).outcome).toBe('created');
    const before = await stored();
    await revokeAccess(db, { businessId: 'biz_1', authorizationId }, NEVER);
    for (const id of [authorizationId, 'auth_of_nobody', 'auth_3']) {
      expect(await submit(APP, receipt(), null, id)).toEqual({ outcome: 'revoked' });
    }
    expect(await stored()).toBe(before);
  });

  it.each([
    ['as they are', '1001 Ä', '1001 Ä'],
    ['the first 200 characters of long ones', '\u{1f600}'.repeat(300), '\u{1f600}'.repeat(200)],
    ['without what PostgreSQL cannot store', 'a\0b', 'a\ufffdb'],
  ])('receipt number and external id can be looked up: %s', async (_, text, key) => {
    const receiptNumber = text;
    const externalId = text.includes('\0') ? randomUUID() : text;
    const ingestion = await submit(APP, receipt({ receiptNumber, externalId }));
    const { id } = JSON.parse((ingestion as { body: string }).body) as { id: string };
    const rows = await server.server.database.query(
      `SELECT t.id, t.external_id, v.type FROM transactions t JOIN events v ON v.business_id = t.business_id AND v.id = t.event_id
       WHERE t.business_id = 'biz_1' AND t.receipt_number = $1`,
      [searchKey(receiptNumber)],
    );
    expect(searchKey(receiptNumber)).toBe(key);
    expect(rows).toEqual([{ id, external_id: searchKey(externalId), type: 'transaction.created' }]);
  });

  it('a replay is answered even where the rules have changed since', async () => {
    const document = receipt();
    const first = await submit(APP, document, 'k');
    const today = { ...document, tax: { ...document.tax, scheme: 'NO_MVA' as const } };
    expect(await submit(APP, today, 'k')).toEqual({ ...first, outcome: 'replayed' });
    expect(await submit(APP, today, 'other')).toEqual({ outcome: 'duplicate' });
  });
});

describe('readIdentity', () => {
  it('reads a document that is wrong in any other way', () => {
    const document = { vendor: { id: 'b', x: 1 }, source: { platform: 'p', externalId: 'e' }, items: 1 };
    expect(readIdentity(document)).toEqual({ vendorId: 'b', platform: 'p', externalId: 'e' });
  });

  it.each<[what: string, vendor: unknown, source: unknown]>([
    ['no vendor', undefined, { platform: 'p', externalId: 'e' }],
    ['null', null, null],
    ['a number', { id: 1 }, { platform: 'p', externalId: 'e' }],
    ['an empty string', { id: 'b' }, { platform: '', externalId: 'e' }],
    ['NUL', { id: 'b' }, { platform: 'p\0', externalId: 'e' }],
    ['a lone surrogate', { id: 'b' }, { platform: 'p', externalId: '\ud800' }],
    ['lists', ['b'], ['p', 'e']],
  ])('finds none where there is %s', (_, vendor, source) => {
    expect(readIdentity({ vendor, source })).toBeUndefined();
  });
});

describe('identityKey', () => {
  const of = (writer: Writer, platform: string, externalId: string) =>
    identityKey(writer, { vendorId: 'b', platform, externalId });

  it('is another for every other writer, platform and externalId, wherever their borders lie', () => {
    const keys = [
      of(APP, 'p', 'e'),
      of({ app: 'app_2' }, 'p', 'e'),
      of(SOURCE, 'p', 'e'),
      of({ app: 'source' }, 'p', 'e'),
      of(APP, 'pe', ''),
      of(APP, '', 'pe'),
      of(APP, 'p","e', ''),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(of(APP, 'p', 'e')).toBe(keys[0]);
  });
});
