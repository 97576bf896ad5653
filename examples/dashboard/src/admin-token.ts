import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminToken, type Config } from 'receipt-reference-server/config.js';
import { newToken } from 'receipt-reference-server/credentials/token.js';

/** The token that opens the dashboard, and the text for the line at start. */
export interface AdminToken {
  readonly token: string;
  readonly told: string;
}

/**
 * The token of ADMIN_TOKEN. If there is none: with the embedded database a token that is made at the first start and
 * kept in its folder, else undefined, since the processes that share a database must have the same one.
 *
 * @throws ConfigError if the file does not have a token
 */
export async function findAdminToken(config: Config): Promise<AdminToken | undefined> {
  if (config.adminToken !== undefined) return { token: config.adminToken, told: 'as in ADMIN_TOKEN' };
  if (config.databaseUrl !== undefined) return undefined;
  const path = join(config.dataDir, 'admin-token');
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) return { token: adminToken(path, kept.trim()), told: `as in ${path}` };
  const token = newToken('');
  // Written under another name first, so that the file is always complete.
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return { token, told: token };
}
