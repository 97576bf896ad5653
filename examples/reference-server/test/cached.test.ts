import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCached } from '../src/cached.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cached value whose reads take `ms` milliseconds. Each read returns the next number. */
function slowly(ms: number, minMs?: number) {
  let reads = 0;
  return createCached(() => new Promise<number>((resolve) => setTimeout(() => resolve((reads += 1)), ms)), minMs);
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("concurrent callers share one read of a cached value, which is kept for 20 times the read's duration", async () => {
  const read = slowly(100);
  const asked = [read(), read()];
  await after(99);
  asked.push(read());
  await after(1);
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  await after(1_999);
  expect(await read()).toBe(1);
  await after(1);
  const next = read();
  await after(100);
  expect(await next).toBe(2);
});

it('a cached value is read no more often than the minimum interval allows', async () => {
  const read = slowly(1, 1_000);
  void read();
  await after(999);
  expect(await read()).toBe(1);
  await after(1);
  const next = read();
  await after(1);
  expect(await next).toBe(2);
});

it('a cached value is read again after a failure', async () => {
  let tries = 0;
  const read = createCached(async () => {
    if ((tries += 1) === 1) throw new Error('away');
    return tries;
  }, 1_000);
  await expect(read()).rejects.toThrow('away');
  expect(await read()).toBe(2);
});
