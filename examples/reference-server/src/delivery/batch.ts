import { createPace } from './pace.js';

/**
 * Runs items that come one by one in batches: the first at once, and those that come while it runs, or during the pause
 * after it, together. So nothing waits while there is little to do, and a batch grows with the load. If `run` throws,
 * every item of its batch rejects with that error.
 *
 * @param run gives one result for each item, in their order
 * @param max the most items of a batch
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  max: number,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;
  const pace = createPace();

  async function drain(): Promise<void> {
    running = true;
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
      if (waiting.length < max) await pace.ready();
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void drain();
    });
}
