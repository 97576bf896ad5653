import type { Scope } from '../credentials/scope.js';
import { PLAIN_SECRETS } from '../endpoints/secrets.js';
import type { Queryable, Row } from '../database/database.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** An endpoint, without its secrets. */
export interface EndpointRow extends Row {
  readonly id: string;
  readonly app_id: string | null;
  readonly owner_id: string | null;
  readonly app_name: string | null;
  readonly url: string;
  readonly events: string[];
  readonly enabled: boolean;
  /** For a paused endpoint: whether new events are queued for delivery on resume. */
  readonly hold: boolean;
  readonly created_at: Date;
  /** When deliveries stop being signed with the previous secret as well; null if they already have. */
  readonly previous_until: Date | null;
  /** The start of the first failed attempt since the last success; null if the endpoint is not failing. */
  readonly failing_since: Date | null;
  /** The number of failed attempts since the last success. */
  readonly failing_attempts: number;
  /** When the endpoint last recovered after it had been reported as failing; null if never. */
  readonly recovered_at: Date | null;
  readonly last_attempt_at: Date | null;
  /** How the last attempt failed; null if it succeeded. */
  readonly last_error_class: string | null;
  readonly last_status: number | null;
}

/** Joins the app of each row of `endpoints e` by its key: the planner might otherwise read all apps. */
export const JOIN_APP = 'LEFT JOIN LATERAL (SELECT name FROM apps WHERE id = e.app_id OFFSET 0) apps ON true';

/** The columns for an EndpointRow, from `endpoints e` and JOIN_APP. */
export const ENDPOINT_COLUMNS = `e.id, e.app_id, e.owner_id, apps.name AS app_name, e.url, e.events, e.enabled, e.hold, e.created_at,
  CASE WHEN e.previous_until > now() THEN e.previous_until END AS previous_until,
  e.failing_since, e.failing_attempts, e.recovered_at, e.last_attempt_at, e.last_error_class, e.last_status`;

/** The rank of an endpoint, as in the index endpoints_by_rank: failing, then working, then paused. */
const RANK = 'CASE WHEN NOT enabled THEN 2 WHEN failing_since IS NULL THEN 1 ELSE 0 END';

/** Which endpoints to list. */
export type EndpointFilter = 'all' | 'failing' | 'active' | 'paused';

// Uses a range: with an equality condition, the planner would drop the order by rank, and might choose another index.
const only = (rank: number) => `${RANK} BETWEEN ${rank} AND ${rank}`;

const RANKS: Readonly<Record<EndpointFilter, string>> = {
  all: 'true',
  failing: only(0),
  active: only(1),
  paused: only(2),
};

/**
 * The SQL condition that a row of `endpoints e` belongs to a scope. A key for one business has no endpoints, because
 * the owner's endpoints also get events from the owner's other businesses.
 */
export function endpointsOf(scope: Scope, parameter: (value: string) => string): string {
  switch (scope.kind) {
    case 'operator':
      return 'true';
    case 'app':
      return `e.app_id = ${parameter(scope.appId)}`;
    case 'owner':
      return scope.businessId === null ? `e.owner_id = ${parameter(scope.ownerId)}` : 'false';
  }
}

/**
 * The statement for a page of endpoints. The parameters are the limit and, after the first page, the rank and id from
 * the cursor.
 *
 * @param owned a condition on `endpoints e`
 */
export function endpointPage(filter: EndpointFilter, step: PageStep, owned = 'true'): string {
  const { compare, order } = reading(step);
  const start = step === undefined ? 'true' : `(${RANK}, id) ${compare} ($2::integer, $3 COLLATE "C")`;
  return `SELECT rank, ${ENDPOINT_COLUMNS} FROM (
      SELECT *, ${RANK} AS rank FROM endpoints e WHERE ${RANKS[filter]} AND ${owned} AND ${start}
      ORDER BY ${RANK} ${order}, id ${order} LIMIT $1
    ) e ${JOIN_APP} ORDER BY rank ${order}, e.id ${order}`;
}

/** A page of endpoints, sorted by rank (see RANK), then by id. */
export async function listEndpoints(
  database: Queryable,
  scope: Scope,
  filter: EndpointFilter,
  step: PageStep,
  limit: number,
): Promise<Paged<EndpointRow>> {
  const parameters: (string | number)[] = [limit + 1];
  if (step) parameters.push(Number(step.from[0]), step.from.slice(2));
  const owned = endpointsOf(scope, (value) => `$${parameters.push(value)}`);
  const rows = await database.query<EndpointRow & { rank: number }>(endpointPage(filter, step, owned), parameters);
  return toPaged(rows, limit, step, ({ rank, id }) => `${rank}~${id}`);
}

/** Whether a string is a cursor for the list of endpoints. */
export function isEndpointCursor(text: string): boolean {
  return /^[012]~[!-~]{1,255}$/.test(text);
}

/** Failing endpoints, those that began to fail most recently first. */
export const FAILING = `SELECT ${ENDPOINT_COLUMNS} FROM (
    SELECT * FROM endpoints WHERE enabled AND failing_since IS NOT NULL ORDER BY failing_since DESC, id DESC LIMIT $1
  ) e ${JOIN_APP} ORDER BY e.failing_since DESC, e.id DESC`;

export function listFailing(database: Queryable, limit: number): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(FAILING, [limit]);
}

/** An endpoint, if it belongs to a scope. */
export async function findEndpoint(database: Queryable, scope: Scope, id: string): Promise<EndpointRow | undefined> {
  const parameters = [id];
  const owned = endpointsOf(scope, (value) => `$${parameters.push(value)}`);
  const [row] = await database.query<EndpointRow>(
    `SELECT ${ENDPOINT_COLUMNS} FROM endpoints e ${JOIN_APP} WHERE e.id = $1 AND ${owned}`,
    parameters,
  );
  return row;
}

/** Finds endpoints by their ids, regardless of their owner. */
export function findEndpoints(database: Queryable, ids: readonly string[]): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `SELECT ${ENDPOINT_COLUMNS} FROM endpoints e ${JOIN_APP} WHERE e.id = ANY($1::text[])`,
    [ids],
  );
}

/** The secrets in use: the current secret and, during a rotation, the previous secret. */
export async function readSecrets(database: Queryable, id: string, secrets = PLAIN_SECRETS): Promise<string[]> {
  const [row] = await database.query<Row & { secret: string; previous: string | null }>(
    `SELECT secret, CASE WHEN previous_until > now() THEN previous_secret END AS previous FROM endpoints WHERE id = $1`,
    [id],
  );
  const stored = row ? [row.secret, ...(row.previous === null ? [] : [row.previous])] : [];
  return stored.map((one) => secrets.open(id, one));
}

/** Businesses that an endpoint may read, up to a limit, sorted by id. Reads about that many rows of each table. */
export function readableBusinesses(
  database: Queryable,
  endpointId: string,
  limit: number,
): Promise<(Row & { id: string; name: string })[]> {
  return database.query(
    `SELECT b.id, b.name FROM endpoints e CROSS JOIN LATERAL (
       SELECT id, name FROM businesses WHERE owner_id = e.owner_id ORDER BY id LIMIT $2
     ) b WHERE e.id = $1
     UNION
     SELECT b.id, b.name FROM endpoints e CROSS JOIN LATERAL (
       SELECT DISTINCT business_id FROM authorizations WHERE app_id = e.app_id AND revoked_at IS NULL
       ORDER BY business_id LIMIT $2
     ) a CROSS JOIN LATERAL (SELECT id, name FROM businesses WHERE id = a.business_id OFFSET 0) b WHERE e.id = $1
     ORDER BY id LIMIT $2`,
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
