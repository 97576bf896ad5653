import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** PostgreSQL prepares its buffers when it starts, which takes 0.35 s longer for the default of 128 MB. */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/**
 * Opens the database in `dataDir/database`, or creates it. A new database gets a temporary name first, so that a
 * process killed during its creation does not leave a folder that looks like a database.
 *
 * @throws Error if the folder contains something else, or a database that cannot be opened
 */
export async function openCluster(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  const entries = existsSync(folder) ? await readdir(folder) : [];
  if (entries.length > 0 && !entries.includes('PG_VERSION')) throw new Error(`${folder} is not a database`);
  if (entries.length === 0) await makeCluster(folder);
  try {
    return await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, ...BUFFERS] });
  } catch (cause) {
    throw new Error(`The database in ${folder} cannot be opened: it is damaged or has another version`, { cause });
  }
}

async function makeCluster(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await (await PGlite.create(draft)).close();
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}
