import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWrongTokens, MAX_WRONG_TOKENS, WRONG_TOKEN_MS } from '../src/wrong-tokens.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('reports the number of wrong tokens once a minute', async () => {
  const reported: number[] = [];
  const wrong = createWrongTokens((count) => reported.push(count));
  for (let i = 0; i < MAX_WRONG_TOKENS + 5; i += 1) void wrong.wait();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toEqual([MAX_WRONG_TOKENS + 5]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reported).toHaveLength(1);
  void wrong.wait();
  wrong.close();
  wrong.close();
  expect(reported).toEqual([MAX_WRONG_TOKENS + 5, 1]);
});

it('ends all delays when the server stops', async () => {
  const wrong = createWrongTokens(() => undefined);
  const waiting = wrong.wait();
  wrong.close();
  expect(await waiting).toBe(true);
});

it('delays only a limited number of requests at once', async () => {
  vi.useRealTimers();
  const wrong = createWrongTokens(() => undefined);
  const since = performance.now();
  const waiting = Array.from({ length: MAX_WRONG_TOKENS + 1 }, () => wrong.wait());
  expect(await waiting.at(-1)).toBe(false);
  expect(await Promise.all(waiting.slice(0, -1))).toEqual(Array(MAX_WRONG_TOKENS).fill(true));
  expect(performance.now() - since).toBeGreaterThan(WRONG_TOKEN_MS - 10);
  const next = wrong.wait();
  wrong.close();
  expect(await next).toBe(true);
});
