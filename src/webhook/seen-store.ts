import { A_POSITIVE_COUNT, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { checkArgument } from '../usage/usage-error.js';

/** Remembers handled events by `eventId`, so that each event is handled once. */
export type SeenStore = {
  /**
   * Claims an event, atomically: of concurrent calls, in any number of processes, exactly one resolves to `new`, and
   * the others to `busy` until `done` or `release` is called. A call resolves to `done` if the event has already been
   * handled.
   *
   * A process may end before it calls `done` or `release`. In a persistent store, let a claim expire once it is older
   * than `onEvent` can take; otherwise the event stays `busy` forever. Keep handled events for 24 hours: the service
   * retries for 15 hours.
   */
  claim(eventId: string): Promise<'new' | 'busy' | 'done'>;
  /** Records that the event was handled. */
  done(eventId: string): Promise<void>;
  /** Releases the claim on an event that was not handled: the next delivery is `new`. */
  release(eventId: string): Promise<void>;
};

/** The options of an in-memory seen store. */
export type MemorySeenStoreOptions = {
  /** The maximum number of events; default 100,000. */
  maxEntries?: number | undefined;
};

const OPTIONS = {
  maxEntries: A_POSITIVE_COUNT,
} satisfies Record<keyof MemorySeenStoreOptions, OptionTest>;

/**
 * An in-memory seen store, for one process that may forget events when it restarts. Several processes need a shared
 * store, such as a table with `eventId` as key. A full store forgets the event that was handled first; if all events
 * are still being handled, `claim` rejects.
 *
 * @throws UsageError for invalid or unknown options; the methods of the store reject with a UsageError for an invalid
 * argument
 */
export function memorySeenStore(options: MemorySeenStoreOptions = {}): SeenStore {
  checkOptions(options, OPTIONS);
  const { maxEntries = 100_000 } = options;
  const busy = new Set<string>();
  const handled = new Set<string>();
  return {
    async claim(eventId) {
      checkId(eventId);
      if (handled.has(eventId)) return 'done';
      if (busy.has(eventId)) return 'busy';
      if (busy.size >= maxEntries) throw new Error(`the seen store is full: ${maxEntries} claimed events`);
      busy.add(eventId);
      forget(maxEntries);
      return 'new';
    },
    async done(eventId) {
      checkId(eventId);
      busy.delete(eventId);
      handled.add(eventId);
      forget(maxEntries);
    },
    async release(eventId) {
      checkId(eventId);
      busy.delete(eventId);
    },
  };

  /** Forgets the oldest events first, because a set iterates in insertion order. */
  function forget(most: number): void {
    for (const oldest of handled) {
      if (busy.size + handled.size <= most) return;
      handled.delete(oldest);
    }
  }
}

function checkId(eventId: unknown): void {
  checkArgument(typeof eventId === 'string', 'eventId', 'a string', eventId);
}
