import { BUSINESS_COLUMNS, toBusiness, type BusinessRecord, type BusinessRow } from '../businesses/business.js';
import type { Queryable, Row } from '../database/database.js';
import { APP_TOKEN_PREFIX, equalInConstantTime, hashToken, PERSONAL_KEY_PREFIX } from './token.js';

/** The caller. Source: service interface, Authentication. */
export type Caller =
  | {
      readonly kind: 'app';
      readonly appId: string;
      /** The authorization of the token. */
      readonly authorizationId: string;
      readonly partner: boolean;
      readonly scopes: readonly string[];
      /** The business that authorized the app. */
      readonly business: BusinessRecord;
    }
  | {
      readonly kind: 'personal';
      readonly ownerId: string;
      /** The business of the key; null for an owner-wide key. */
      readonly businessId: string | null;
    };

/**
 * Finds the caller that a token belongs to; undefined if it is unknown or revoked. Nothing is cached, so that a
 * revocation takes effect on the next request.
 */
export async function authenticate(database: Queryable, token: string): Promise<Caller | undefined> {
  if (token.startsWith(APP_TOKEN_PREFIX)) return findApp(database, hashToken(token));
  if (token.startsWith(PERSONAL_KEY_PREFIX)) return findPersonalKey(database, hashToken(token));
  return undefined;
}

interface AppRow extends BusinessRow {
  token_hash: string;
  app_id: string;
  authorization_id: string;
  partner: boolean;
  scopes: string[];
}

async function findApp(database: Queryable, hash: string): Promise<Caller | undefined> {
  const [row] = await database.query<AppRow>(
    `SELECT a.token_hash, a.app_id, a.id AS authorization_id, a.scopes, apps.partner, ${BUSINESS_COLUMNS}
     FROM authorizations a JOIN apps ON apps.id = a.app_id JOIN businesses b ON b.id = a.business_id
     WHERE a.token_hash = $1 AND a.revoked_at IS NULL`,
    [hash],
  );
  if (!row || !equalInConstantTime(row.token_hash, hash)) return undefined;
  const { app_id: appId, authorization_id: authorizationId, partner, scopes } = row;
  return { kind: 'app', appId, authorizationId, partner, scopes, business: toBusiness(row) };
}

interface PersonalKeyRow extends Row {
  key_hash: string;
  owner_id: string;
  business_id: string | null;
}

async function findPersonalKey(database: Queryable, hash: string): Promise<Caller | undefined> {
  const [row] = await database.query<PersonalKeyRow>(
    'SELECT key_hash, owner_id, business_id FROM personal_keys WHERE key_hash = $1 AND revoked_at IS NULL',
    [hash],
  );
  if (!row || !equalInConstantTime(row.key_hash, hash)) return undefined;
  return { kind: 'personal', ownerId: row.owner_id, businessId: row.business_id };
}
