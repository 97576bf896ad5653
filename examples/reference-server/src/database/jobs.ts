import type { Queryable, Row } from './database.js';

/**
 * Begins a job that only one process may run at a time: claims it if it is due and no other process is running it.
 *
 * @param takeOverS seconds without a call to `keep` after which another process takes over
 * @returns the state of the job; undefined if this process must not run the job
 * @throws DatabaseUnavailable
 */
export async function begin(
  database: Queryable,
  name: string,
  takeOverS: number,
): Promise<{ readonly state: string | null } | undefined> {
  const [begun] = await database.query<Row & { state: string | null }>(
    `INSERT INTO jobs AS j (name, due_at) VALUES ($1, now() + $2 * interval '1 second')
     ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at WHERE j.due_at <= now() RETURNING state`,
    [name, takeOverS],
  );
  return begun;
}

/** Keeps the claim on a job for another `takeOverS` seconds, and stores the job's state. @throws DatabaseUnavailable */
export async function keep(database: Queryable, name: string, takeOverS: number, state: string | null): Promise<void> {
  await database.query(`UPDATE jobs SET due_at = now() + $2 * interval '1 second', state = $3 WHERE name = $1`, [
    name,
    takeOverS,
    state,
  ]);
}

/** Ends a run of a job, and sets when the job is due again. @throws DatabaseUnavailable */
export async function end(database: Queryable, name: string, nextInS: number, succeeded: boolean): Promise<void> {
  await database.query(
    `UPDATE jobs SET due_at = now() + $2 * interval '1 second',
       succeeded_at = CASE WHEN $3::boolean THEN now() ELSE succeeded_at END WHERE name = $1`,
    [name, nextInS, succeeded],
  );
}

/** When a job last succeeded, in seconds since the epoch; if it never has, when the job was first due. */
export async function readSuccess(database: Queryable, name: string): Promise<number> {
  const [row] = await database.query<Row & { at: number }>(
    'SELECT extract(epoch FROM succeeded_at)::float8 AS at FROM jobs WHERE name = $1',
    [name],
  );
  return row!.at;
}
