import { expect, it } from 'vitest';
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
  return { add, batches, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('runs the first at once, and what comes meanwhile together after it', async () => {
  const { add, batches, ends } = held(10);
  const results = Promise.all([add(1), add(2), add(3)]);
  expect(batches).toEqual([[1]]);
  ends[0]!();
  await turn();
  expect(batches).toEqual([[1], [2, 3]]);
  ends[1]!();
  expect(await results).toEqual([10, 20, 30]);
});

it('has no more items in a batch than it may', async () => {
  const { add, batches, ends } = held(2);
  const results = Promise.all([1, 2, 3, 4].map(add));
  for (let i = 0; i < 3; i++) {
    ends[i]!();
    await turn();
  }
  expect(batches).toEqual([[1], [2, 3], [4]]);
  expect(await results).toEqual([10, 20, 30, 40]);
});

it('rejects every item of a batch that fails, and goes on with the next', async () => {
  const { add, batches, ends } = held(2);
  const settled = Promise.allSettled([1, 2, 3, 4].map(add));
  ends[0]!();
  await turn();
  ends[1]!(new Error('away'));
  await turn();
  ends[2]!();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});
