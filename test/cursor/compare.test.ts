import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNewestFirst, type Ordered } from '../../src/cursor/index.js';
import { usageError } from '../support/usage-error';
import { reference } from './reference.js';

const sign = (a: Ordered, b: Ordered) => Math.sign(compareNewestFirst(a, b));

const TIMESTAMPS = [
  '2026-11-21T10:00:00Z',
  '2026-11-21T11:00:00+01:00',
  '2026-11-21T11:00:00.0000009+01:00',
  '2026-11-21T10:00:00.000001Z',
  '2026-11-21T09:59:59.999999Z',
  '2026-11-21T23:30:00+14:00',
  '2026-11-20T23:30:00-10:30',
  '0001-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999998Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59.999999-23:59',
];
const row = fc.record({
  timestamp: fc.constantFrom(...TIMESTAMPS),
  id: fc.oneof(fc.constantFrom('a', 'b', 'A', 'aa', '', 'é', '\uffff', '🧾', '\ud83e'), fc.string()),
});
const seeded = { seed: 20261121, numRuns: 3000 };

describe('compareNewestFirst', () => {
  it('sorts the newest instant first, not the greatest string', () => {
    expect(sign({ id: 'a', timestamp: TIMESTAMPS[3]! }, { id: 'b', timestamp: TIMESTAMPS[1]! })).toBe(-1);
    expect(sign({ id: 'a', timestamp: TIMESTAMPS[9]! }, { id: 'b', timestamp: TIMESTAMPS[10]! })).toBe(1);
  });

  it('sorts equal instants by id, descending by code unit', () => {
    const [z, offset, dropped] = TIMESTAMPS as [string, string, string];
    expect(sign({ id: 'txn_2', timestamp: z }, { id: 'txn_1', timestamp: offset })).toBe(-1);
    expect(sign({ id: 'txn_1', timestamp: offset }, { id: 'txn_2', timestamp: dropped })).toBe(1);
    expect(sign({ id: 'txn_1', timestamp: z }, { id: 'txn_1', timestamp: dropped })).toBe(0);
    expect(sign({ id: 'B', timestamp: z }, { id: 'a', timestamp: z })).toBe(1);
    expect(sign({ id: '\uffff', timestamp: z }, { id: '🧾', timestamp: z })).toBe(-1);
  });

  it('agrees with the definition', () => {
    fc.assert(
      fc.property(row, row, (a, b) => {
        expect(sign(a, b)).toBe(reference(a, b));
      }),
      seeded,
    );
  });

  it('defines a total order', () => {
    fc.assert(
      fc.property(row, row, row, (a, b, c) => {
        expect(sign(a, a)).toBe(0);
        expect(sign(a, b) + sign(b, a)).toBe(0);
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
      }),
      seeded,
    );
  });

  it('throws RangeError for an invalid timestamp, on either side', () => {
    const good = { id: 'a', timestamp: TIMESTAMPS[0]! };
    const bad = { id: 'b', timestamp: '2026-11-21' };
    expect(() => compareNewestFirst(good, bad)).toThrow(RangeError);
    expect(() => compareNewestFirst(bad, good)).toThrow(RangeError);
    expect(() => compareNewestFirst(bad, bad)).toThrow(RangeError);
  });

  it.each([undefined, null, 'a', {}, { id: 5, timestamp: TIMESTAMPS[0] }])(
    'throws UsageError that names the side without an id: %j',
    (bad) => {
      const good = { id: 'a', timestamp: TIMESTAMPS[0]! };
      expect(() => compareNewestFirst(bad as never, good)).toThrow(usageError('invalid_argument', 'a'));
      expect(() => compareNewestFirst(good, bad as never)).toThrow(usageError('invalid_argument', 'b'));
    },
  );

  it('throws UsageError that names the side whose timestamp is not text', () => {
    const good = { id: 'a', timestamp: TIMESTAMPS[0]! };
    const bad = { id: 'b', timestamp: 5 } as never;
    expect(() => compareNewestFirst(bad, good)).toThrow(usageError('invalid_argument', 'a.timestamp'));
    expect(() => compareNewestFirst(good, bad)).toThrow(usageError('invalid_argument', 'b.timestamp'));
  });
});
