import type { Scope } from '../credentials/scope.js';
import type { Queryable, Row } from '../database/database.js';

/** The maximum number of an owner's businesses whose counters are added up for one page. */
const MAX_BUSINESSES = 1_000;

/**
 * The values of `counters.subject` (`all`, `app:ID`, `business:ID`) that together cover all requests a scope may read;
 * for an owner, also the ids of the businesses.
 */
export async function readSubjects(
  database: Queryable,
  scope: Scope,
): Promise<{ readonly subjects: readonly string[]; readonly businessIds: readonly string[] }> {
  switch (scope.kind) {
    case 'operator':
      return { subjects: ['all'], businessIds: [] };
    case 'app':
      return { subjects: [`app:${scope.appId}`], businessIds: [] };
    case 'owner': {
      const businessIds = scope.businessId === null ? await idsOf(database, scope.ownerId) : [scope.businessId];
      return { subjects: businessIds.map((id) => `business:${id}`), businessIds };
    }
  }
}

async function idsOf(database: Queryable, ownerId: string): Promise<string[]> {
  const rows = await database.query<Row & { id: string }>(
    `SELECT id FROM businesses WHERE owner_id = $1 ORDER BY id LIMIT ${MAX_BUSINESSES}`,
    [ownerId],
  );
  return rows.map(({ id }) => id);
}
