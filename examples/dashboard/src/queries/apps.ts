import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** An app that may be granted access. */
export interface AppRow extends Row {
  readonly id: string;
  readonly name: string;
  readonly partner: boolean;
}

/** A page of all apps by id, after one. */
export function listApps(database: Queryable, after: string, limit: number): Promise<AppRow[]> {
  return database.query<AppRow>('SELECT id, name, partner FROM apps WHERE id > $1 COLLATE "C" ORDER BY id LIMIT $2', [
    after,
    limit,
  ]);
}

export async function findApp(database: Queryable, id: string): Promise<AppRow | undefined> {
  const [row] = await database.query<AppRow>('SELECT id, name, partner FROM apps WHERE id = $1', [id]);
  return row;
}

/** Adds an app; false where the id is taken. */
export async function addApp(database: Queryable, { id, name, partner }: AppRow): Promise<boolean> {
  const rows = await database.query(
    'INSERT INTO apps (id, name, partner) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING 1 AS added',
    [id, name, partner],
  );
  return rows.length === 1;
}
