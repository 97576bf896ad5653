import { describe, expect, it } from 'vitest';
import {
  check,
  distribute,
  exportAll,
  newFeedEpoch,
  readCommand,
  retain,
  rotateKey,
  upgrade,
  verify,
} from '../src/commands.js';
import { ConfigError, readConfig } from '../src/config.js';
import { migrate, missingMigrations } from '../src/database/migrate.js';
import { readMigrations, type MigrationClass } from '../src/database/migrations.js';
import { FixturesError } from '../src/fixtures.js';
import { testDatabase } from './support/databases.js';
import { fixtures } from './support/fixtures.js';
import { runProcess, writeFixtures } from './support/processes.js';
import { ID_START } from './support/documents.js';

describe('readCommand', () => {
  it.each([
    [[], { name: 'serve' }],
    [['check'], { name: 'check' }],
    [['serve'], { name: 'serve' }],
    [['distribute'], { name: 'distribute' }],
    [['upgrade'], { name: 'upgrade' }],
    [['verify'], { name: 'verify' }],
    [['new-feed-epoch'], { name: 'new-feed-epoch' }],
    [['export'], { name: 'export' }],
    [['export', 'biz_1'], { name: 'export', businessId: 'biz_1' }],
    [['rotate-key'], { name: 'rotate-key' }],
    [['retain', '1'], { name: 'retain', days: 1 }],
    [['retain', '36500'], { name: 'retain', days: 36_500 }],
    [['delete-year', '2016', 'a.ndjson'], { name: 'delete-year', year: 2016, path: 'a.ndjson' }],
    [['erase', 'business:biz_1'], { name: 'erase', tenant: { kind: 'business', id: 'biz_1' } }],
    [['erase', 'owner:a:b'], { name: 'erase', tenant: { kind: 'owner', id: 'a:b' } }],
    [['erase', 'app:1'], { name: 'erase', tenant: { kind: 'app', id: '1' } }],
  ])('reads %j', (args, command) => {
    expect(readCommand(args)).toEqual(command);
  });

  it.each([
    [['retain']],
    [['retain', '0']],
    [['retain', '-1']],
    [['retain', '1.5']],
    [['retain', '36501']],
    [['retain', '90', 'x']],
    [['check', 'x']],
    [['--check']],
    [['upgrade', '--finish']],
    [['verify', 'x']],
    [['new-feed-epoch', '2']],
    [['export', '']],
    [['export', 'biz_1', 'x']],
    [['rotate-key', 'x']],
    [['delete-year']],
    [['delete-year', '2016']],
    [['delete-year', '2016', '']],
    [['delete-year', '2016', 'a', 'b']],
    [['delete-year', String(new Date().getUTCFullYear()), 'a']],
    [['delete-year', '1969', 'a']],
    [['delete-year', '16', 'a']],
    [['erase']],
    [['erase', 'biz_1']],
    [['erase', 'business:']],
    [['erase', 'business:1', 'x']],
    [['distribute', '8']],
    [['--help']],
    [['']],
  ])('refuses %j', (args) => {
    expect(() => readCommand(args)).toThrow(ConfigError);
  });
});

describe('on PostgreSQL', () => {
  it('check reports the migrations that a start would run, without running any; other commands refuse a database with pending migrations', async () => {
    const database = testDatabase('postgres');
    await database.create();
    const config = readConfig({ ...database.env, FIXTURES: await writeFixtures(fixtures()) });
    const last = async () => (await check(config)).at(-1)!.replace(/PostgreSQL \d+/, 'PostgreSQL N');
    const all = readMigrations();
    const versions = (kinds: readonly MigrationClass[]) =>
      all
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ version }) => version)
        .join(', ');
    const pending = `Database: PostgreSQL N, migrations ${versions(['instant'])} run at the next start; a worker runs migrations ${versions(['concurrent', 'backfill'])} in the background.`;
    expect(await last()).toBe(pending);
    expect(await last()).toBe(pending);
    await expect(retain(config, 30)).rejects.toBeInstanceOf(ConfigError);
    await expect(verify(config, () => undefined)).rejects.toBeInstanceOf(ConfigError);
    const withKey = { ...config, secretsKey: Buffer.alloc(32, 1) };
    await expect(rotateKey(withKey)).rejects.toBeInstanceOf(ConfigError);
    await migrate(await database.open());
    expect(await last()).toBe('Database: PostgreSQL N, up to date.');
    await expect(exportAll(config, 'nobody', async () => undefined)).rejects.toBeInstanceOf(ConfigError);
    expect(await newFeedEpoch(config)).toEqual(['feed epoch: 1']);
    expect(await retain(config, 30)).toContain('deleted deliveries: 0');
    expect(await rotateKey(withKey)).toEqual(['endpoints with newly encrypted secrets: 0']);
    await expect(rotateKey(config)).rejects.toBeInstanceOf(ConfigError);
    await expect(distribute(config)).rejects.toBeInstanceOf(ConfigError);
    await database.dispose();
  });
});

it('upgrade also runs background migrations, and waits until they are done', async () => {
  const database = testDatabase('postgres');
  await database.create();
  const config = readConfig({ ...database.env });
  const log = { info: () => undefined, warn: () => undefined };
  await upgrade(config, log);
  const db = await database.open();
  expect(await missingMigrations(db)).toEqual([]);
  await db.query(
    `INSERT INTO transactions (business_id, id, instant_us, body)
     SELECT 'biz_1', $1 || i, i, '{}' FROM generate_series(1, 600) AS i`,
    [ID_START],
  );
  // The backfill of migration 42 reads a column that migration 43 drops.
  const later = readMigrations().filter(({ kind, version }) => kind !== 'instant' && version !== 42);
  await db.query('DELETE FROM migrations WHERE version = ANY($1)', [later.map(({ version }) => String(version))]);
  expect((await verify(config, () => undefined)).lines).toContain('without a digest: 600');
  await upgrade(config, log);
  expect(await missingMigrations(db)).toEqual([]);
  expect((await verify(config, () => undefined)).lines).toContain('without a digest: 0');
  await database.dispose();
});

it('distribute is refused without DATABASE_URL', async () => {
  await expect(distribute(readConfig({}))).rejects.toBeInstanceOf(ConfigError);
});

describe('check', () => {
  it('refuses invalid fixtures', async () => {
    const FIXTURES = await writeFixtures({ apps: [{ id: 'a', name: '' }] });
    await expect(check(readConfig({ FIXTURES }))).rejects.toBeInstanceOf(FixturesError);
  });

  it.each<[what: string, code: number, env: Record<string, string>]>([
    ['a valid configuration', 0, {}],
    ['a missing fixture file', 2, { FIXTURES: '/nowhere' }],
    ['an unreachable database', 1, { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ])('given %s, exits with code %i', async (_, code, env) => {
    expect(await runProcess(['check'], env)).toBe(code);
  });
});
