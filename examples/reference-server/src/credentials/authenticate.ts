import { BUSINESS_COLUMNS, toBusiness, type BusinessRecord, type BusinessRow } from '../businesses/business.js';
import type { Queryable, Row } from '../database/database.js';
import { createGroup } from '../database/group.js';
import { APP_TOKEN_PREFIX, hashToken, PERSONAL_KEY_PREFIX } from './token.js';

/** The caller. Source: service interface, Authentication. */
export type Caller =
  | {
      readonly kind: 'app';
      readonly appId: string;
      /** The authorization to which the token belongs. */
      readonly authorizationId: string;
      readonly partner: boolean;
      readonly scopes: readonly string[];
      /** The business that authorized the app. */
      readonly business: BusinessRecord;
    }
  | {
      readonly kind: 'personal';
      readonly ownerId: string;
      /** The business to which the key is limited; null for an owner-wide key. */
      readonly businessId: string | null;
    };

/**
 * Finds the caller to whom a token belongs; undefined if the token is unknown or revoked. Caches nothing, so that a
 * revocation takes effect on the next request. One statement looks up all tokens that arrive together, and begins only
 * after all of them have arrived.
 */
export type Authenticate = (token: string) => Promise<Caller | undefined>;

/** @param groupMax the maximum number of tokens per statement; default 64; see `GroupOptions` */
export function createAuthenticate(database: Queryable, groupMax?: number): Authenticate {
  const options = { max: groupMax };
  const findApp = createGroup((hashes: readonly string[]) => findApps(database, hashes), options);
  const findPersonalKey = createGroup((hashes: readonly string[]) => findPersonalKeys(database, hashes), options);
  return async (token) => {
    if (token.startsWith(APP_TOKEN_PREFIX)) return findApp(hashToken(token));
    if (token.startsWith(PERSONAL_KEY_PREFIX)) return findPersonalKey(hashToken(token));
    return undefined;
  };
}

interface AppRow extends BusinessRow {
  token_hash: string;
  app_id: string;
  authorization_id: string;
  partner: boolean;
  scopes: string[];
}

async function findApps(database: Queryable, hashes: readonly string[]): Promise<(Caller | undefined)[]> {
  const rows = await database.query<AppRow>(
    `SELECT a.token_hash, a.app_id, a.id AS authorization_id, a.scopes, apps.partner, ${BUSINESS_COLUMNS}
     FROM authorizations a JOIN apps ON apps.id = a.app_id JOIN businesses b ON b.id = a.business_id
     WHERE a.token_hash = ANY($1::text[]) AND a.revoked_at IS NULL`,
    [hashes],
  );
  const byHash = new Map(rows.map((row) => [row.token_hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    if (!row) return undefined;
    const { app_id: appId, authorization_id: authorizationId, partner, scopes } = row;
    return { kind: 'app', appId, authorizationId, partner, scopes, business: toBusiness(row) };
  });
}

interface PersonalKeyRow extends Row {
  key_hash: string;
  owner_id: string;
  business_id: string | null;
}

async function findPersonalKeys(database: Queryable, hashes: readonly string[]): Promise<(Caller | undefined)[]> {
  const rows = await database.query<PersonalKeyRow>(
    `SELECT key_hash, owner_id, business_id FROM personal_keys WHERE key_hash = ANY($1::text[]) AND revoked_at IS NULL`,
    [hashes],
  );
  const byHash = new Map(rows.map((row) => [row.key_hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    return row && { kind: 'personal', ownerId: row.owner_id, businessId: row.business_id };
  });
}
