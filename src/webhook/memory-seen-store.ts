import { checkOptions, type OptionTest } from '../usage/option-tests.js';
import { checkArgument } from '../usage/kind.js';
import type { SeenStore } from './seen-store.js';

/** The options of a seen store in memory. */
export type MemorySeenStoreOptions = {
  /** The most events it keeps; default 100,000. */
  maxEntries?: number | undefined;
};

const OPTIONS = {
  maxEntries: {
    test: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    wanted: 'an integer of 1 or more',
  },
} satisfies Record<keyof MemorySeenStoreOptions, OptionTest>;

/**
 * A seen store in memory, for one process that need not remember after a restart. Several processes need a shared store,
 * such as a table with `eventId` as key. When it is full, the event that was done first is forgotten; if all are in work,
 * `claim` rejects.
 *
 * @throws UsageError for wrong or unknown options; its methods reject with one for a wrong argument
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
      if (busy.size >= maxEntries) throw new Error(`the seen store is full: ${maxEntries} events in work`);
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

  /** A set keeps the order in which events were added. */
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
