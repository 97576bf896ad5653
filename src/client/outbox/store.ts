import type { Transaction } from '../../document/written-types.js';
import type { Conflict, Refused } from '../outcome.js';

/** A change to an entry, in the form that stores save. Always valid JSON. */
export type OutboxRecord =
  /**
   * `original` is the id of the entry that the document corrects. An entry without a key waits for the id of that
   * entry's transaction.
   */
  | {
      readonly event: 'added';
      readonly id: string;
      readonly document: Transaction;
      readonly key?: string | undefined;
      readonly original?: string | undefined;
    }
  /** The id of the original is now known; `key` is the key for the document that contains it. */
  | { readonly event: 'linked'; readonly id: string; readonly originalTransactionId: string; readonly key: string }
  /** Compaction adds `chain` if the name of the chain is not the id of the entry. */
  | {
      readonly event: 'stored';
      readonly id: string;
      readonly transactionId: string;
      readonly chain?: string | undefined;
    }
  | { readonly event: 'quarantined'; readonly id: string; readonly answer: Refused | Conflict }
  | {
      readonly event: 'replaced';
      readonly id: string;
      readonly document: Transaction;
      readonly key?: string | undefined;
      readonly original?: string | undefined;
    }
  | { readonly event: 'dropped'; readonly id: string };

/**
 * Stores the records of an outbox. Only one outbox at a time may use a store. The outbox can call `append` many times
 * before the first call resolves.
 */
export type OutboxStore = {
  /** All records, in the order in which they were appended. Called once, before the other methods. */
  load(): AsyncIterable<OutboxRecord>;
  /**
   * Resolves once the record is durable. Calls resolve in the order in which they were made. After a rejection, later
   * calls can still succeed.
   */
  append(record: OutboxRecord): Promise<void>;
  /**
   * Replaces all records with those that `keep` returns, atomically even if the process crashes. Records that were
   * appended in the meantime come after them.
   */
  compact(keep: (records: readonly OutboxRecord[]) => readonly OutboxRecord[]): Promise<void>;
  /** Resolves once everything is written and all resources are released. */
  close(): Promise<void>;
};

/** Keeps records in memory, for tests. They are lost when the process ends. */
export function memoryStore(): OutboxStore {
  let records: OutboxRecord[] = [];
  return {
    async *load() {
      yield* records;
    },
    append: async (record) => {
      records.push(record);
    },
    compact: async (keep) => {
      records = [...keep(records)];
    },
    close: async () => undefined,
  };
}

/** Why a call to the outbox failed. Codes are stable; messages are not. */
export type OutboxErrorCode =
  /** The store could not read or write, and the outbox did not record the change; `cause` is the error. */
  | 'outbox_store_failed'
  /** Another store, in this or another process or page, has the same file or database open. */
  | 'outbox_store_locked'
  /** The outbox is closed. */
  | 'outbox_closed'
  /** No entry has this id. */
  | 'entry_not_found'
  /** The entry cannot be replaced or dropped: it might have been sent or stored. */
  | 'entry_not_quarantined'
  /** A later entry still needs this entry's id. */
  | 'entry_needed';

/** A failed call to the outbox or its store. */
export class OutboxError extends Error {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'OutboxError';
  override readonly name = 'OutboxError';

  constructor(
    readonly code: OutboxErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
