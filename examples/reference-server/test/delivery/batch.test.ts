import { expect, it, vi } from 'vitest';
import { createBatcher } from '../../src/delivery/batch.js';

/** A batcher whose batches end when they are told to. */
function held(max: number) {
  const batches: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = createBatcher(async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    return items.map((item) => item * 10);
  }, max);
  /** Ends a batch once it runs. */
  const end = async (i: number, error?: Error) => {
    await vi.waitUntil(() => ends.length > i);
    ends[i]!(error);
  };
  return { add, batches, end };
}

it('runs the first at once, and what comes meanwhile together after it', async () => {
  const { add, batches, end } = held(10);
  const results = Promise.all([add(1), add(2), add(3)]);
  expect(batches).toEqual([[1]]);
  await end(0);
  await end(1);
  expect(batches).toEqual([[1], [2, 3]]);
  expect(await results).toEqual([10, 20, 30]);
});

it('has no more items in a batch than it may', async () => {
  const { add, batches, end } = held(2);
  const results = Promise.all([1, 2, 3, 4].map(add));
  for (let i = 0; i < 3; i++) await end(i);
  expect(batches).toEqual([[1], [2, 3], [4]]);
  expect(await results).toEqual([10, 20, 30, 40]);
});

it('rejects every item of a batch that fails, and goes on with the next', async () => {
  const { add, batches, end } = held(2);
  const settled = Promise.allSettled([1, 2, 3, 4].map(add));
  await end(0);
  await end(1, new Error('away'));
  await end(2);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});
