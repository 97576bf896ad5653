import { eventIdOf } from '../../src/sql/documents.js';
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
import { findEvent } from '../../src/events/stored-envelope.js';
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

  it('a connected source has its own namespace, without collisions with apps', async () => {
    const document = receipt();
    const outcomes: string[] = [];
    for (const writer of [SOURCE, APP, { app: 'source' }, SOURCE, APP]) {
      outcomes.push((await submit(writer, document)).outcome);
    }
    expect(outcomes).toEqual(['created', 'created', 'created', 'duplicate', 'duplicate']);
  });

  it.each(['sale', 'refund', 'credit_note', 'exchange', 'void'] as const)(
    'a %s from either kind of writer emits its own transaction.created with the stored document',
    async (type) => {
      for (const writer of [APP, SOURCE]) {
        const externalId = randomUUID();
        const linked = type === 'sale' ? {} : { linkedTransaction: { originalTransactionId: 'txn_1' } };
        const nil = type === 'void' ? { totals: { ...receipt().totals, total: 0 } } : {};
        const ingestion = await submit(writer, receipt({ externalId, type, ...linked, ...nil }));
        expect(ingestion.outcome).toBe('created');
        const { body } = ingestion as { body: string };
        const eventId = eventIdOf((JSON.parse(body) as { id: string }).id);
        const { database: db } = server.server;
        const event = await findEvent(db, 'biz_1', eventId);
        expect(event).toMatchObject({ type: 'transaction.created', test: false });
        expect(event!.body).toContain(`"data":${body}}`);
        const [deliveries] = await db.query('SELECT count(*)::integer AS n FROM deliveries WHERE event_id = $1', [
          eventId,
        ]);
        expect(deliveries).toEqual({ n: 1 });
      }
    },
  );

  it('nothing is stored if the authorization has been revoked since it was read', async () => {
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
    ['unchanged', '1001 Ä', '1001 Ä'],
    ['by the first 200 characters if they are long', '\u{1f600}'.repeat(300), '\u{1f600}'.repeat(200)],
    ['without characters that PostgreSQL cannot store', 'a\0b', 'a\ufffdb'],
  ])('receipt number and external id can be looked up %s', async (_, text, key) => {
    const receiptNumber = text;
    const externalId = text.includes('\0') ? randomUUID() : text;
    const ingestion = await submit(APP, receipt({ receiptNumber, externalId }));
    const { id } = JSON.parse((ingestion as { body: string }).body) as { id: string };
    const rows = await server.server.database.query(
      `SELECT id, external_id FROM transactions WHERE business_id = 'biz_1' AND receipt_number = $1`,
      [searchKey(receiptNumber)],
    );
    expect(searchKey(receiptNumber)).toBe(key);
    expect(rows).toEqual([{ id, external_id: searchKey(externalId) }]);
  });

  it('a replay succeeds even if the rules have changed since the first write', async () => {
    const document = receipt();
    const first = await submit(APP, document, 'k');
    const today = { ...document, tax: { ...document.tax, scheme: 'NO_MVA' as const } };
    expect(await submit(APP, today, 'k')).toEqual({ ...first, outcome: 'replayed' });
    expect(await submit(APP, today, 'other')).toEqual({ outcome: 'duplicate' });
  });
});

describe('readIdentity', () => {
  it("reads a document's identity, whatever other faults the document has", () => {
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
  ])('returns undefined for %s', (_, vendor, source) => {
    expect(readIdentity({ vendor, source })).toBeUndefined();
  });
});

describe('identityKey', () => {
  const of = (writer: Writer, platform: string, externalId: string) =>
    identityKey(writer, { vendorId: 'b', platform, externalId });

  it('differs for every writer, platform and externalId, even if their concatenations are equal', () => {
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
