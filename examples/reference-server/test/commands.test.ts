import { describe, expect, it } from 'vitest';
import { check, distribute, readCommand, retain, rotateKey } from '../src/commands.js';
import { ConfigError, readConfig } from '../src/config.js';
import { migrate } from '../src/database/migrate.js';
import { FixturesError } from '../src/fixtures.js';
import { testDatabase } from './support/databases.js';
import { fixtures } from './support/fixtures.js';
import { runProcess, writeFixtures } from './support/processes.js';

describe('readCommand', () => {
  it.each([
    [[], { name: 'serve' }],
    [['--check'], { name: 'check' }],
    [['--distribute'], { name: 'distribute' }],
    [['--rotate-key'], { name: 'rotate-key' }],
    [['--retain', '1'], { name: 'retain', days: 1 }],
    [['--retain', '36500'], { name: 'retain', days: 36_500 }],
  ])('reads %j', (args, command) => {
    expect(readCommand(args)).toEqual(command);
  });

  it.each([
    [['--retain']],
    [['--retain', '0']],
    [['--retain', '-1']],
    [['--retain', '1.5']],
    [['--retain', '36501']],
    [['--retain', '90', 'x']],
    [['--check', 'x']],
    [['--rotate-key', 'x']],
    [['--distribute', '8']],
    [['--help']],
    [['']],
  ])('refuses %j', (args) => {
    expect(() => readCommand(args)).toThrow(ConfigError);
  });
});

describe('on PostgreSQL', () => {
  it('--check tells what a start would do, and does nothing of it; --retain waits for that start', async () => {
    const database = testDatabase('postgres');
    await database.create();
    const config = readConfig({ ...database.env, FIXTURES: await writeFixtures(fixtures()) });
    const last = async () => (await check(config)).at(-1)!.replace(/PostgreSQL \d+/, 'PostgreSQL N');
    expect(await last()).toBe('Database: PostgreSQL N, migrations 1, 2, 3, 4, 5, 6 run at the next start.');
    expect(await last()).toBe('Database: PostgreSQL N, migrations 1, 2, 3, 4, 5, 6 run at the next start.');
    await expect(retain(config, 30)).rejects.toBeInstanceOf(ConfigError);
    const withKey = { ...config, secretsKey: Buffer.alloc(32, 1) };
    await expect(rotateKey(withKey)).rejects.toBeInstanceOf(ConfigError);
    await migrate(await database.open());
    expect(await last()).toBe('Database: PostgreSQL N, up to date.');
    expect(await retain(config, 30)).toContain('deleted deliveries: 0');
    expect(await rotateKey(withKey)).toEqual(['endpoints with newly encrypted secrets: 0']);
    await expect(rotateKey(config)).rejects.toBeInstanceOf(ConfigError);
    await expect(distribute(config)).rejects.toBeInstanceOf(ConfigError);
    await database.dispose();
  });
});

it('--distribute is refused without DATABASE_URL', async () => {
  await expect(distribute(readConfig({}))).rejects.toBeInstanceOf(ConfigError);
});

describe('--check', () => {
  it('refuses invalid fixtures', async () => {
    const FIXTURES = await writeFixtures({ apps: [{ id: 'a', name: '' }] });
    await expect(check(readConfig({ FIXTURES }))).rejects.toBeInstanceOf(FixturesError);
  });

  it.each<[what: string, code: number, env: Record<string, string>]>([
    ['well', 0, {}],
    ['wrong: a file that is not there', 2, { FIXTURES: '/nowhere' }],
    ['away: the database', 1, { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
  ])('ends by itself where all is %s, with %i', async (_, code, env) => {
    expect(await runProcess(['--check'], env)).toBe(code);
  });
});
