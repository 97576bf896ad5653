import type { Queryable, Row, Transactor } from '../database/database.js';

/**
 * The statements that PostgreSQL and Citus do not share. `postgres.ts` and `citus.ts` each have all of them; every
 * other statement runs on both.
 */
export interface Dialect {
  /** The SQLSTATE classes of errors after which the same statement may succeed later. */
  readonly outageClasses: ReadonlySet<string>;
  /** Whether transaction ids have one order across all rows, as the event feed requires. */
  readonly ordersTransactions: boolean;
  /** Selects an estimate of the number of rows `rows` in the table $1. */
  readonly estimateRows: string;
  /**
   * The statement that detaches a partition without blocking other statements; undefined if there is none.
   *
   * @param detaching whether an earlier attempt was interrupted
   */
  readonly detachPartition: ((table: string, partition: string, detaching: boolean) => string) | undefined;

  /** The number of the node that stores a business's rows. Documents for different nodes do not share statements. */
  nodeOf(database: Queryable): (businessId: string) => Promise<number>;
  /** The maximum number of documents to find per statement. */
  readonly maxFound: number;
  /** Atomically stores documents and the deliveries of their events, and wakes the queues. Returns a row per document. */
  storeDocuments(database: Transactor, documents: readonly DocumentRow[], firstDelayMs: number): Promise<StoredRow[]>;

  /** See `lease` in delivery/queues.ts. */
  lease(database: Queryable, worker: string, most: number, slow: boolean): Promise<Lease[]>;
  /** Releases the queues of KNOWN, and returns their endpoints. */
  release(database: Queryable, known: QueueColumns): Promise<(Row & { id: string })[]>;
  /** Selects those of the endpoints $1 that are not paused and have a due delivery. */
  readonly dueEndpoints: string;
  /** Milliseconds between searches for queues whose wake-up was lost. */
  readonly sweepMs: number;

  /** See `take` in delivery/take.ts. */
  take(database: Queryable, wanted: readonly Wanted[], most: number): Promise<DueRow[]>;
  /** See `recordAttempts` in delivery/record.ts. Returns a row for each result that is accepted. */
  record(database: Transactor, results: readonly ResultRow[]): Promise<RecordedRow[]>;
  /** Selects the keys of up to MAX_RELEASED held deliveries to those of the endpoints $1 that are not paused. */
  readonly heldDeliveries: string;
  /** Writes the health $1 of endpoints, a JSON array. */
  readonly writeHealth: string;

  /** Selects the row `Counted` in counters/waiting.ts. */
  readonly countWaiting: string;
  /** Groups up to MAX_GROUPED failed and as many waiting deliveries to the endpoint $1 by how they failed. */
  readonly failureGroups: string;
  /** Selects the longest overdue delivery to an endpoint without an attempt since $1, or to any endpoint if $1 is null. */
  readonly oldestDue: string;
  /** Selects deliveries to the endpoint $1: each pair of a business in $2 and an event in $3 identifies one. */
  readonly deliveriesByKey: string;
}

/** A document as it is stored. */
export interface DocumentRow {
  readonly businessId: string;
  readonly id: string;
  /** See `identityKey`. */
  readonly identity: string;
  readonly idempotencyKey: string | null;
  /** Microseconds since the epoch. */
  readonly instantUs: string;
  /** The authorization of the writing app; null for a connected source. */
  readonly authorizationId: string | null;
  /** A `searchKey`, like `externalId`. */
  readonly receiptNumber: string;
  readonly externalId: string;
  /** The creation time of the event, RFC 3339. */
  readonly createdAt: string;
  /** See `PackedDocument`, which also describes `bytes` and `packed`. */
  readonly coding: number;
  readonly bytes: number;
  readonly packed: Buffer;
  /** SHA-256 of the document in hex, to detect changes in the database. */
  readonly digest: string;
  /** The `traceparent` of the write, for the outbox. */
  readonly traceparent: string | null;
}

export interface StoredRow extends Row {
  /** Whether the app's authorization was valid. */
  readonly granted: boolean;
  readonly written: boolean;
}

/** A queue that this process has leased. */
export interface Lease extends Row {
  readonly endpointId: string;
  /** Increases with every lease of the queue. A result counts only if its token is that of the latest lease. */
  readonly fencingToken: number;
  /** Whether the queue was parked when it was leased. */
  readonly parked: boolean;
  /** Whether the last attempt at this endpoint, by any process, reached the deadline. */
  readonly slow: boolean;
  /** Whether the queue has held deliveries although the endpoint is no longer paused. */
  readonly held: boolean;
}

/** The parameters of KNOWN. */
export type QueueColumns = readonly [ids: string[], tokens: string[], parked: string[], slow: string[]];

/** A leased queue from which to take deliveries. */
export interface Wanted {
  readonly endpointId: string;
  readonly fencingToken: number;
  /** The maximum number of deliveries to take. */
  readonly capacity: number;
  /** The events in progress, which must not be taken again. */
  readonly underWay: readonly string[];
}

/** A due delivery from a leased queue. */
export interface DueDelivery {
  readonly businessId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Increases with every manual redelivery. */
  readonly round: number;
  /** Number of the attempt to make, 1 to 6. */
  readonly attempt: number;
  readonly url: string;
  readonly eventType: string;
  /** When the event was created. */
  readonly createdAt: Date;
  /** The trace of the write; null if the write was not traced. */
  readonly traceparent: string | null;
  /**
   * Whether the event may still be sent to the endpoint: after a revocation, an app gets only the revocation itself.
   */
  readonly allowed: boolean;
}

/** A due delivery with its event and secrets as they are stored. */
export interface DueColumns extends DueDelivery {
  /** The value of ENVELOPE. */
  readonly envelope: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: Date | null;
}

export type DueRow = Row & DueColumns;

/** The result of an attempt, with the columns of RESULT. */
export interface ResultRow {
  readonly business_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly fencing_token: number;
  readonly round: number;
  readonly attempt: number;
  /** How the delivery ended; null if another attempt follows. */
  readonly ended: string | null;
  /** Milliseconds until the next attempt. */
  readonly delay_ms: number;
  readonly at: Date;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly address: string | null;
  readonly error_class: string | null;
  readonly answer: string | null;
}

/** Identifies a result. */
export interface RecordedRow extends Row {
  readonly eventId: string;
  readonly endpointId: string;
  readonly round: number;
  readonly fencingToken: number;
}
