import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { addAudit, COMMAND_LINE, listAudit } from '../src/audit/audit.js';
import { eraseTenant } from '../src/commands.js';
import { ConfigError, readConfig } from '../src/config.js';
import { OPERATOR } from '../src/credentials/scope.js';
import type { Database, Row } from '../src/database/database.js';
import { TABLES } from '../src/database/distribute.js';
import { erase, type Erasable } from '../src/erase.js';
import { createDocuments } from '../src/transactions/documents.js';
import { anyDatabase, onDatabases } from './support/databases.js';
import { openOutbox } from './support/outbox.js';
import { testIdentity } from './support/documents.js';

/** The tables whose rows belong to no tenant, and the audit log, which keeps its rows. */
const OTHERS = ['schema_info', 'counter_writers', 'ended_sessions', 'jobs', 'migrations', 'audit'];

/** Adds rows of every kind for a business, its owner and an app. */
async function fill(db: Database, business: string, owner: string, app: string): Promise<void> {
  const id = `txn_${v7()}`;
  const { write } = createDocuments(db, { firstDelayMs: 60_000 });
  const document = {
    businessId: business,
    id,
    identity: testIdentity(),
    idempotencyKey: null,
    instantUs: '1',
    body: '{}',
  };
  const rest = { authorizationId: null, receiptNumber: '1', externalId: '1', createdAt: new Date().toISOString() };
  await write({ ...document, ...rest });
  for (const [text, ...values] of [
    ['INSERT INTO transaction_keys VALUES ($1, $2)', business, '\\x00'],
    [`INSERT INTO events (business_id, id, type, created_at, body) VALUES ($1, 'evt_1', 'x', now(), '{}')`, business],
    [
      `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at) VALUES ($1, 'evt_1', $2, 1, 1, now())`,
      business,
      `ep_${app}`,
    ],
    [
      `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count) VALUES ($1, 'ref_1', now(), $2, 'c', '[]', 1)`,
      business,
      app,
    ],
    [`INSERT INTO sources (business_id, id, platform, backfill_complete) VALUES ($1, 'src_1', 'pos', true)`, business],
    [
      `INSERT INTO counters VALUES (now(), 'business:' || $1, 'write.created', 1), (now(), 'rule:x', 'rejected.business:' || $1, 1)`,
      business,
    ],
    [
      `INSERT INTO counters VALUES (now(), 'app:' || $1, 'write.created', 1), (now(), 'endpoint:ep_' || $1, 'given_up', 1) ON CONFLICT DO NOTHING`,
      app,
    ],
    [`INSERT INTO app_tokens (token_hash, app_id) VALUES ('hash of ' || $1, $1) ON CONFLICT DO NOTHING`, app],
    [`INSERT INTO personal_keys (key_hash, owner_id) VALUES ('key of ' || $1, $1) ON CONFLICT DO NOTHING`, owner],
  ] as const) {
    await db.query(text, values);
  }
}

anyDatabase((place) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(place, [
      { id: 'ep_app_1', appId: 'app_1' },
      { id: 'ep_app_2', appId: 'app_2' },
      { id: 'ep_own', ownerId: 'own_1' },
    ]);
    await fill(db, 'biz_1', 'own_1', 'app_1');
    await fill(db, 'biz_2', 'own_1', 'app_2');
    await fill(db, 'biz_3', 'own_2', 'app_2');
    await addAudit(db, COMMAND_LINE, { what: 'source.connected', subject: 'business:biz_1' });
  });

  /** The names of the tables that still contain the given text. */
  async function tablesWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of Object.keys(TABLES).filter((name) => !OTHERS.includes(name))) {
      const rows = await db.query<Row & { text: string }>(`SELECT t::text AS text FROM ${table} t`);
      if (rows.some((row) => new RegExp(`\\b${text}\\b`).test(row.text))) found.push(table);
    }
    return found;
  }
  const count = async (table: string) =>
    (await db.query<Row & { n: number }>(`SELECT count(*)::integer AS n FROM ${table}`))[0]!.n;
  const run = (tenant: Erasable) => erase(db, (work) => work(db), tenant, 0);

  // The order matters: each call also erases rows that a later call would erase.
  it("erases a business, then an app, then an owner and everything left, without touching other tenants' data", async () => {
    expect(await tablesWith('biz_1')).toEqual(
      expect.arrayContaining(['transactions', 'outbox', 'transaction_keys', 'counters']),
    );
    expect(await run({ kind: 'business', id: 'biz_1' })).toMatchObject({
      transactions: 1,
      events: 1,
      transaction_keys: 2,
    });
    expect(await tablesWith('biz_1')).toEqual([]);
    expect([await count('transactions'), await count('transaction_keys'), await count('sources')]).toEqual([2, 4, 2]);
    expect(await tablesWith('own_1')).toEqual(expect.arrayContaining(['businesses', 'personal_keys', 'endpoints']));

    expect(await run({ kind: 'app', id: 'app_1' })).toMatchObject({ endpoints: 1, app_tokens: 1, apps: 1 });
    expect(await tablesWith('app_1')).toEqual([]);
    expect(await tablesWith('ep_app_1')).toEqual([]);
    // Documents belong to businesses, not to apps.
    expect(await count('transactions')).toBe(2);

    await run({ kind: 'owner', id: 'own_1' });
    expect(await tablesWith('own_1')).toEqual([]);
    expect(await tablesWith('biz_2')).toEqual([]);
    expect(await tablesWith('biz_3')).toEqual(
      expect.arrayContaining([
        'businesses',
        'events',
        'transactions',
        'transaction_keys',
        'refused_writes',
        'sources',
        'counters',
      ]),
    );

    const audited = (await listAudit(db, OPERATOR, 10)).map(({ what, subject }) => `${what} ${subject}`);
    expect(audited).toEqual([
      'tenant.erased owner:own_1',
      'tenant.erased app:app_1',
      'tenant.erased business:biz_1',
      'source.connected business:biz_1',
    ]);
    expect(await run({ kind: 'business', id: 'biz_1' })).toBeUndefined();
    expect(await run({ kind: 'app', id: 'app_404' })).toBeUndefined();
  });
});

onDatabases(['postgres'], (place) => {
  it('the command prints the number of deleted rows, and refuses a tenant that does not exist', async () => {
    const db = await openOutbox(place, []);
    await fill(db, 'biz_1', 'own_1', 'app_1');
    const config = readConfig({ ...place.env });
    await expect(eraseTenant(config, { kind: 'owner', id: 'own_404' }, 0)).rejects.toBeInstanceOf(ConfigError);
    expect(await eraseTenant(config, { kind: 'business', id: 'biz_1' }, 0)).toContain(
      'deleted rows of transactions: 1',
    );
  });
});
