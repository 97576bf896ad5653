import type { Queryable, Row } from '../database/database.js';
import { MANAGEMENT_TOKEN_PREFIX } from './app-tokens.js';
import { hashToken, PERSONAL_KEY_PREFIX } from './token.js';

/** What a dashboard session may see and change. */
export type Scope =
  /** Everything: the admin token. */
  | { readonly kind: 'operator' }
  /** A personal key. `businessId`: the business to which the key is limited; null for all the owner's businesses. */
  | { readonly kind: 'owner'; readonly ownerId: string; readonly businessId: string | null }
  /** An app's management token. */
  | { readonly kind: 'app'; readonly appId: string };

export const OPERATOR: Scope = { kind: 'operator' };

/** The scope in one word: `operator`, `owner:ID` or `app:ID`. */
export function scopeName(scope: Scope): string {
  switch (scope.kind) {
    case 'operator':
      return 'operator';
    case 'owner':
      return `owner:${scope.ownerId}`;
    case 'app':
      return `app:${scope.appId}`;
  }
}

/** A token's scope, and the hash with which a session checks that the token is still valid. */
export interface TokenScope {
  readonly scope: Scope;
  readonly hash: string;
}

/**
 * The scope of a personal key or management token; undefined if the credential is unknown or revoked.
 *
 * @throws DatabaseUnavailable
 */
export async function scopeOfToken(database: Queryable, token: string): Promise<TokenScope | undefined> {
  const known = token.startsWith(PERSONAL_KEY_PREFIX) || token.startsWith(MANAGEMENT_TOKEN_PREFIX);
  const hash = hashToken(token);
  const scope = known ? await scopeOfHash(database, hash) : undefined;
  return scope && { scope, hash };
}

/**
 * The scope of the personal key or management token with this hash; undefined if the credential is unknown or revoked.
 */
export async function scopeOfHash(database: Queryable, hash: string): Promise<Scope | undefined> {
  const [key] = await database.query<Row & { owner_id: string; business_id: string | null }>(
    'SELECT owner_id, business_id FROM personal_keys WHERE key_hash = $1 AND revoked_at IS NULL',
    [hash],
  );
  if (key) return { kind: 'owner', ownerId: key.owner_id, businessId: key.business_id };
  const [token] = await database.query<Row & { app_id: string }>(
    'SELECT app_id FROM app_tokens WHERE token_hash = $1 AND revoked_at IS NULL',
    [hash],
  );
  return token && { kind: 'app', appId: token.app_id };
}
