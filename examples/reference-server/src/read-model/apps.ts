import type { Queryable, Row } from '../database/database.js';
import type { App } from '../businesses/apps.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

export type AppRow = App & Row;

/** A page of all apps, sorted by id. */
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

/** The names of apps, by id. */
export async function nameApps(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<Pick<AppRow, 'id' | 'name'> & Row>(
    'SELECT id, name FROM apps WHERE id = ANY($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
