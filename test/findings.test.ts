import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Findings, type Finding } from '../src/document/findings';
import { SEED } from './support/numbers';

/** A finding with its sort key. */
type Found = readonly [key: number, finding: Finding];

const issue = (field = 'a', code = 'x'): Finding => ({
  at: { field, path: [field] },
  index: -1,
  code,
  message: '',
  values: undefined,
  severity: 'error',
  rule: undefined,
  found: undefined,
  expected: undefined,
});

const fieldOf = ({ at }: Finding) => at.field;

/**
 * Few distinct keys, fields and codes, so that all kinds of equal keys occur; enough issues for both sorting methods.
 */
const found = fc.array(
  fc
    .tuple(fc.nat(12), fc.constantFrom('a', 'b', 'a.b'), fc.constantFrom('x', 'y'))
    .map(([key, field, code]): Found => [key, issue(field, code)]),
  { maxLength: 200, size: 'max' },
);

/** Adds all findings, as the passes over a document do. */
function collected(all: readonly Found[], limit?: number): Findings {
  const findings = new Findings(limit);
  for (const [key, one] of all) if (findings.wants(key)) findings.add(key, one);
  return findings;
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts by key, field and code; equal issues keep their order. */
function naivelySorted(all: readonly Found[]): Finding[] {
  return [...all]
    .sort(([keyA, a], [keyB, b]) => compare(keyA, keyB) || compare(fieldOf(a), fieldOf(b)) || compare(a.code, b.code))
    .map(([, one]) => one);
}

/** Compares by object identity, to distinguish equal issues. */
function expectSame(issues: readonly Finding[], expected: readonly Finding[]): void {
  expect(issues).toHaveLength(expected.length);
  expect(issues.every((one, i) => one === expected[i])).toBe(true);
}

describe('the order', () => {
  it('agrees with a naive sort of all findings', () => {
    fc.assert(
      fc.property(found, (all) => {
        const findings = collected(all);
        expect(findings.count).toBe(all.length);
        expectSame(findings.sorted(), naivelySorted(all));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('also applies to findings added after sorting', () => {
    fc.assert(
      fc.property(found, found, (before, after) => {
        const findings = collected(before);
        findings.sorted();
        for (const [key, one] of after) findings.add(key, one);
        expectSame(findings.sorted(), naivelySorted([...before, ...after]));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  it.each([2, 39, 40, 41, 42])('orders %d equal keys by field, then by code', (length) => {
    const all = Array.from({ length }, (_, i): Found => [7, issue(i % 2 === 0 ? 'b' : 'a', i % 3 === 0 ? 'y' : 'x')]);
    const expected = naivelySorted(all);
    expect(fieldOf(expected[0]!)).toBe('a');
    expectSame(collected(all).sorted(), expected);
  });

  it('is kept by copyTo', () => {
    fc.assert(
      fc.property(found, found, (first, second) => {
        const both = new Findings();
        collected(first).copyTo(both);
        collected(second).copyTo(both);
        expectSame(both.sorted(), naivelySorted([...first, ...second]));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
});

describe('the limit', () => {
  const LIMITS = [0, 1, 2, 31, 32, 33, 40, 60, 1000];

  it.each(LIMITS)('of %d keeps the first findings, and counts all', (limit) => {
    fc.assert(
      fc.property(found, (all) => {
        const findings = collected(all, limit);
        expect(findings.count).toBe(all.length);
        expectSame(findings.sorted().slice(0, limit), naivelySorted(all).slice(0, limit));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  // Never keeps more than twice the limit, or 64 if that is more.
  it.each(LIMITS.slice(0, -1))('of %d bounds the number of findings kept, in any order of keys', (limit) => {
    for (const key of [(i: number) => i, (i: number) => -i, () => 0]) {
      const findings = new Findings(limit);
      for (let i = 0; i < 200; i++) {
        findings.add(key(i), issue());
        expect(findings.sorted().length).toBeLessThan(Math.max(64, 2 * limit));
      }
      expect(findings.count).toBe(200);
    }
  });

  it('rejects keys after the last key kept, but counts the findings', () => {
    const findings = new Findings(10);
    for (let key = 63; key >= 0; key--) findings.add(key, issue());
    expect(findings.wants(9)).toBe(true);
    expect(findings.count).toBe(64);
    expect(findings.wants(10)).toBe(false);
    expect(findings.wants(Infinity)).toBe(false);
    expect(findings.count).toBe(66);
    expect(findings.sorted()).toHaveLength(10);
  });

  it('of 0 keeps nothing after 64 findings', () => {
    const findings = new Findings(0);
    for (let i = 0; i < 64; i++) {
      expect(findings.wants(0)).toBe(true);
      findings.add(0, issue());
    }
    expect(findings.wants(0)).toBe(false);
    expect(findings.sorted()).toEqual([]);
    expect(findings.count).toBe(65);
  });
});
