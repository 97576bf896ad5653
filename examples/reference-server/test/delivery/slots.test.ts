import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter, type Outcome, type ConcurrencyLimiter } from '../../src/delivery/slots.js';

/** Takes as many slots for an endpoint as possible, and returns their number. A slot permits one attempt at a time. */
function takeAll(slots: ConcurrencyLimiter, endpointId: string, slow = false): number {
  let taken = 0;
  while (slots.take(endpointId, slow)) taken += 1;
  return taken;
}

/** Makes attempts one after another, with the given outcomes. */
function attempt(slots: ConcurrencyLimiter, endpointId: string, ...endings: Outcome[]): void {
  for (const ending of endings) {
    expect(slots.take(endpointId, false)).toBe(true);
    slots.release(endpointId, ending);
  }
}

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('an endpoint', () => {
  it.each<[string, Outcome[], number]>([
    ['starts with 2 concurrent attempts', [], 2],
    ['may have one more attempt after each quick response', ['quick', 'quick', 'quick'], 5],
    ['may have as many attempts as before after a response that is not quick', ['quick', 'other'], 3],
    ['may have only 1 attempt after a timeout', ['quick', 'quick', 'timeout'], 1],
    ['may have more attempts again once it recovers from a timeout', ['timeout', 'quick', 'quick'], 3],
    ['never has more attempts than the setting allows', Array.from({ length: 40 }, () => 'quick' as const), 16],
  ])('%s', (_, endings, slots) => {
    const all = createConcurrencyLimiter(16, 64);
    attempt(all, 'ep', ...endings);
    expect(takeAll(all, 'ep')).toBe(slots);
  });

  it('starts with 1 attempt if other processes have found the endpoint slow', () => {
    expect(takeAll(createConcurrencyLimiter(16, 64), 'ep', true)).toBe(1);
  });

  it('may have only 1 attempt if the setting is 1', () => {
    expect(takeAll(createConcurrencyLimiter(1, 64), 'ep')).toBe(1);
  });
});

describe('across endpoints:', () => {
  it('half of the slots are reserved for endpoints whose last attempt got a quick response', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'healthy', 'quick');
    const taken = many(300, 'hangs').map((id) => Number(slots.take(id, false)));
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(32);
    expect(takeAll(slots, 'healthy')).toBe(3);
  });

  it('a quarter of the slots is reserved for endpoints without an attempt in progress, quick or not', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'greedy', ...Array.from({ length: 64 }, () => 'quick' as const));
    expect(takeAll(slots, 'greedy')).toBe(48);
    const first = many(20, 'new').map((id) => slots.take(id, false));
    expect(first.filter(Boolean)).toHaveLength(16);
  });

  it('slow endpoints share a quarter of the slots, on top of one slot each', () => {
    const slots = createConcurrencyLimiter(64, 64);
    const taken = many(20, 'new').map((id) => takeAll(slots, id));
    // Each endpoint gets two slots until 16 slots are taken, and then one slot.
    expect(taken.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 2));
    expect(taken.slice(8)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  it('when an endpoint becomes slow, the slots that it holds count towards the limit for slow endpoints', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'ep', ...Array.from({ length: 30 }, () => 'quick' as const));
    expect(takeAll(slots, 'ep')).toBe(32);
    expect(slots.take('new', false)).toBe(true);
    slots.release('ep', 'timeout');
    expect(slots.take('another', false)).toBe(false);
    for (let i = 0; i < 31; i += 1) slots.release('ep', 'timeout');
    expect(slots.take('another', false)).toBe(true);
  });

  it('all slots are free again when all attempts have ended', () => {
    const slots = createConcurrencyLimiter(16, 64);
    const ids = many(100, 'ep');
    const endings: Outcome[] = ['quick', 'timeout', 'other'];
    for (let round = 0; round < 20; round += 1) {
      const taken = ids.filter((id) => slots.take(id, round % 3 === 0));
      taken.forEach((id, i) => slots.release(id, endings[(i + round) % 3]!));
    }
    expect(slots.total()).toEqual({ all: 64, others: 32 });
  });
});

it('returns the numbers of free slots', () => {
  const slots = createConcurrencyLimiter(16, 64);
  attempt(slots, 'quick', 'quick');
  attempt(slots, 'slow', 'timeout');
  slots.take('quick', false);
  const free = (...ids: string[]) => ids.map((id) => slots.free(id, false));
  expect(free('quick', 'slow', 'new')).toEqual([2, 1, 2]);
  expect(slots.free('new', true)).toBe(1);
  expect(slots.total()).toEqual({ all: 63, others: 32 });
  for (const id of many(40, 'hangs')) slots.take(id, false);
  expect(free('quick', 'slow', 'new')).toEqual([2, 0, 0]);
  expect(slots.total()).toEqual({ all: 31, others: 0 });
});

it('returns whether a delivery may have been waiting for the freed slot', () => {
  const slots = createConcurrencyLimiter(16, 64);
  slots.take('ep', false);
  expect(slots.release('ep', 'other')).toBe(false);
  takeAll(slots, 'ep');
  expect(slots.release('ep', 'other')).toBe(true);
});

it('forgets the endpoints that have been idle for longest, but never one with attempts in progress', () => {
  const slots = createConcurrencyLimiter(16, 64);
  slots.take('busy', false);
  attempt(slots, 'early', 'timeout');
  for (const id of many(2_000, 'ep')) attempt(slots, id, 'quick');
  // The early endpoint has been forgotten, so it gets two slots again; the most recent endpoints still count as
  // quick.
  expect([slots.free('busy', false), slots.free('early', false), slots.free('ep1999', false)]).toEqual([1, 2, 3]);
});
