import { describe, expect, it } from 'vitest';
import { compareNewestFirst, instantMicros, parseListQuery } from '../../src/cursor/index.js';
import { reference } from './reference.js';

const from = (text: string) => parseListQuery(new URLSearchParams(text));

/** CPU time of this process, because elapsed time means little on a busy machine. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('the cursor functions', () => {
  it('sort 100,000 rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => ({
      id: `txn_${(i * 7919) % 100_003}`,
      timestamp: `2026-0${(i % 9) + 1}-1${i % 7}T1${i % 10}:00:00.${i % 1000}+0${i % 10}:00`,
    }));
    const sorted = [...rows].sort(compareNewestFirst);
    for (let i = 1; i < sorted.length; i++) if (reference(sorted[i - 1]!, sorted[i]!) > 0) throw new Error(`at ${i}`);
    expect(sorted).toHaveLength(rows.length);
  });

  it('read megabytes of digits in linear time', () => {
    const digits = '9'.repeat(4 << 20);
    const start = spentMs();
    expect(instantMicros(`1970-01-01T00:00:00.${digits}Z`)).toBe(999_999n);
    expect(() => instantMicros(`1970-01-01T00:00:00.${digits}`)).toThrow(RangeError);
    expect(() => instantMicros(digits)).toThrow(RangeError);
    expect(spentMs() - start).toBeLessThan(2_000);
  });

  it('read megabytes of a query in linear time, and quote only an excerpt', () => {
    const long = 'a'.repeat(1 << 20);
    const start = spentMs();
    for (const query of [
      `limit=${'0'.repeat(1 << 20)}x`,
      `limit=${'9'.repeat(1 << 20)}`,
      `startAfter=${long}`,
      `businessId=${long}`,
    ]) {
      const result = from(query);
      expect(result.valid || result.issues[0]!.message.length).toBeLessThan(300);
    }
    const repeated = from('limit=5&'.repeat(100_000));
    expect(repeated.valid || repeated.issues.map(({ field }) => field)).toEqual(['limit']);
    const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`);
    const result = from(names.map((name) => `${name}=1`).join('&'));
    expect(result.valid || result.issues.length).toBe(100_000);
    expect(spentMs() - start).toBeLessThan(5_000);
  });
});
