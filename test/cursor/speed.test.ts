import { describe, expect, it } from 'vitest';
import { compareNewestFirst, instantMicros, parseListQuery } from '../../src/cursor/index.js';
import { reference } from './reference.js';

const from = (text: string) => parseListQuery(new URLSearchParams(text));

/** CPU time of this process, because elapsed time means little on a busy machine. */
function spentMs(work: () => void): number {
  const { user, system } = process.cpuUsage();
  work();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

const median = (list: number[]) => list.sort((a, b) => a - b)[(list.length - 1) / 2]!;

/**
 * How many times as long `work` takes for four times the size: about 4 if the time is linear, 16 if it is quadratic.
 * Compares medians of alternating runs, because single runs include garbage collections.
 */
function growth(size: number, work: (size: number) => void): number {
  const [small, large]: [number[], number[]] = [[], []];
  for (let i = 0; i < 5; i++) {
    small.push(spentMs(() => work(size)));
    large.push(spentMs(() => work(4 * size)));
  }
  return median(large) / median(small);
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
    const read = (size: number) => {
      const digits = '9'.repeat(size);
      expect(instantMicros(`1970-01-01T00:00:00.${digits}Z`)).toBe(999_999n);
      expect(() => instantMicros(`1970-01-01T00:00:00.${digits}`)).toThrow(RangeError);
      expect(() => instantMicros(digits)).toThrow(RangeError);
    };
    expect(growth(1 << 19, read)).toBeLessThan(8);
  });

  it('read megabytes of a query in linear time, and quote only an excerpt', () => {
    const readValues = (size: number) => {
      const long = 'a'.repeat(size);
      for (const query of [
        `limit=${'0'.repeat(size)}x`,
        `limit=${'9'.repeat(size)}`,
        `startAfter=${long}`,
        `businessId=${long}`,
      ]) {
        const result = from(query);
        expect(result.valid || result.issues[0]!.message.length).toBeLessThan(300);
      }
    };
    const readParameters = (count: number) => {
      const repeated = from('limit=5&'.repeat(count));
      expect(repeated.valid || repeated.issues.map(({ field }) => field)).toEqual(['limit']);
      const names = Array.from({ length: count }, (_, i) => `n${i}`);
      const result = from(names.map((name) => `${name}=1`).join('&'));
      expect(result.valid || result.issues.length).toBe(count);
    };
    expect(growth(1 << 18, readValues)).toBeLessThan(8);
    expect(growth(10_000, readParameters)).toBeLessThan(8);
  });
});
