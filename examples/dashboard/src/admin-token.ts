import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminToken, type Config } from 'receipt-reference-server/config.js';
import { newToken } from 'receipt-reference-server/credentials/token.js';
import { readSettingFile } from 'receipt-reference-server/settings.js';

/** The operator's token for the dashboard. */
export interface AdminToken {
  readonly token: string;
  /** Where the token comes from, for the line that the server prints at startup. */
  readonly source: string;
  /**
   * Re-reads the token file, and rejects with ConfigError if it contains an invalid token. Undefined if the token does
   * not come from a file.
   */
  readonly read?: (() => Promise<string>) | undefined;
}

/**
 * Returns the token from ADMIN_TOKEN. If it is not set and the database is embedded, returns the token stored in the
 * data folder, or generates one at the first start. With an external database, returns undefined, because all processes
 * that share the database must have the same token.
 *
 * @throws ConfigError if the token file is invalid
 */
export async function findAdminToken(config: Config): Promise<AdminToken | undefined> {
  const { adminToken: given, adminTokenFile: file } = config;
  if (given !== undefined) {
    const read = async () => adminToken('ADMIN_TOKEN_FILE', readSettingFile('ADMIN_TOKEN_FILE', file!));
    return { token: given, source: 'as in ADMIN_TOKEN', read: file === undefined ? undefined : read };
  }
  if (config.databaseUrl !== undefined) return undefined;
  const path = join(config.dataDir, 'admin-token');
  const read = async () => adminToken(path, (await readFile(path, 'utf8')).trim());
  const stored = await read().catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) return { token: stored, source: `as in ${path}`, read };
  const token = newToken('');
  // Write to a temporary file and rename it, so that the token file is never incomplete.
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return { token, source: token, read };
}
