import { expect, it } from 'vitest';
import { startBackground } from '../../src/database/background.js';
import { migrate, missingMigrations } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migrations.js';
import { findDocuments } from '../../src/transactions/find.js';
import { eachDatabase } from '../support/databases.js';
import { testId } from '../support/documents.js';

const BACKFILL = readMigrations().find(({ version }) => version === 30)!;
const LONG = '🧾'.repeat(300);

/** Receipt numbers of documents that servers stored before migration 2, which added a column for the number. */
const OLD = ['1001', 'Kvitto "7" \\ é 🧾', LONG];

eachDatabase((database) => {
  it('documents from before the search feature can be found by their numbers after the upgrade', async () => {
    const db = await database.open();
    await migrate(db);
    const insert = (id: string, body: string, externalId: string | null = null) =>
      db.query(
        `INSERT INTO transactions (business_id, id, instant_us, body, external_id) VALUES ('biz_1', $1, 1, $2, $3)`,
        [id, body, externalId],
      );
    const text = (receiptNumber: string, externalId: string) =>
      JSON.stringify({ receiptNumber, items: [], source: { externalId } });
    for (const [i, receiptNumber] of OLD.entries()) await insert(testId(i), text(receiptNumber, `x-${i}`));
    await insert(testId('newer'), text('other', 'other'), 'stored');
    // PostgreSQL cannot read these escapes.
    await insert(testId('nul'), text('a\0', 'nul'));
    await insert(testId('surrogate'), text('a\ud800', 'surrogate'));
    await db.query('DELETE FROM migrations WHERE version = $1', [BACKFILL.version]);

    const background = startBackground({
      database: db,
      alone: (work) => work(db),
      log: { info: () => undefined, warn: () => undefined },
      migrations: [BACKFILL],
      checkMs: 20,
    });
    await expect.poll(() => missingMigrations(db, [BACKFILL])).toEqual([]);
    await background.stop();

    const ids = async (sought: string) => (await findDocuments(db, ['biz_1'], sought, 10)).map(({ id }) => id);
    for (const [i, receiptNumber] of OLD.entries()) {
      expect([await ids(receiptNumber), await ids(`x-${i}`)]).toEqual([[testId(i)], [testId(i)]]);
    }
    // The backfill does not change rows that have a number, or documents that PostgreSQL cannot read.
    expect([await ids('stored'), await ids('other')]).toEqual([[testId('newer')], []]);
    expect([await ids('nul'), await ids('surrogate')]).toEqual([[], []]);
  });
});
