import { expect, it } from 'vitest';
import { check, distribute } from '../../src/commands.js';
import { readConfig } from '../../src/config.js';
import type { Database, Row } from '../../src/database/database.js';
import { TABLES } from '../../src/database/distribute.js';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { CITUS } from '../../src/sql/citus.js';
import { onDatabases } from '../support/databases.js';
import { takeAll, DELIVERED, emitOne, openOutbox, recordOne } from '../support/outbox.js';

/** The distributed tables and the reference tables on Citus, and the shard counts of the distributed tables. */
async function kept(db: Database) {
  const rows = await db.query<Row & { name: string; method: string; shards: number }>(
    `SELECT p.logicalrelid::text AS name, p.partmethod AS method, count(*)::integer AS shards
     FROM pg_dist_partition p JOIN pg_dist_shard s ON s.logicalrelid = p.logicalrelid
       JOIN pg_class c ON c.oid = p.logicalrelid AND NOT c.relispartition GROUP BY 1, 2`,
  );
  const of = (method: string) => rows.filter((row) => row.method === method);
  return {
    distributed: of('h').map(({ name }) => name),
    reference: of('n').map(({ name }) => name),
    shards: new Set(of('h').map(({ shards }) => shards)),
  };
}

const named = (kind: string) => Object.keys(TABLES).filter((table) => TABLES[table] === kind);

onDatabases(['citus'], (database) => {
  it('the migration distributes a new database as TABLES defines', async () => {
    const db = await database.open();
    await migrate(db, 4);
    await migrate(db, 8);
    const { distributed, reference, shards } = await kept(db);
    expect(distributed.sort()).toEqual(named('distributed').sort());
    expect(reference.sort()).toEqual(named('reference').sort());
    expect(shards).toEqual(new Set([4]));
    const opened = await openDatabase({ databaseUrl: database.env.DATABASE_URL, dataDir: '' });
    expect(opened.sql).toBe(CITUS);
    await opened.close();
  });
});

onDatabases(['citus'], (database) => {
  it('the command distribute distributes a database that contains rows, and keeps the rows', async () => {
    const db = await database.open();
    const nodes = await db.query<Row & { name: string; port: number }>(
      'SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE groupid > 0',
    );
    for (const { name, port } of nodes) await db.query(`SELECT citus_remove_node('${name}', ${port})`);
    const config = readConfig({ ...database.env });
    const said = async () => (await check(config)).at(-1);
    await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b' }]);
    const eventId = await emitOne(db);
    const [claim] = await takeAll(db, 1);
    await recordOne(db, claim!, DELIVERED);
    expect(await said()).toBe('Citus: no worker nodes, so nothing is distributed.');
    await expect(distribute(config)).rejects.toThrow('worker node');

    for (const { name, port } of nodes) await db.query(`SELECT citus_add_node('${name}', ${port})`);
    await migrate(db);
    expect((await kept(db)).distributed).toEqual([]);
    expect(await said()).toContain('distribute');
    expect(await distribute(config)).toHaveLength(1);
    expect((await kept(db)).distributed.sort()).toEqual(named('distributed').sort());
    expect((await kept(db)).shards).toEqual(new Set([8]));
    expect(await said()).toBe(`Citus: worker nodes: ${nodes.length}; the tables are distributed.`);
    expect(await distribute(config)).toHaveLength(1);

    const states = await db.query('SELECT state FROM deliveries WHERE event_id = $1 ORDER BY state', [eventId]);
    expect(states).toEqual([{ state: 'delivered' }, { state: 'pending' }]);
    expect(await takeAll(db)).toMatchObject([{ eventId }]);
    const keys = await db.query<Row & { on: string }>(
      `SELECT conrelid::regclass::text AS "on" FROM pg_constraint WHERE contype = 'f' AND conrelid IN ('outbox'::regclass, 'delivery_log'::regclass)
       ORDER BY 1`,
    );
    expect(keys).toEqual([]);
  });
});
