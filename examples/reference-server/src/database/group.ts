import { isDataFault } from './unavailable.js';

/** The default maximum number of items per statement. */
export const GROUP_MAX = 64;

/** The size in bytes at which a statement takes no more items. */
const GROUP_BYTES = 4 * 1_048_576;

/** The maximum number of concurrent statements per group. A second statement begins only once it is full. */
const LANES = 2;

export interface GroupOptions<Item> {
  /** The maximum number of items per statement; default 64. With 1, each item runs immediately in its own statement. */
  readonly max?: number;
  /** An item's size in bytes; default 0. */
  readonly bytesOf?: (item: Item) => number;
  /** Called before each statement. @param waitedMs how long the first item waited, in milliseconds */
  readonly onStatement?: (items: readonly Item[], waitedMs: number) => void;
}

/** The item was skipped because its caller had disconnected before the statement began. */
export class Gone extends Error {
  override readonly name = 'Gone';
}

/**
 * Adds an item, and resolves to its result.
 *
 * @param gone called before the statement begins; returns true if nobody is waiting for the item any more: the group
 * then skips the item
 */
export type Group<Item, Result> = (item: Item, gone?: () => boolean) => Promise<Result>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly bytes: number;
  readonly since: number;
  readonly gone: (() => boolean) | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs items together: a statement begins when no other is running, and the items that arrive meanwhile form the next
 * statement. There is no timer, so no item waits under light load, and statements grow with the load.
 *
 * If the database refuses a statement because of one item's data, splits the items in halves and retries each half,
 * until only that item fails. Any other error fails all items in the statement, because its effect is unknown if the
 * database does not answer.
 *
 * @param run returns one result per item, in order
 */
export function createGroup<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { max = GROUP_MAX, bytesOf = () => 0, onStatement }: GroupOptions<Item> = {},
): Group<Item, Result> {
  type Entry = Waiting<Item, Result>;
  const lanes = max === 1 ? Infinity : LANES;
  let waiting: Entry[] = [];
  let bytes = 0;
  let underWay = 0;
  let asked = false;

  const isFull = () => waiting.length >= max || bytes >= GROUP_BYTES;

  /** The next items to run together: at least one, however large. */
  const take = (): Entry[] => {
    let size = 0;
    let count = 0;
    while (count < Math.min(waiting.length, max)) {
      size += waiting[count]!.bytes;
      if (count > 0 && size > GROUP_BYTES) break;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    bytes -= taken.reduce((sum, entry) => sum + entry.bytes, 0);
    return taken;
  };

  const runAll = async (entries: readonly Entry[]): Promise<void> => {
    try {
      const results = await run(entries.map(({ item }) => item));
      entries.forEach(({ resolve }, i) => resolve(results[i]!));
    } catch (error) {
      if (entries.length === 1 || !isDataFault(error)) {
        for (const { reject } of entries) reject(error);
        return;
      }
      const half = Math.ceil(entries.length / 2);
      await runAll(entries.slice(0, half));
      await runAll(entries.slice(half));
    }
  };

  const begin = async (entries: readonly Entry[]): Promise<void> => {
    const wanted = entries.filter(({ gone }) => gone?.() !== true);
    for (const entry of entries) if (!wanted.includes(entry)) entry.reject(new Gone('The caller has gone'));
    if (wanted.length === 0) return;
    onStatement?.(
      wanted.map(({ item }) => item),
      performance.now() - wanted[0]!.since,
    );
    await runAll(wanted);
  };

  const pump = (): void => {
    asked = false;
    while (waiting.length > 0 && (underWay === 0 || (underWay < lanes && isFull()))) {
      underWay += 1;
      void begin(take()).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  };

  return (item, gone) =>
    new Promise((resolve, reject) => {
      const entry = { item, bytes: bytesOf(item), since: performance.now(), gone, resolve, reject };
      waiting.push(entry);
      bytes += entry.bytes;
      if (asked) return;
      asked = true;
      // Items added in the same turn of the event loop share a statement.
      setImmediate(pump);
    });
}
