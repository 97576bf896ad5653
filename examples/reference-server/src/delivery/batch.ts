import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatchWindow, BATCH_SIZE } from './pace.js';

/**
 * Runs items in batches: a batch contains all items that arrive in one turn of the event loop, while the previous batch
 * runs, or during the pause after it. Items therefore do not wait under light load, and batches grow with the load. The
 * pause ends as soon as enough items are waiting, so that a burst of results does not delay the next claim. If `run`
 * throws, every item of its batch rejects with that error.
 *
 * @param run returns one result per item, in order
 * @param max the maximum number of items per batch
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  max: number,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;
  let enough: (() => void) | undefined;
  const pace = createBatchWindow();

  async function drain(): Promise<void> {
    running = true;
    await nextTurn();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      try {
        const results = await pace.run(
          () => run(batch.map(({ item }) => item)),
          () => batch.length,
        );
        batch.forEach(({ resolve }, i) => resolve(results[i]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (waiting.length < BATCH_SIZE)
        await Promise.race([pace.ready(), new Promise<void>((resolve) => (enough = resolve))]);
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= BATCH_SIZE) enough?.();
      if (!running) void drain();
    });
}
