import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** An endpoint, without its secrets. */
export interface EndpointRow extends Row {
  readonly id: string;
  readonly app_id: string | null;
  readonly owner_id: string | null;
  readonly app_name: string | null;
  readonly url: string;
  readonly events: string[];
  readonly enabled: boolean;
  /** Of a paused one: its new events are held, and delivered when it is resumed. */
  readonly hold: boolean;
  readonly created_at: Date;
  /** When the secret before the last rotation stops signing; null where it has. */
  readonly previous_until: Date | null;
}

const COLUMNS = `e.id, e.app_id, e.owner_id, apps.name AS app_name, e.url, e.events, e.enabled, e.hold, e.created_at,
  CASE WHEN e.previous_until > now() THEN e.previous_until END AS previous_until`;

/** A page of all endpoints by id, after one. */
export function listEndpoints(database: Queryable, after: string, limit: number): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM endpoints e LEFT JOIN apps ON apps.id = e.app_id
     WHERE e.id > $1 COLLATE "C" ORDER BY e.id LIMIT $2`,
    [after, limit],
  );
}

export async function findEndpoint(database: Queryable, id: string): Promise<EndpointRow | undefined> {
  const [row] = await database.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM endpoints e LEFT JOIN apps ON apps.id = e.app_id WHERE e.id = $1`,
    [id],
  );
  return row;
}

/** The secrets that sign now: the current one, and during a rotation the one before. */
export async function readSecrets(database: Queryable, id: string): Promise<string[]> {
  const [row] = await database.query<Row & { secret: string; previous: string | null }>(
    `SELECT secret, CASE WHEN previous_until > now() THEN previous_secret END AS previous FROM endpoints WHERE id = $1`,
    [id],
  );
  return row ? [row.secret, ...(row.previous === null ? [] : [row.previous])] : [];
}

/** Businesses that an endpoint may read, up to a number. */
export function readableBusinesses(
  database: Queryable,
  endpointId: string,
  limit: number,
): Promise<(Row & { id: string; name: string })[]> {
  return database.query(
    `SELECT b.id, b.name FROM readable r JOIN businesses b ON b.id = r.business_id
     WHERE r.endpoint_id = $1 ORDER BY b.id LIMIT $2`,
    [endpointId, limit],
  );
}

/** Whether an endpoint may read a business. */
export async function mayRead(database: Queryable, endpointId: string, businessId: string): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS readable FROM readable WHERE endpoint_id = $1 AND business_id = $2 LIMIT 1',
    [endpointId, businessId],
  );
  return rows.length === 1;
}
