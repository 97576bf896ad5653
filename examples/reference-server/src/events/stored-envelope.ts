import type { Queryable, Row } from '../database/database.js';
import {
  DOCUMENT_EVENT,
  DOCUMENT_PREFIX,
  ENVELOPE,
  ENVELOPE_BYTES,
  EVENT_PREFIX,
  sqlEventId,
  storedText,
} from '../sql/documents.js';
import { envelopeVersion, unpack } from '../transactions/packed.js';
import { envelopeHead } from './envelope.js';

/** The parts of an envelope. */
export interface StoredEnvelope {
  readonly businessId: string;
  readonly eventId: string;
  readonly createdAt: Date;
  /** The value of ENVELOPE. */
  readonly envelope: string;
}

/** Builds the envelope, byte for byte the same each time. @throws Error like `unpack` */
export async function readEnvelope({ businessId, eventId, createdAt, envelope }: StoredEnvelope): Promise<string> {
  const schemaVersion = envelopeVersion(envelope);
  if (schemaVersion === undefined) return envelope;
  const head = envelopeHead({
    eventId,
    schemaVersion,
    type: DOCUMENT_EVENT,
    businessId,
    createdAt: createdAt.toISOString(),
  });
  return `${head}${await unpack(envelope)}}`;
}

/** The key of an event. */
export interface EventKey {
  readonly businessId: string;
  readonly eventId: string;
}

/** One event. */
export interface FoundEvent {
  readonly type: string;
  /** Whether this is a test event, which a user sent to one endpoint with made-up data. */
  readonly test: boolean;
  readonly createdAt: Date;
  /** The envelope; null if it exceeds the requested size, or its document cannot be read. */
  readonly body: string | null;
}

interface FoundRow extends Row, Pick<FoundEvent, 'type' | 'test' | 'createdAt'> {
  readonly businessId: string;
  readonly eventId: string;
  readonly envelope: string | null;
}

/**
 * SQL for the rows of a table with certain keys: $1 and $2 are arrays of business ids and row ids, or one business id
 * and one row id, which Citus then looks up on one node.
 */
const byKey = (table: string, row: string, one: boolean) =>
  one
    ? { from: `${table} ${row}`, where: `${row}.business_id = $1 AND ${row}.id = $2` }
    : {
        from: `unnest($1::text[], $2::text[]) AS k (business_id, id)
          JOIN ${table} ${row} ON ${row}.business_id = k.business_id AND ${row}.id = k.id`,
        where: 'true',
      };

/**
 * The two statements that find events. With one combined statement, Citus would read all documents, because it cannot
 * join both tables to undistributed keys.
 */
const selectRows = (one: boolean) => {
  const { from, where } = byKey('events', 'v', one);
  return `SELECT v.business_id AS "businessId", v.id AS "eventId", v.type, v.test, v.created_at AS "createdAt",
    CASE WHEN ${ENVELOPE_BYTES} <= $3::float8 THEN ${ENVELOPE} END AS envelope
  FROM ${from} LEFT JOIN transactions t ON t.business_id = v.business_id AND t.id = v.transaction_id
  WHERE ${where} AND (v.transaction_id IS NULL OR t.id IS NOT NULL)`;
};
const selectDocuments = (one: boolean) => {
  const { from, where } = byKey('transactions', 't', one);
  return `SELECT t.business_id AS "businessId", ${sqlEventId('t.id')} AS "eventId", '${DOCUMENT_EVENT}' AS type, false AS test,
    t.created_at AS "createdAt", CASE WHEN t.bytes <= $3::float8 THEN ${storedText('t')} END AS envelope
  FROM ${from} WHERE ${where} AND t.coding IS NOT NULL`;
};

/** Means no limit; the database does not accept Infinity. */
const ANY_BYTES = 1e12;

export function eventKey({ businessId, eventId }: EventKey): string {
  return `${businessId} ${eventId}`;
}

/**
 * Finds events, and returns them keyed by `eventKey`. Omits events that do not exist.
 *
 * @param maxBytes the size above which an event is returned without its envelope; default: no limit
 * @throws DatabaseUnavailable
 */
export async function findEvents(
  database: Queryable,
  keys: readonly EventKey[],
  maxBytes = ANY_BYTES,
): Promise<ReadonlyMap<string, FoundEvent>> {
  const found = new Map<string, FoundEvent>();
  const add = async (
    select: (one: boolean) => string,
    wanted: readonly EventKey[],
    idOf: (eventId: string) => string,
  ) => {
    const [first] = wanted;
    if (first === undefined) return;
    const businesses = wanted.map(({ businessId }) => businessId);
    const ids = wanted.map(({ eventId }) => idOf(eventId));
    const one = wanted.length === 1;
    const parameters = one ? [businesses[0]!, ids[0]!, maxBytes] : [businesses, ids, maxBytes];
    const text = select(one);
    for (const { envelope, type, test, createdAt, ...key } of await database.query<FoundRow>(text, parameters)) {
      const body = envelope === null ? null : await readEnvelope({ ...key, createdAt, envelope }).catch(() => null);
      found.set(eventKey(key), { type, test, createdAt, body });
    }
  };
  await add(selectRows, keys, (eventId) => eventId);
  const others = keys.filter((key) => !found.has(eventKey(key)) && key.eventId.startsWith(EVENT_PREFIX));
  await add(selectDocuments, others, (eventId) => DOCUMENT_PREFIX + eventId.slice(EVENT_PREFIX.length));
  return found;
}

/**
 * Finds an event with its envelope; returns undefined if there is no such event.
 *
 * @throws DatabaseUnavailable; Error if the event's document cannot be read
 */
export async function findEvent(
  database: Queryable,
  businessId: string,
  eventId: string,
): Promise<(FoundEvent & { readonly body: string }) | undefined> {
  const key = { businessId, eventId };
  const event = (await findEvents(database, [key])).get(eventKey(key));
  if (event?.body === null) throw new Error('the document of an event cannot be read; run the command verify');
  return event && { ...event, body: event.body };
}
