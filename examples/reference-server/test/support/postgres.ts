/**
 * Vitest global setup: starts one PostgreSQL server for all tests, creates an embedded database as a template, and
 * bundles the reference server.
 */
import { join } from 'node:path';
import { sharedSetup } from '../../../../test/support/shared-setup.js';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { buildServer } from './built-server.js';
import { startPostgres } from './postgres-server.js';
import { makeScratch } from './scratch.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, with a user who may create databases. */
    postgresUrl: string;
    /**
     * The coordinator of a Citus cluster with its worker nodes joined, with a user who may create databases; empty if
     * there is no cluster.
     */
    citusUrl: string;
    /** The path of a program that starts Citus clusters, see citus-cluster.ts; empty if there is none. */
    citusCluster: string;
    /** The data directory of an embedded database without tables. Copy it; do not open it. */
    embeddedTemplate: string;
    /** The folder for files that tests write. It is removed at the end, even if the tests are killed. */
    scratch: string;
  }
}

/**
 * Uses the server whose URL is in TEST_DATABASE_URL, or, without that variable, the PostgreSQL that npm installed. If
 * neither TEST_CITUS_URL nor TEST_CITUS_CLUSTER is set, the tests that need Citus are skipped.
 */
export default sharedSetup('postgres', async (project) => {
  const given = process.env.TEST_DATABASE_URL;
  const { url, scratch, dispose } = given ? await withoutServer(given) : await startPostgres();
  try {
    const template = join(scratch.folder, 'template');
    await (await openEmbedded(template)).close();
    project.provide('postgresUrl', url);
    project.provide('citusUrl', process.env.TEST_CITUS_URL ?? '');
    project.provide('citusCluster', process.env.TEST_CITUS_CLUSTER ?? '');
    project.provide('embeddedTemplate', template);
    project.provide('scratch', scratch.folder);
    await buildServer(scratch.folder);
  } catch (error) {
    await dispose();
    throw error;
  }
  return dispose;
});

async function withoutServer(url: string) {
  const scratch = await makeScratch();
  return { url, scratch, dispose: scratch.remove };
}
