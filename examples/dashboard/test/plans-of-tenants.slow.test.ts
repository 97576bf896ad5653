/**
 * Checks the query plans for the endpoint page, replays, rejected requests, search, the audit log and tokens:
 * PostgreSQL uses an index, and reads no more rows than the page needs, however much data other tenants have stored.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { addAudit, lastAudited, lastAuditedOf, listAudit } from 'receipt-reference-server/audit/audit.js';
import { readRejections, readWhose } from 'receipt-reference-server/counters/rejections.js';
import { listAppTokens } from 'receipt-reference-server/credentials/app-tokens.js';
import { hasEnded } from 'receipt-reference-server/credentials/ended-sessions.js';
import { listPersonalKeys } from 'receipt-reference-server/credentials/personal-keys.js';
import { OPERATOR, scopeOfHash, type Scope } from 'receipt-reference-server/credentials/scope.js';
import type { Database } from 'receipt-reference-server/database/database.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import {
  readFailureGroups,
  readLastAttempts,
  readReplayed,
  readUndelivered,
} from 'receipt-reference-server/delivery/failures.js';
import { listFailed, previewFailed } from 'receipt-reference-server/delivery/redeliver.js';
import { findBusinessesByName, listBusinesses } from 'receipt-reference-server/read-model/businesses.js';
import { listDeliveries, listDeliveriesByKey } from 'receipt-reference-server/read-model/deliveries.js';
import { findEndpoint, listEndpoints } from 'receipt-reference-server/read-model/endpoints.js';
import { readSubjects } from 'receipt-reference-server/read-model/subjects.js';
import {
  findDocuments,
  findEvents,
  findRejected,
  searchableBusinesses,
} from 'receipt-reference-server/transactions/find.js';
import { findRejectedFor } from 'receipt-reference-server/transactions/rejected-by-reason.js';
import { CITUS } from 'receipt-reference-server/sql/citus.js';
import { eachDatabase } from '../../reference-server/test/support/databases.js';
import { explainAll, type PlanNode } from '../../reference-server/test/support/explain.js';
import { pastDays } from '../../reference-server/test/support/partitions.js';
import { ID_START } from '../../reference-server/test/support/documents.js';

const ROWS = 30_000;
/**
 * The start of today. All rows are older, so that they share one partition, because PostgreSQL would read every row of
 * a small partition.
 */
const MIDNIGHT = `date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
const OWNERS = 200;
const BUSINESSES = 2_000;
const APPS = 1_000;
const ENDPOINTS = 4_000;

const OWNER: Scope = { kind: 'owner', ownerId: 'own_7', businessId: null };
const APP: Scope = { kind: 'app', appId: 'app_7' };
/** The number of businesses of own_7, and of endpoints of app_7. */
const OWNED = BUSINESSES / OWNERS;
const OF_APP = ENDPOINTS / APPS;
/** The number of an endpoint's deliveries that have failed permanently; the same number are waiting. */
const OF_ENDPOINT = ROWS / 100;

const NOW = Date.UTC(2026, 10, 21, 12, 30);

const STATEMENTS = [
  `INSERT INTO businesses (id, owner_id, name, country)
   SELECT 'biz_' || i, 'own_' || i % ${OWNERS}, 'Business ' || i, 'SE' FROM generate_series(1, ${BUSINESSES}) i`,
  `INSERT INTO apps (id, name, partner) SELECT 'app_' || i, 'App', true FROM generate_series(1, ${APPS}) i`,
  `INSERT INTO authorizations (business_id, id, app_id, scopes, token_hash)
   SELECT 'biz_' || i, 'auth_' || i, 'app_' || 1 + i % ${APPS}, '{}', 'hash_' || i FROM generate_series(1, ${BUSINESSES}) i`,
  `INSERT INTO endpoints (id, app_id, url, secret, events)
   SELECT 'ep_' || i, 'app_' || 1 + (i - 1) % ${APPS}, 'https://example.com/' || repeat('x', 400), 's', '{}' FROM generate_series(1, ${ENDPOINTS}) i`,
  `INSERT INTO app_tokens (token_hash, app_id) SELECT 'm' || i, 'app_' || 1 + i % ${APPS} FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO personal_keys (key_hash, owner_id) SELECT 'k' || i, 'own_' || i % ${OWNERS} FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO ended_sessions (id_hash, expires_at) SELECT 's' || i, now() FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO events (business_id, id, type, created_at, body)
   SELECT 'biz_' || 1 + i % ${BUSINESSES}, 'evt_' || i, 'transaction.created', now(), '{}' FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO transactions (business_id, id, instant_us, body, receipt_number, external_id)
   SELECT 'biz_' || 1 + i % ${BUSINESSES}, '${ID_START}' || i, i, '{}', 'R' || i, 'X' || i FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, error_class, answer,
     ended, created_at, finished_at)
   SELECT 'biz_' || 1 + i % ${BUSINESSES}, 'evt_' || i, 'ep_' || 1 + i % 100, 1, 6, now() - interval '1 minute', 1, 503, 'http_status', 'down',
     'failed', now(), now() - i * interval '1 millisecond' FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO outbox (business_id, event_id, endpoint_id, attempts, due_at)
   SELECT 'biz_' || 1 + i % ${BUSINESSES}, 'evt_' || i, 'ep_' || 1 + (i + 1) % 100, 1, now() FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, receipt_number, external_id)
   SELECT 'biz_' || 1 + i % ${BUSINESSES}, 'ref_' || i, ${MIDNIGHT} - i * interval '1 second', 'app_' || 1 + i % ${APPS}, 'c',
     '[{"field":"a","code":"c","rule":"r"}]', 1, 'R' || i, 'X' || i FROM generate_series(1, ${ROWS}) i`,
  `INSERT INTO counters (hour, subject, what, n)
   SELECT to_timestamp(${NOW / 1_000 - 1_800}) - h * interval '1 hour', s, w, 1
   FROM generate_series(0, 170) h CROSS JOIN unnest(ARRAY['all', 'app:app_7', 'app:app_8', 'rule:r', 'rule:s']) s
     CROSS JOIN unnest(ARRAY['attempt.delivered', 'delay.5', 'rejected.rule:r', 'rejected.app:app_7', 'write.created']) w`,
  `INSERT INTO audit (id, scope, session, address, what, subject, tenant)
   SELECT 'aud_' || lpad(i::text, 6, '0'), 'operator', 's', 'a', 'endpoint.paused', 'endpoint:ep_' || i % ${ENDPOINTS}, 'app:app_' || i % ${APPS}
   FROM generate_series(1, ${ROWS}) i`,
  ...[
    ...['businesses', 'apps', 'authorizations', 'endpoints', 'app_tokens', 'personal_keys', 'ended_sessions', 'events'],
    ...['transactions', 'delivery_log', 'outbox', 'refused_writes', 'counters', 'audit'],
  ].map((table) => `VACUUM ANALYZE ${table}`),
];

/** The number of rows that a plan reads from a table, including those that it filters out. */
const rowsOf = (nodes: readonly PlanNode[], table: string) =>
  Math.max(
    0,
    ...nodes
      .filter((node) => node['Relation Name'] === table)
      .map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))),
  );

eachDatabase((place) => {
  let database: Database;
  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
    for (const table of ['delivery_log', 'refused_writes'] as const) await pastDays(database, table, [0, 1]);
    for (const statement of STATEMENTS) await database.query(statement);
    // On Citus, VACUUM of a partitioned table does not analyse the shards of its partitions, as autovacuum would.
    if (database.sql === CITUS) await database.query(`SELECT result FROM run_command_on_workers('ANALYZE')`);
  });

  /**
   * Checks the number of rows read. Skipped on Citus for statements with many keys, because each shard has its own plan
   * there, and PostgreSQL reads every row of such small shards.
   */
  const expectRows = (nodes: readonly PlanNode[], table: string, most: number, manyKeys = false) => {
    const rows = rowsOf(nodes, table);
    if (!(manyKeys && database.sql === CITUS)) expect([table, rows <= most, rows]).toEqual([table, true, rows]);
  };
  const MANY_KEYS = ["an endpoint's failure causes"];

  const businessesOf = (scope: Scope) => searchableBusinesses(database, scope);

  describe("reads no other tenant's rows", () => {
    const since = new Date(0);
    const failed = { endpointId: 'ep_8', since };
    const cause = { status: 503, errorClass: 'http_status', line: 'down' };

    it.each<[string, (on: Database) => Promise<unknown>, Readonly<Record<string, number>>]>([
      [
        "an endpoint's failure causes",
        (on) => readFailureGroups(on, 'ep_8'),
        { delivery_log: OF_ENDPOINT, outbox: OF_ENDPOINT },
      ],
      [
        'the undelivered events of two endpoints',
        (on) => readUndelivered(on, ['ep_8', 'ep_9']),
        { delivery_log: 2 * OF_ENDPOINT, outbox: 2 * OF_ENDPOINT },
      ],
      ['replay progress', (on) => readReplayed(on, 'ep_8', since), { delivery_log: OF_ENDPOINT, outbox: OF_ENDPOINT }],
      ['a replay preview', (on) => previewFailed(on, failed), { delivery_log: OF_ENDPOINT }],
      [
        'a replay preview for one cause',
        (on) => previewFailed(on, { ...failed, cause }),
        { delivery_log: OF_ENDPOINT },
      ],
      ['the newest deliveries in a replay preview', (on) => listFailed(on, failed, 25), { delivery_log: OF_ENDPOINT }],
      [
        'the newest deliveries',
        (on) => listDeliveries(on, 'ep_8', 'all', undefined, 10),
        { delivery_log: OF_ENDPOINT, outbox: OF_ENDPOINT },
      ],
      ["an app's endpoint", (on) => findEndpoint(on, APP, 'ep_7'), { endpoints: 1 }],
      ["an app's endpoints", (on) => listEndpoints(on, APP, 'all', undefined, 50), { endpoints: OF_APP }],
      ["an owner's businesses", (on) => listBusinesses(on, OWNER, undefined, 25), { businesses: OWNED }],
      ["an owner's counter subjects", (on) => readSubjects(on, OWNER), { businesses: OWNED }],
      ['the businesses that an app can search', (on) => searchableBusinesses(on, APP), { authorizations: OWNED }],
      ['a management token', (on) => scopeOfHash(on, 'm77'), { app_tokens: 1, personal_keys: 0 }],
      ["an app's management tokens", (on) => listAppTokens(on, 'app_7', 10), { app_tokens: ROWS / APPS }],
      [
        "an owner's personal keys",
        (on) => listPersonalKeys(on, 'own_7', 'biz_7', 10),
        { personal_keys: ROWS / OWNERS },
      ],
      ['an ended session', (on) => hasEnded(on, { id: 'x' }), { ended_sessions: 0 }],
      ['the whole audit log', (on) => listAudit(on, OPERATOR, 51), { audit: 51 }],
      ['the next page of the whole audit log', (on) => listAudit(on, OPERATOR, 51, 'aud_015000'), { audit: 51 }],
      ["an app's audit log", (on) => listAudit(on, APP, 51), { audit: 51 }],
      ["the next page of an app's audit log", (on) => listAudit(on, APP, 51, 'aud_015000'), { audit: 51 }],
      ["an endpoint's last pause", (on) => lastAudited(on, 'endpoint:ep_7', 'endpoint.paused'), { audit: 1 }],
      [
        'the last pauses of two endpoints',
        (on) => lastAuditedOf(on, ['endpoint:ep_7', 'endpoint:ep_8'], 'endpoint.paused'),
        { audit: 2 },
      ],
      ['a business by its name', (on) => findBusinessesByName(on, OPERATOR, 'BUSINESS 77', 25), { businesses: 1 }],
      [
        'a business of an owner by its name',
        (on) => findBusinessesByName(on, OWNER, 'business 207', 25),
        { businesses: 1 },
      ],
      [
        'the reasons for rejections in a week',
        (on) => readRejections(on, ['app:app_7'], 168, NOW),
        { counters: 168 * 5 },
      ],
      ['the apps and businesses behind a reason', (on) => readWhose(on, ['rule:r'], 168, NOW), { counters: 168 * 5 }],
      [
        'requests rejected for a rule',
        (on) => findRejectedFor(on, { scope: OPERATOR }, { kind: 'rule', name: 'r' }, 50),
        { refused_writes: 2_000 },
      ],
      [
        'requests from an app rejected for a rule',
        (on) => findRejectedFor(on, { scope: APP }, { kind: 'rule', name: 'r' }, 50),
        { refused_writes: ROWS / APPS },
      ],
      [
        'requests from an app without rejected requests',
        (on) => findRejectedFor(on, { scope: OPERATOR }, { kind: 'app', name: 'none' }, 50),
        { refused_writes: 0 },
      ],
      [
        'rejected requests by number',
        (on) => findRejected(on, { scope: OPERATOR, businessIds: [] }, 'R77', 25),
        { refused_writes: 1 },
      ],
      [
        'rejected requests from an app by number',
        (on) => findRejected(on, { scope: APP, businessIds: [] }, 'X77', 25),
        { refused_writes: 1 },
      ],
    ])('for %s', async (name, work, tables) => {
      const nodes = await explainAll(database, work);
      for (const [table, most] of Object.entries(tables)) {
        expectRows(nodes, table, most, MANY_KEYS.includes(name));
      }
    });

    it('for the last attempts and the deliveries on a page', async () => {
      const rows = await listDeliveries(database, 'ep_8', 'failed', undefined, 25);
      const last = await explainAll(database, (on) => readLastAttempts(on, 'ep_8', rows.rows));
      expectRows(last, 'delivery_log', 25, true);
      const keys = rows.rows.map((row) => ({ businessId: row.business_id, eventId: row.event_id }));
      const byKey = await explainAll(database, (on) => listDeliveriesByKey(on, 'ep_8', keys));
      expectRows(byKey, 'delivery_log', 25, true);
      // A business has so few events that PostgreSQL may read all of them.
      expectRows(byKey, 'events', (25 * ROWS) / BUSINESSES, true);
    });

    it("for a search in all businesses or in an owner's businesses", async () => {
      for (const scope of [OPERATOR, OWNER]) {
        const ids = await businessesOf(scope);
        const documents = await explainAll(database, (on) => findDocuments(on, ids, 'R77', 25));
        expectRows(documents, 'transactions', 1, true);
        const events = await explainAll(database, (on) => findEvents(on, ids, 'evt_77'));
        expectRows(events, 'events', 1, true);
        const rejected = await explainAll(database, (on) => findRejected(on, { scope, businessIds: ids }, 'R77', 25));
        expectRows(rejected, 'refused_writes', 1);
      }
    });
  });

  it('a change and its audit entry are written in one transaction', async () => {
    const entry = { what: 'app.added', subject: 'app:app_torn' } as const;
    const torn = database.transaction(async (tx) => {
      await tx.query(`INSERT INTO apps (id, name, partner) VALUES ('app_torn', 'App', true)`);
      await addAudit(tx, { scope: OPERATOR, session: 's', address: 'a' }, entry);
      throw new Error('torn');
    });
    await expect(torn).rejects.toThrow('torn');
    expect(await database.query(`SELECT 1 FROM apps WHERE id = 'app_torn'`)).toEqual([]);
    expect(await lastAudited(database, entry.subject, entry.what)).toBeUndefined();
  });
});
