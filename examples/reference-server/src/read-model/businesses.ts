import { BUSINESS_COLUMNS, toBusiness, type BusinessRecord, type BusinessRow } from '../businesses/business.js';
import type { Scope } from '../credentials/scope.js';
import type { Queryable, Row } from '../database/database.js';
import { reading, toPaged, type Paged, type PageStep } from './steps.js';

/** A business in a list. */
export interface BusinessListRow extends Row {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly country: string;
}

/**
 * The SQL condition that a business belongs to a scope. No business belongs to an app: app tokens read documents, not
 * businesses.
 */
function ownedBy(scope: Scope, parameter: (value: string) => string): string {
  switch (scope.kind) {
    case 'operator':
      return 'true';
    case 'app':
      return 'false';
    case 'owner': {
      const one = scope.businessId === null ? '' : ` AND b.id = ${parameter(scope.businessId)}`;
      return `b.owner_id = ${parameter(scope.ownerId)}${one}`;
    }
  }
}

/** A page of the businesses in a scope, sorted by id. */
export async function listBusinesses(
  database: Queryable,
  scope: Scope,
  step: PageStep,
  limit: number,
): Promise<Paged<BusinessListRow>> {
  const { compare, order } = reading(step);
  const parameters: (string | number)[] = [limit + 1];
  const parameter = (value: string) => `$${parameters.push(value)}`;
  const where = step === undefined ? 'true' : `b.id ${compare} ${parameter(step.from)} COLLATE "C"`;
  const rows = await database.query<BusinessListRow>(
    `SELECT id, owner_id, name, country FROM businesses b WHERE ${where} AND ${ownedBy(scope, parameter)}
     ORDER BY id ${order} LIMIT $1`,
    parameters,
  );
  return toPaged(rows, limit, step, ({ id }) => id);
}

/** A business, if it belongs to a scope. */
export async function findBusiness(database: Queryable, scope: Scope, id: string): Promise<BusinessRecord | undefined> {
  const parameters = [id];
  const owned = ownedBy(scope, (value) => `$${parameters.push(value)}`);
  const [row] = await database.query<BusinessRow>(
    `SELECT ${BUSINESS_COLUMNS} FROM businesses b WHERE b.id = $1 AND ${owned}`,
    parameters,
  );
  return row && toBusiness(row);
}

/** A business found by its name. */
export interface NamedBusiness extends Row {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds the businesses in a scope by their name, in upper or lower case, up to a limit, sorted by id. Compares the start
 * of the names first, as in the index `businesses_by_name`, because indexed values must be short.
 */
export function findBusinessesByName(
  database: Queryable,
  scope: Scope,
  name: string,
  limit: number,
): Promise<NamedBusiness[]> {
  const parameters: (string | number)[] = [name, limit];
  const owned = ownedBy(scope, (value) => `$${parameters.push(value)}`);
  return database.query<NamedBusiness>(
    `SELECT id, name FROM businesses b WHERE left(lower(trim(name)), 200) = left(lower($1), 200)
       AND lower(trim(name)) = lower($1) AND ${owned} ORDER BY id LIMIT $2`,
    parameters,
  );
}

/** Finds businesses by their ids, regardless of their owner. */
export async function findBusinesses(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BusinessRecord>> {
  const rows = await database.query<BusinessRow>(
    `SELECT ${BUSINESS_COLUMNS} FROM businesses b WHERE b.id = ANY($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.business_id, toBusiness(row)]));
}

/** An authorization, without its token. */
export interface AuthorizationRow extends Row {
  readonly id: string;
  readonly app_id: string;
  readonly app_name: string;
  readonly scopes: string[];
  readonly granted_at: Date;
  readonly revoked_at: Date | null;
}

/**
 * A business's authorizations, up to a limit: valid authorizations first, then revoked authorizations, newest first
 * within each group.
 */
export function listAuthorizations(
  database: Queryable,
  businessId: string,
  limit: number,
): Promise<AuthorizationRow[]> {
  return database.query<AuthorizationRow>(
    `SELECT a.id, a.app_id, apps.name AS app_name, a.scopes, a.granted_at, a.revoked_at
     FROM authorizations a JOIN apps ON apps.id = a.app_id
     WHERE a.business_id = $1 ORDER BY a.revoked_at IS NOT NULL, a.granted_at DESC, a.id LIMIT $2`,
    [businessId, limit],
  );
}

/** A business's connection to a platform. */
export interface SourceRow extends Row {
  readonly id: string;
  readonly platform: string;
  readonly connected_at: Date;
  readonly disconnected_at: Date | null;
  readonly backfill_complete: boolean;
}

/**
 * A business's sources, up to a limit: connected sources first, then removed sources, newest first within each group.
 */
export function listSources(database: Queryable, businessId: string, limit: number): Promise<SourceRow[]> {
  return database.query<SourceRow>(
    `SELECT id, platform, connected_at, disconnected_at, backfill_complete FROM sources
     WHERE business_id = $1 ORDER BY disconnected_at IS NOT NULL, connected_at DESC, id LIMIT $2`,
    [businessId, limit],
  );
}

/**
 * Owners of businesses, up to a limit. Finds each owner with one index look-up, however many businesses the owner has.
 */
export async function listOwners(database: Queryable, limit: number): Promise<string[]> {
  const next = (where: string) => `(SELECT owner_id FROM businesses ${where} ORDER BY owner_id LIMIT 1)`;
  const rows = await database.query<Row & { owner_id: string }>(
    `WITH RECURSIVE owners AS (
       ${next('')}
       UNION ALL
       SELECT ${next('WHERE owner_id > owners.owner_id')} FROM owners WHERE owners.owner_id IS NOT NULL
     )
     SELECT owner_id FROM owners WHERE owner_id IS NOT NULL LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.owner_id);
}

export async function ownerExists(database: Queryable, id: string): Promise<boolean> {
  return (await database.query('SELECT 1 AS found FROM businesses WHERE owner_id = $1 LIMIT 1', [id])).length === 1;
}
