import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryNonceStore, type MemoryNonceStoreOptions } from '../../src/webhook/index.js';
import { UsageError } from 'receipt-rule-packs/webhook';

function store(maxEntries?: number) {
  const clock = { ms: 1_000_500 };
  const { add } = memoryNonceStore({ now: () => clock.ms, maxEntries });
  return { add, clock };
}

describe('memoryNonceStore', () => {
  it('accepts a nonce only once until it expires, to the millisecond', async () => {
    const { add, clock } = store();
    expect(await add('a', 10)).toBe(true);
    expect(await add('a', 10)).toBe(false);
    clock.ms += 9_999;
    expect(await add('a', 10)).toBe(false);
    clock.ms += 1;
    expect(await add('a', 10)).toBe(true);
    expect(await add('a', 10)).toBe(false);
  });

  it("does not extend a nonce's lifetime when the nonce is added again", async () => {
    const { add, clock } = store();
    await add('a', 10);
    clock.ms += 9_000;
    expect(await add('a', 1000)).toBe(false);
    clock.ms += 1_000;
    expect(await add('a', 10)).toBe(true);
  });

  it('keeps a nonce that was added again after it expired', async () => {
    const { add, clock } = store();
    await add('a', 1);
    clock.ms += 1_000;
    expect(await add('a', 60)).toBe(true);
    clock.ms += 2_000;
    expect(await add('b', 60)).toBe(true);
    expect(await add('a', 60)).toBe(false);
  });

  it('distinguishes nonces by case, and handles odd names', async () => {
    const { add } = store();
    for (const nonce of ['ab', 'AB', '__proto__', 'constructor', '\0']) expect(await add(nonce, 5)).toBe(true);
    for (const nonce of ['ab', 'AB', '__proto__', 'constructor', '\0']) expect(await add(nonce, 5)).toBe(false);
  });

  it('rejects when full, forgets no nonce, and accepts more once some have expired', async () => {
    const { add, clock } = store(2);
    expect(await add('long', 100)).toBe(true);
    expect(await add('short', 10)).toBe(true);
    await expect(add('third', 10)).rejects.toThrow();
    expect(await add('long', 100)).toBe(false);
    expect(await add('short', 10)).toBe(false);
    clock.ms += 11_000;
    expect(await add('third', 10)).toBe(true);
    expect(await add('long', 100)).toBe(false);
    await expect(add('fourth', 10)).rejects.toThrow();
  });

  it('drops expired nonces even after the clock was set back', async () => {
    const { add, clock } = store(1);
    await add('a', 1);
    clock.ms += 100_000;
    expect(await add('b', 1)).toBe(true);
    clock.ms += 2_000;
    expect(await add('c', 1)).toBe(true);
    clock.ms -= 50_000;
    await expect(add('d', 1)).rejects.toThrow();
    clock.ms += 53_000;
    expect(await add('d', 1)).toBe(true);
  });

  it('drops expired nonces that were added while the clock was set back', async () => {
    const { add, clock } = store(11);
    for (let i = 0; i < 10; i++) await add(`long ${i}`, 100 + i);
    clock.ms -= 50_000;
    expect(await add('a', 1)).toBe(true);
    await expect(add('b', 1)).rejects.toThrow();
    clock.ms += 53_000;
    expect(await add('b', 1)).toBe(true);
    clock.ms += 2_000;
    expect(await add('c', 1)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['unknown option', { max: 1 }],
    ['a now that is not a function', { now: 5 }],
    ['maxEntries 0', { maxEntries: 0 }],
    ['maxEntries NaN', { maxEntries: NaN }],
    ['maxEntries infinite', { maxEntries: Infinity }],
    ['maxEntries text', { maxEntries: '5' }],
  ])('refuses %s as options', (_, options) => {
    expect(() => memoryNonceStore(options as MemoryNonceStoreOptions)).toThrow(UsageError);
  });

  it.each<[unknown, unknown]>([
    ['', 1],
    [undefined, 1],
    ['a', 0],
    ['a', -1],
    ['a', NaN],
    ['a', Infinity],
    ['a', undefined],
  ])('rejects add(%s, %s)', async (nonce, ttl) => {
    await expect(memoryNonceStore().add(nonce as string, ttl as number)).rejects.toBeInstanceOf(UsageError);
  });

  it('rejects if the clock returns NaN', async () => {
    await expect(memoryNonceStore({ now: () => NaN }).add('a', 1)).rejects.toBeInstanceOf(UsageError);
  });

  it('agrees with a plain map of expiry times, for any clock steps and lifetimes', async () => {
    const step = fc.record({
      nonce: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ttl: fc.integer({ min: 1, max: 8 }),
      wait: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(1e5, 1e9)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { add, clock } = store();
        const expiries = new Map<string, number>();
        for (const { nonce, ttl, wait } of steps) {
          clock.ms += wait;
          const fresh = (expiries.get(nonce) ?? 0) <= clock.ms;
          if (fresh) expiries.set(nonce, clock.ms + ttl * 1000);
          expect(await add(nonce, ttl)).toBe(fresh);
        }
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  it('stays small and fast while nonces come and go', async () => {
    const { add, clock } = store(2_000);
    for (let i = 0; i < 200_000; i++) {
      clock.ms += 10;
      if (!(await add(`nonce ${i}`, (i % 9) + 1))) throw new Error('refused');
    }
    expect(await add('last', 1)).toBe(true);
  });
});
