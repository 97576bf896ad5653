import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPage } from '../../src/cursor/index.js';
import { UsageError } from 'receipt-rule-packs/cursor';
import { usageError } from '../support/usage-error';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `txn_${i}`, more: i }));

describe('toPage', () => {
  it.each<[number, number, number, boolean, string | null]>([
    [0, 25, 0, false, null],
    [1, 25, 1, false, null],
    [24, 25, 24, false, null],
    [25, 25, 25, false, null],
    [26, 25, 25, true, 'txn_24'],
    [30, 25, 25, true, 'txn_24'],
    [2, 1, 1, true, 'txn_0'],
    [1, 1, 1, false, null],
    [51, 50, 50, true, 'txn_49'],
  ])('splits %i rows with limit %i', (count, limit, length, hasMore, nextCursor) => {
    const page = toPage(rows(count), limit);
    expect(Object.keys(page)).toEqual(['data', 'hasMore', 'nextCursor']);
    expect(page).toStrictEqual({ data: rows(count).slice(0, length), hasMore, nextCursor });
  });

  it('changes nothing, and returns the same rows in a new array', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 50 }), (count, limit) => {
        const fetched = Object.freeze(rows(count).map((row) => Object.freeze(row)));
        const page = toPage(fetched, limit);
        expect(page.data).not.toBe(fetched);
        page.data.forEach((row, i) => {
          expect(row).toBe(fetched[i]);
        });
        expect(page.nextCursor).toBe(page.hasMore ? page.data.at(-1)!.id : null);
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });

  it.each([0, -1, 1.5, NaN, Infinity, '5', null, undefined])('throws UsageError for limit %s', (limit) => {
    expect(() => toPage(rows(3), limit as number)).toThrow(UsageError);
  });

  it('throws UsageError for rows that provide no cursor', () => {
    expect(() => toPage(undefined as never, 5)).toThrow(UsageError);
    expect(() => toPage({ length: 3 } as never, 1)).toThrow(UsageError);
    expect(() => toPage([{}, {}] as never, 1)).toThrow(UsageError);
    expect(() => toPage([{ id: '' }, { id: 'a' }], 1)).toThrow(UsageError);
    expect(() => toPage([{ id: 7 }, { id: 8 }] as never, 1)).toThrow(UsageError);
    expect(() => toPage([undefined, undefined] as never, 1)).toThrow(UsageError);
    const last = [{ id: 'a' }, { id: '' }, { id: 'c' }];
    expect(() => toPage(last, 2)).toThrow(usageError('invalid_argument', 'rows[1].id'));
  });
});
