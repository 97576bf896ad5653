import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/open.js';

/** An empty database of its own for one test file or test. */
export type TestDatabase = {
  name: 'embedded' | 'postgres';
  /** For a server process. Known before `create`. */
  env: { DATABASE_URL?: string; DATA_DIR?: string };
  create: () => Promise<void>;
  /** Opens it in this process; `dispose` closes what is still open. The embedded one opens once at a time. */
  open: () => Promise<Database>;
  dispose: () => Promise<void>;
};

/** Declares the same tests for both databases; each has a fresh one from before its tests until after them. */
export function eachDatabase(declare: (database: TestDatabase) => void): void {
  describe.each(['embedded', 'postgres'] as const)('on %s', (name) => {
    const database = testDatabase(name);
    beforeAll(database.create);
    afterAll(database.dispose);
    declare(database);
  });
}

/** A database to `create` and `dispose` by hand. */
export function testDatabase(name: TestDatabase['name']): TestDatabase {
  const id = `t_${randomBytes(8).toString('hex')}`;
  const place = name === 'embedded' ? embedded(id) : postgres(id);
  const opened: Database[] = [];
  return {
    name,
    env: place.env,
    create: place.create,
    async open() {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.env;
      const database = await openDatabase({ databaseUrl, dataDir });
      opened.push(database);
      return database;
    },
    async dispose() {
      await Promise.all(opened.map((database) => database.close()));
      await place.drop();
    },
  };
}

type Place = { env: TestDatabase['env']; create: () => Promise<void>; drop: () => Promise<void> };

function embedded(id: string): Place {
  const folder = join(inject('scratch'), id);
  return {
    env: { DATA_DIR: folder },
    // A new one takes seconds to make.
    create: () => cp(inject('embeddedTemplate'), folder, { recursive: true }),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

function postgres(id: string): Place {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${id}`;
  return {
    env: { DATABASE_URL: url.href },
    create: () => administer(`CREATE DATABASE ${id} TEMPLATE template0`),
    drop: () => administer(`DROP DATABASE IF EXISTS ${id} WITH (FORCE)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
