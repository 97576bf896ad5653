import { v7 } from 'uuid';
import { newToken } from '../credentials/token.js';
import type { Queryable } from '../database/database.js';
import { parseEndpointUrl } from '../delivery/endpoint-url.js';

/** What a developer does with webhook endpoints. */

/** Whose an endpoint is: an app's or an owner's. */
export type EndpointOwner = { readonly appId: string } | { readonly ownerId: string };

/** An input that cannot be taken; the message names the field, what was found and what would be right. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
}

/** What inputs are held against. */
export interface EndpointRules {
  readonly allowLoopback: boolean;
  /** The event types that may be chosen. */
  readonly offered: readonly string[];
}

/** What signing secrets begin with, so that they are told from tokens. */
const SECRET_PREFIX = 'whsec_';

/** Hours for which the secret before a rotation signs as well. */
export const ROTATION_OVERLAP_HOURS = 24;

/** Registers an endpoint with a secret of its own; returns its id. @throws EndpointError */
export async function registerEndpoint(
  database: Queryable,
  { owner, url, events }: { owner: EndpointOwner; url: string; events: readonly string[] },
  rules: EndpointRules,
): Promise<string> {
  const id = `ep_${v7()}`;
  const [appId, ownerId] = 'appId' in owner ? [owner.appId, null] : [null, owner.ownerId];
  await database.query(
    'INSERT INTO endpoints (id, app_id, owner_id, url, secret, events) VALUES ($1, $2, $3, $4, $5, $6::text[])',
    [id, appId, ownerId, checkUrl(url, rules), newToken(SECRET_PREFIX), checkEvents(events, rules)],
  );
  return id;
}

/** Moves an endpoint; what waits for it is sent to the new URL. @throws EndpointError */
export async function changeUrl(
  database: Queryable,
  endpointId: string,
  url: string,
  rules: EndpointRules,
): Promise<void> {
  await database.query('UPDATE endpoints SET url = $2 WHERE id = $1', [endpointId, checkUrl(url, rules)]);
}

/** Chooses other event types; those of events already under way stay theirs. @throws EndpointError */
export async function chooseEvents(
  database: Queryable,
  endpointId: string,
  events: readonly string[],
  rules: EndpointRules,
): Promise<void> {
  await database.query('UPDATE endpoints SET events = $2::text[] WHERE id = $1', [
    endpointId,
    checkEvents(events, rules),
  ]);
}

/**
 * Pauses or resumes an endpoint. What a paused one waits for is kept until it is resumed.
 *
 * @param hold of a pause: events that come meanwhile are held too, and delivered once it is resumed; otherwise they are not for it
 */
export async function setEnabled(
  database: Queryable,
  endpointId: string,
  enabled: boolean,
  { hold = false } = {},
): Promise<void> {
  await database.query('UPDATE endpoints SET enabled = $2, hold = $3 WHERE id = $1', [
    endpointId,
    enabled,
    hold && !enabled,
  ]);
}

/** Makes a new secret. For a day every delivery is signed by both, so that the receiver can change over meanwhile. */
export async function rotateSecret(database: Queryable, endpointId: string): Promise<void> {
  await database.query(
    `UPDATE endpoints SET previous_secret = secret, secret = $2,
       previous_until = now() + ${ROTATION_OVERLAP_HOURS} * interval '1 hour'
     WHERE id = $1`,
    [endpointId, newToken(SECRET_PREFIX)],
  );
}

/** The URL as it will be called. @throws EndpointError */
export function checkUrl(text: string, { allowLoopback }: EndpointRules): string {
  const parsed = parseEndpointUrl(text, { allowLoopback });
  if (!parsed.ok) throw new EndpointError(parsed.reason);
  return parsed.url.href;
}

/** The chosen types, each once. @throws EndpointError */
export function checkEvents(events: readonly string[], { offered }: Pick<EndpointRules, 'offered'>): string[] {
  const unknown = events.find((type) => !offered.includes(type));
  if (unknown !== undefined) {
    throw new EndpointError(`events has ${JSON.stringify(unknown)}; the event types are ${offered.join(', ')}`);
  }
  return offered.filter((type) => events.includes(type));
}
