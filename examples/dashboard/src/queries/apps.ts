import type { Queryable, Row } from 'receipt-reference-server/database/database.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** An app that merchants may grant access. */
export interface AppRow extends Row {
  readonly id: string;
  readonly name: string;
  readonly partner: boolean;
}

/** A page of all apps, by id. */
export async function listApps(database: Queryable, step: PageStep, limit: number): Promise<Paged<AppRow>> {
  const { compare, order } = reading(step);
  const where = step === undefined ? 'true' : `id ${compare} $2 COLLATE "C"`;
  const rows = await database.query<AppRow>(
    `SELECT id, name, partner FROM apps WHERE ${where} ORDER BY id ${order} LIMIT $1`,
    [limit + 1, ...(step ? [step.from] : [])],
  );
  return toPaged(rows, limit, step, ({ id }) => id);
}

export async function findApp(database: Queryable, id: string): Promise<AppRow | undefined> {
  const [row] = await database.query<AppRow>('SELECT id, name, partner FROM apps WHERE id = $1', [id]);
  return row;
}

/** Adds an app; false if the id is taken. */
export async function addApp(database: Queryable, { id, name, partner }: AppRow): Promise<boolean> {
  const rows = await database.query(
    'INSERT INTO apps (id, name, partner) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING 1 AS added',
    [id, name, partner],
  );
  return rows.length === 1;
}
