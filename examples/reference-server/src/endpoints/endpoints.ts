import { v7 } from 'uuid';
import { newToken } from '../credentials/token.js';
import type { Queryable, Row } from '../database/database.js';
import { parseEndpointUrl } from '../delivery/endpoint-url.js';
import { addQueues } from '../delivery/queues.js';
import { wakeQueues } from '../sql/queues.js';
import { PLAIN_SECRETS, type Secrets } from './secrets.js';

/** A developer's actions on webhook endpoints. */

/** The owner of an endpoint: an app, or an owner of businesses. */
export type EndpointOwner = { readonly appId: string } | { readonly ownerId: string };

/** Invalid input; the message names the field, the value found, and what is valid. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
}

/** The settings for validating endpoints. */
export interface EndpointRules {
  readonly allowLoopback: boolean;
  /** The available event types. */
  readonly offered: readonly string[];
  /** How to store secrets; default: in plain text. */
  readonly secrets?: Secrets;
}

/** The prefix of signing secrets, which distinguishes them from tokens. */
const SECRET_PREFIX = 'whsec_';

/** The number of hours after a rotation during which deliveries are also signed with the old secret. */
export const ROTATION_OVERLAP_HOURS = 24;

/** Registers an endpoint with a new secret; returns its id. @throws EndpointError */
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

/** Changes the URL of an endpoint. Waiting deliveries go to the new URL. @throws EndpointError */
export async function changeUrl(
  database: Queryable,
  endpointId: string,
  url: string,
  rules: EndpointRules,
): Promise<void> {
  await database.query('UPDATE endpoints SET url = $2 WHERE id = $1', [endpointId, checkUrl(url, rules)]);
}

/** Changes the event types. Events that have already been stored are still delivered. @throws EndpointError */
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
 * Pauses or resumes an endpoint. A paused endpoint keeps its waiting deliveries until it is resumed.
 *
 * @param hold when pausing: whether to hold new events and deliver them on resume; otherwise the endpoint never gets
 * these events
 */
export async function setEnabled(
  tx: Queryable,
  endpointId: string,
  enabled: boolean,
  { hold = false } = {},
): Promise<void> {
  const changed = await tx.query<Row & { id: string }>(
    'UPDATE endpoints SET enabled = $2, hold = $3 WHERE id = $1 RETURNING id',
    [endpointId, enabled, hold && !enabled],
  );
  await wakeQueues(
    tx,
    changed.map(({ id }) => id),
  );
}

/**
 * Creates a new secret. For a day, every delivery is signed with both secrets, so that the receiver has time to switch.
 *
 * @param again allows another rotation within that day, which invalidates the oldest secret at once; without `again`,
 * submitting the form twice rotates only once
 * @returns whether a new secret was created
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

/** The normalized URL, exactly as deliveries will request it. @throws EndpointError */
export function checkUrl(text: string, { allowLoopback }: EndpointRules): string {
  const parsed = parseEndpointUrl(text, { allowLoopback });
  if (!parsed.ok) throw new EndpointError(parsed.reason);
  return parsed.url.href;
}

/** The chosen event types, without duplicates. @throws EndpointError */
export function checkEvents(events: readonly string[], { offered }: Pick<EndpointRules, 'offered'>): string[] {
  const unknown = events.find((type) => !offered.includes(type));
  if (unknown !== undefined) {
    throw new EndpointError(`events contains ${JSON.stringify(unknown)}. Valid event types: ${offered.join(', ')}`);
  }
  return offered.filter((type) => events.includes(type));
}
