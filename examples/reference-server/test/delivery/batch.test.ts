import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createBatcher } from '../../src/delivery/batch.js';
import { BATCH_SIZE } from '../../src/delivery/pace.js';

/** A batcher whose batches end when the test ends them. */
function held(max: number) {
  const batches: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = createBatcher(async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    return items.map((item) => item * 10);
  }, max);
  /** Ends a batch once it is running. */
  const end = async (i: number, error?: Error) => {
    await vi.waitUntil(() => ends.length > i);
    ends[i]!(error);
  };
  return { add, batches, end };
}

it('runs the items of one turn immediately, and the items that arrive in the meantime together afterwards', async () => {
  const { add, batches, end } = held(10);
  const first = [add(1), add(2)];
  await nextTurn();
  expect(batches).toEqual([[1, 2]]);
  const second = [add(3), add(4)];
  await end(0);
  await end(1);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40]);
});

it('pauses after a small batch, but not if enough items are waiting', async () => {
  const { add, batches, end } = held(100);
  const first = add(0);
  await nextTurn();
  // The pause after a batch would last twice as long as the batch.
  await sleep(50);
  await end(0);
  await first;
  const many = Array.from({ length: BATCH_SIZE }, (_, i) => add(i));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(batches.map(({ length }) => length)).toEqual([1, BATCH_SIZE]);
  await end(1);
  await Promise.all(many);
});

it('puts no more than the maximum number of items in a batch', async () => {
  const { add, batches, end } = held(2);
  const results = Promise.all([1, 2, 3, 4, 5].map(add));
  for (let i = 0; i < 3; i++) await end(i);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  expect(await results).toEqual([10, 20, 30, 40, 50]);
});

it('rejects every item of a failed batch, and continues with the next batch', async () => {
  const { add, batches, end } = held(2);
  const settled = Promise.allSettled([1, 2, 3, 4, 5].map(add));
  await end(0);
  await end(1, new Error('away'));
  await end(2);
  const statuses = (await settled).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});
