import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { openPostgres } from '../../src/database/postgres.js';
import { CITUS } from '../../src/sql/citus.js';
import { POSTGRES } from '../../src/sql/postgres.js';
import { administer, createOnCitus, dropOnCitus, SHARDS } from './citus.js';

export type DatabaseName = 'embedded' | 'postgres' | 'citus';

/** A separate empty database for one test file or test. */
export type TestDatabase = {
  name: DatabaseName;
  /** Settings for a server process; valid even before `create`. */
  env: { DATABASE_URL?: string; DATA_DIR?: string; SHARDS?: string };
  create: () => Promise<unknown>;
  /**
   * Opens the database in this process; `dispose` closes it if it is still open. The embedded database cannot be opened
   * while it is already open.
   */
  open: () => Promise<Database>;
  dispose: () => Promise<void>;
};

/** Declares the same tests for every kind of database, each time with a new database. */
export function eachDatabase(declare: (database: TestDatabase) => void): void {
  onDatabases(['embedded', 'postgres', 'citus'], declare);
}

/**
 * Like `eachDatabase`, for tests of code that does not distinguish the kinds. Omits the embedded database unless
 * EVERY_DATABASE is set, as in `npm run nightly`.
 */
export function anyDatabase(declare: (database: TestDatabase) => void): void {
  onDatabases(process.env.EVERY_DATABASE ? ['embedded', 'postgres', 'citus'] : ['postgres', 'citus'], declare);
}

/** Like `eachDatabase`, but without Citus, for tests that depend on plain PostgreSQL: query plans, custom types. */
export function eachUnsharded(declare: (database: TestDatabase) => void): void {
  onDatabases(['embedded', 'postgres'], declare);
}

/** Like `eachDatabase`, but only for the named kinds. */
export function onDatabases(names: readonly DatabaseName[], declare: (database: TestDatabase) => void): void {
  for (const name of names) {
    describeOn(name, `on ${name}`, () => {
      const database = testDatabase(name);
      beforeAll(database.create);
      afterAll(database.dispose);
      declare(database);
    });
  }
}

/**
 * A `describe` that needs a kind of database. Skipped if the kind is Citus and no cluster is available; the run's
 * summary lists skipped tests.
 */
export function describeOn(name: DatabaseName, title: string, declare: () => void): void {
  describe.skipIf(name === 'citus' && !inject('citusUrl'))(title, declare);
}

/** A database for a test that calls `create` and `dispose` itself. */
export function testDatabase(name: TestDatabase['name']): TestDatabase {
  const id = `t_${randomBytes(8).toString('hex')}`;
  const place = { embedded, postgres, citus }[name](id);
  const opened: Database[] = [];
  return {
    name,
    env: place.env,
    create: place.create,
    async open() {
      const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.env;
      const database = url
        ? openPostgres(url, { sql: name === 'citus' ? CITUS : POSTGRES })
        : await openEmbedded(folder);
      opened.push(database);
      return database;
    },
    async dispose() {
      await Promise.all(opened.map((database) => database.close()));
      await place.drop();
    },
  };
}

type Place = { env: TestDatabase['env']; create: () => Promise<unknown>; drop: () => Promise<unknown> };

function embedded(id: string): Place {
  const folder = join(inject('scratch'), id);
  return {
    env: { DATA_DIR: folder },
    // Copies a template, because a new database takes seconds to create.
    create: () => cp(inject('embeddedTemplate'), folder, { recursive: true }),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

function postgres(id: string): Place {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${id}`;
  return {
    env: { DATABASE_URL: url.href },
    create: () => administer(inject('postgresUrl'), `CREATE DATABASE ${id} TEMPLATE template0`),
    drop: () => administer(inject('postgresUrl'), `DROP DATABASE IF EXISTS ${id} WITH (FORCE)`),
  };
}

function citus(id: string): Place {
  const url = new URL(inject('citusUrl') || 'postgres://none');
  url.pathname = `/${id}`;
  return {
    env: { DATABASE_URL: url.href, SHARDS: String(SHARDS) },
    create: () => createOnCitus(inject('citusUrl'), id),
    drop: () => dropOnCitus(inject('citusUrl'), id),
  };
}
