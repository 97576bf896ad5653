import { hashToken } from './credentials/token.js';
import type { Parameter, Queryable } from './database/database.js';

/** An invalid fixture file. The message gives the path, the value found, and what is valid. */
export class FixturesError extends Error {
  override readonly name = 'FixturesError';
}

/**
 * Inserts a row, or updates it if its fixture has changed since it was last loaded.
 *
 * @throws FixturesError if another row has the same token
 */
export async function upsert(
  tx: Queryable,
  table: string,
  key: readonly string[],
  fixture: object,
  row: Readonly<Record<string, Parameter>>,
): Promise<void> {
  // Stores only a hash of the fixture, because the fixture may contain a token.
  const columns = { ...row, fixture: hashToken(JSON.stringify(fixture)) };
  const names = Object.keys(columns);
  const set = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  const upserted = tx.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}
     WHERE ${table}.fixture IS DISTINCT FROM excluded.fixture`,
    Object.values(columns),
  );
  await upserted.catch((error: unknown) => {
    // Apart from keys, only tokens must be unique.
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new FixturesError(
      `${table} ${key.map((name) => String(row[name])).join(' ')} has the same token as another row`,
    );
  });
}

/** PostgreSQL's manual, appendix A. */
const UNIQUE_VIOLATION = '23505';

/**
 * @throws FixturesError if two entries share a key; the message gives their paths, not the key, which may be a token
 */
export function eachOnce<T>(name: string, entries: readonly T[], keyOf: (entry: T) => string): void {
  const keys = entries.map(keyOf);
  const repeated = keys.findIndex((key, i) => keys.indexOf(key) < i);
  if (repeated !== -1) {
    const first = keys.indexOf(keys[repeated]!);
    throw new FixturesError(`${name}[${repeated}] has the same id, token or key as ${name}[${first}]`);
  }
}

type Reference = { readonly businesses: { id: string; owner_id?: string } } | { readonly apps: { id: string } };

/** @throws FixturesError if the table has no row with these values */
export async function refer(tx: Queryable, reference: Reference, where: string): Promise<void> {
  const [[table, columns] = ['', {}]] = Object.entries(reference) as [string, Record<string, string>][];
  const conditions = Object.keys(columns).map((name, i) => `${name} = $${i + 1}`);
  const found = await tx.query(
    `SELECT 1 AS found FROM ${table} WHERE ${conditions.join(' AND ')}`,
    Object.values(columns),
  );
  if (found.length === 0) throw new FixturesError(`${where}: ${table} has no row with ${JSON.stringify(columns)}`);
}
