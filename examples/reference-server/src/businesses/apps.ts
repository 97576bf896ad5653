import type { Queryable } from '../database/database.js';

/** An app to which merchants may grant access. */
export interface App {
  readonly id: string;
  readonly name: string;
  /** Only partner apps may write. */
  readonly partner: boolean;
}

/** Adds an app; returns false if the id is taken. */
export async function addApp(database: Queryable, { id, name, partner }: App): Promise<boolean> {
  const rows = await database.query(
    'INSERT INTO apps (id, name, partner) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING 1 AS added',
    [id, name, partner],
  );
  return rows.length === 1;
}
