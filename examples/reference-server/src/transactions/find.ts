import type { Scope } from '../credentials/scope.js';
import type { Parameter, Queryable, Row } from '../database/database.js';
import { SAME_WRITE } from '../read-model/same-write.js';
import { sqlDocumentId } from '../sql/documents.js';
import { searchKey } from './search-key.js';

/** The maximum number of businesses to search with one statement. */
export const MAX_SEARCHED = 10_000;

/**
 * The sorted ids of the businesses whose documents a scope may search, up to MAX_SEARCHED. An app may search the
 * businesses that have authorized it.
 *
 * @param after the last id that the previous call returned
 */
export async function searchableBusinesses(database: Queryable, scope: Scope, after = ''): Promise<string[]> {
  const select = async (from: string, parameters: readonly Parameter[] = []) => {
    const rows = await database.query<Row & { id: string }>(
      `SELECT id FROM ${from} AND id > $1 COLLATE "C" ORDER BY id LIMIT ${MAX_SEARCHED}`,
      [after, ...parameters],
    );
    return rows.map(({ id }) => id);
  };
  switch (scope.kind) {
    case 'operator':
      return select('businesses WHERE true');
    case 'owner':
      if (scope.businessId !== null) return scope.businessId > after ? [scope.businessId] : [];
      return select('businesses WHERE owner_id = $2', [scope.ownerId]);
    case 'app': {
      const granted = 'authorizations WHERE app_id = $2 AND revoked_at IS NULL';
      return select(`(SELECT DISTINCT business_id AS id FROM ${granted}) readable WHERE true`, [scope.appId]);
    }
  }
}

/** A search result: the key of a document, event or rejected request. */
export interface Found {
  readonly businessId: string;
  readonly id: string;
}

/** A rejected document: the newest request to write it, and the number of such requests. */
export interface FoundRejected extends Found {
  readonly at: Date;
  readonly times: number;
}

/** Every SELECT reads a range of an index whose first column is the business. */
const DOCUMENTS = `SELECT DISTINCT business_id AS "businessId", id FROM (
    SELECT business_id, id FROM transactions WHERE business_id = ANY($1::text[]) AND receipt_number = $2
    UNION ALL SELECT business_id, id FROM transactions WHERE business_id = ANY($1::text[]) AND external_id = $2
    UNION ALL SELECT business_id, id FROM transactions WHERE business_id = ANY($1::text[]) AND id = $3
  ) found ORDER BY id DESC LIMIT $4`;

/**
 * Finds documents of businesses by receipt number, external id or id, newest first, up to a limit. Compares receipt
 * numbers and external ids only up to the length of a `searchKey`.
 */
export function findDocuments(
  database: Queryable,
  businessIds: readonly string[],
  sought: string,
  limit: number,
): Promise<Found[]> {
  return database.query<Row & Found>(DOCUMENTS, [businessIds, searchKey(sought), sought, limit]);
}

/** Finds events of businesses by event id. */
export function findEvents(database: Queryable, businessIds: readonly string[], id: string): Promise<Found[]> {
  return database.query<Row & Found>(
    `SELECT business_id AS "businessId", id FROM events WHERE business_id = ANY($1::text[]) AND id = $2
     UNION ALL SELECT business_id, $2 FROM transactions
     WHERE business_id = ANY($1::text[]) AND id = ${sqlDocumentId('$2::text')} AND coding IS NOT NULL`,
    [businessIds, id],
  );
}

/**
 * Finds the rejected documents in a scope by receipt number or external id, newest first, up to a limit. A document
 * that was sent several times is found once.
 *
 * @param businessIds the businesses to search for an owner; ignored for other scopes
 */
export function findRejected(
  database: Queryable,
  { scope, businessIds }: { readonly scope: Scope; readonly businessIds: readonly string[] },
  sought: string,
  limit: number,
): Promise<FoundRejected[]> {
  const parameters: Parameter[] = [searchKey(sought), limit];
  const parameter = (value: Parameter) => `$${parameters.push(value)}`;
  let own = 'true';
  if (scope.kind === 'owner') own = `business_id = ANY(${parameter(businessIds)}::text[])`;
  if (scope.kind === 'app') own = `app_id = ${parameter(scope.appId)}`;
  const by = (column: string) =>
    `SELECT business_id, id, at, app_id, receipt_number, external_id FROM refused_writes WHERE ${column} = $1 AND ${own}`;
  return database.query<Row & FoundRejected>(
    `SELECT business_id AS "businessId", max(id) AS id, max(at) AS at, count(DISTINCT id)::integer AS times
     FROM (${by('receipt_number')} UNION ALL ${by('external_id')}) found
     GROUP BY ${SAME_WRITE} ORDER BY max(id) DESC LIMIT $2`,
    parameters,
  );
}
