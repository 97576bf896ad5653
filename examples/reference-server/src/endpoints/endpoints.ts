import { v7 } from 'uuid';
import { newToken } from '../credentials/token.js';
import type { Queryable } from '../database/database.js';
import { parseEndpointUrl } from '../delivery/endpoint-url.js';
import { addQueues, changeAndWake } from '../delivery/queues.js';
import { PLAIN_SECRETS, type Secrets } from './secrets.js';

/** The actions of a developer on webhook endpoints. */

/** The owner of an endpoint: an app or an owner of businesses. */
export type EndpointOwner = { readonly appId: string } | { readonly ownerId: string };

/** An input that is refused; the message names the field, what was found and what would be right. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
}

/** The settings by which inputs are checked. */
export interface EndpointRules {
  readonly allowLoopback: boolean;
  /** The event types that may be chosen. */
  readonly offered: readonly string[];
  /** How secrets are stored; default: as they are. */
  readonly secrets?: Secrets;
}

/** The beginning of signing secrets, so that they can be distinguished from tokens. */
const SECRET_PREFIX = 'whsec_';

/** Hours after a rotation in which the old secret signs too. */
export const ROTATION_OVERLAP_HOURS = 24;

/** Registers an endpoint with a secret of its own; returns its id. @throws EndpointError */
export async function registerEndpoint(
  database: Queryable,
  { owner, url, events }: { owner: EndpointOwner; url: string; events: readonly string[] },
  rules: EndpointRules,
): Promise<string> {
  const id = `ep_${v7()}`;
  const secret = (rules.secrets ?? PLAIN_SECRETS).seal(id, newToken(SECRET_PREFIX));
  const [appId, ownerId] = 'appId' in owner ? [owner.appId, null] : [null, owner.ownerId];
  await database.query(
    'INSERT INTO endpoints (id, app_id, owner_id, url, secret, events) VALUES ($1, $2, $3, $4, $5, $6::text[])',
    [id, appId, ownerId, checkUrl(url, rules), secret, checkEvents(events, rules)],
  );
  await addQueues(database, [id]);
  return id;
}

/** Changes the URL of an endpoint. Its waiting deliveries are sent to the new URL. @throws EndpointError */
export async function changeUrl(
  database: Queryable,
  endpointId: string,
  url: string,
  rules: EndpointRules,
): Promise<void> {
  await database.query('UPDATE endpoints SET url = $2 WHERE id = $1', [endpointId, checkUrl(url, rules)]);
}

/** Chooses other event types. Events that were stored before are still delivered. @throws EndpointError */
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
 * Pauses or resumes an endpoint. The waiting deliveries of a paused one are kept until it is resumed.
 *
 * @param hold for a pause: events that come meanwhile are held too, and delivered when it is resumed; otherwise it does
 * not get them
 */
export async function setEnabled(
  database: Queryable,
  endpointId: string,
  enabled: boolean,
  { hold = false } = {},
): Promise<void> {
  await changeAndWake(
    database,
    'UPDATE endpoints SET enabled = $2, hold = $3 WHERE id = $1 RETURNING id AS endpoint_id',
    [endpointId, enabled, hold && !enabled],
  );
}

/**
 * Makes a new secret. For a day every delivery is signed with both, so that the receiver has time to change.
 *
 * @param again for another rotation within that day, which ends the older secret at once: without it a form that is sent
 * twice would do so
 * @returns whether there is a new secret
 */
export async function rotateSecret(
  database: Queryable,
  endpointId: string,
  { again = false, secrets = PLAIN_SECRETS } = {},
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE endpoints SET previous_secret = secret, secret = $2,
       previous_until = now() + ${ROTATION_OVERLAP_HOURS} * interval '1 hour'
     WHERE id = $1 AND ($3::boolean OR previous_until IS NULL OR previous_until <= now())
     RETURNING 1 AS rotated`,
    [endpointId, secrets.seal(endpointId, newToken(SECRET_PREFIX)), again],
  );
  return rows.length === 1;
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
