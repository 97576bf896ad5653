import type { Transaction } from '../../document/written-types.js';
import type { Conflict, Refused } from '../outcome.js';

/** What happened to an entry, as stores keep it: an object that JSON can express. */
export type OutboxRecord =
  /** `original` is the id of the entry whose transaction the document names. Without a key, it waits for that id. */
  | {
      readonly event: 'added';
      readonly id: string;
      readonly document: Transaction;
      readonly key?: string | undefined;
      readonly original?: string | undefined;
    }
  /** The id of the original is known; `key` is that of the document with it. */
  | { readonly event: 'linked'; readonly id: string; readonly originalTransactionId: string; readonly key: string }
  /** `chain` is written by compaction, where the sale is another entry. */
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
 * Where an outbox keeps its records. One outbox at a time may use a store; the outbox may call `append` many times before the
 * first has resolved.
 */
export type OutboxStore = {
  /** All records, in the order of `append`. Called once, before anything else. */
  load(): AsyncIterable<OutboxRecord>;
  /** Resolves once the record is durable, in the order of the calls. After a rejection later calls may succeed. */
  append(record: OutboxRecord): Promise<void>;
  /**
   * Replaces all records by those that `keep` returns for them, all or nothing, also in a crash. A record that is appended
   * meanwhile comes after them.
   */
  compact(keep: (records: readonly OutboxRecord[]) => readonly OutboxRecord[]): Promise<void>;
  /** Resolves once everything is written and nothing is open. */
  close(): Promise<void>;
};

/** Keeps records in memory: for tests. Everything is lost with the process. */
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
