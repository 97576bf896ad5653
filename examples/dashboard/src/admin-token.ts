import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminToken, type Config } from 'receipt-reference-server/config.js';
import { newToken } from 'receipt-reference-server/credentials/token.js';

/** The token that opens the dashboard, and its description for the start-up line. */
export interface AdminToken {
  readonly token: string;
  readonly source: string;
}

/**
 * The token of ADMIN_TOKEN. Without it, the embedded database keeps a token generated at the first start in its folder;
 * otherwise undefined, because processes that share a database must have the same token.
 *
 * @throws ConfigError if the file has no token
 */
export async function findAdminToken(config: Config): Promise<AdminToken | undefined> {
  if (config.adminToken !== undefined) return { token: config.adminToken, source: 'as in ADMIN_TOKEN' };
  if (config.databaseUrl !== undefined) return undefined;
  const path = join(config.dataDir, 'admin-token');
  const stored = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) return { token: adminToken(path, stored.trim()), source: `as in ${path}` };
  const token = newToken('');
  // Writes under another name first, so that the file is always complete.
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return { token, source: token };
}
