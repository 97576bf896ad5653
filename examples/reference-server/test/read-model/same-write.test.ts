import { beforeAll, expect, it } from 'vitest';
import type { Database, Parameter, Row } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { SAME_WRITE, sameWriteAs, writeKey, type WriteIdentity } from '../../src/read-model/same-write.js';
import { anyDatabase } from '../support/databases.js';

/** Requests, each as business, app, external id, receipt number. */
const REQUESTS = [
  ['biz_1', 'app_1', 'X', 'R'],
  ['biz_1', 'app_1', 'X', 'S'],
  ['biz_1', 'app_1', 'X', null],
  ['biz_1', 'app_1', null, 'X'],
  ['biz_1', 'app_1', null, 'R'],
  ['biz_1', 'app_1', null, 'R'],
  ['biz_1', 'app_1', 'R', null],
  ['biz_1', 'app_1', null, null],
  ['biz_1', 'app_1', null, null],
  ['biz_1', 'app_2', 'X', 'R'],
  ['biz_2', 'app_1', 'X', 'R'],
] as const;
const IDENTITIES = REQUESTS.map(([businessId, appId, externalId, receiptNumber], i): WriteIdentity => {
  return { id: `ref_${i}`, businessId, appId, externalId, receiptNumber };
});
const ROWS = `(SELECT * FROM json_to_recordset($1::json)
  AS r (id text, business_id text, app_id text, external_id text, receipt_number text)) r`;
const JSON_ROWS = JSON.stringify(
  IDENTITIES.map(({ id, businessId, appId, externalId, receiptNumber }) => {
    return { id, business_id: businessId, app_id: appId, external_id: externalId, receipt_number: receiptNumber };
  }),
);
const SAME = [
  ['ref_0', 'ref_1', 'ref_2'],
  ['ref_3'],
  ['ref_4', 'ref_5'],
  ['ref_6'],
  ['ref_7'],
  ['ref_8'],
  ['ref_9'],
  ['ref_10'],
];

it('requests for the same document have the same key', () => {
  const groups = new Map<string, string[]>();
  for (const request of IDENTITIES) {
    const key = writeKey(request);
    groups.set(key, [...(groups.get(key) ?? []), request.id]);
  }
  expect([...groups.values()]).toEqual(SAME);
});

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
  });

  it('the SQL expressions and the SQL condition group requests like the key', async () => {
    const groups = await db.query<Row & { ids: string }>(
      `SELECT string_agg(id, ' ' ORDER BY length(id), id) AS ids FROM ${ROWS} GROUP BY ${SAME_WRITE}`,
      [JSON_ROWS],
    );
    expect(groups.map(({ ids }) => ids).sort()).toEqual(SAME.map((ids) => ids.join(' ')).sort());
    for (const request of IDENTITIES) {
      const parameters: Parameter[] = [JSON_ROWS];
      const same = sameWriteAs(request, (value) => `$${parameters.push(value)}`);
      const found = await db.query<Row & { id: string }>(
        `SELECT id FROM ${ROWS} WHERE ${same} ORDER BY length(id), id`,
        parameters,
      );
      expect(found.map(({ id }) => id)).toEqual(SAME.find((ids) => ids.includes(request.id)));
    }
  });
});
