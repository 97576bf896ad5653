import type { Issue } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { gainOf, type Verdict } from '../../src/diagnose/diagnosing';
import { kindOf, lossOf, lossWithin, placeOf } from '../../src/diagnose/loss';

type Path = Issue['path'];

const structural = (path: Path, code = 'required'): Issue => ({
  field: path.join('.'),
  path,
  code,
  message: '',
  severity: 'error',
});
const error = (path: Path, code = 'amount_mismatch', figures: Partial<Issue> = {}): Issue => ({
  ...structural(path, code),
  rule: 'rule',
  ...figures,
});
const warning = (path: Path, code = 'tax_amount_deviates'): Issue => ({ ...error(path, code), severity: 'warning' });

const AMOUNTS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => error(['items', i, 'amount']));

describe('the weight of issues', () => {
  it.each([
    ['no issue', [], 0],
    ['a violation of the schema', [structural(['type'])], 30],
    ['a sum, which the schema states but rules do not depend on', [structural(['totals', 'tax'], 'sum_mismatch')], 10],
    ['an error of a rule', [error(['totals', 'total'])], 10],
    ['a warning', [warning(['items', 0, 'taxAmount'])], 4],
    ['a warning without a rule', [{ ...structural(['type']), severity: 'warning' as const }], 4],
    ['the form of a value', [warning(['payment', 'last4'], 'last4_without_card')], 1],
    ['several kinds', [structural(['type']), error(['totals', 'total']), warning(['items', 0, 'taxAmount'])], 44],
    ['two codes of one field', [error(['totals', 'tax'], 'a'), error(['totals', 'tax'], 'b')], 20],
    ['four of a kind, in full', AMOUNTS.slice(0, 4), 40],
    ['eight of a kind, as five: each doubling beyond four adds one', AMOUNTS, 50],
  ])('is that of %s', (_, issues, loss) => {
    expect(lossOf(issues)).toBe(loss);
  });

  it('is that of the parts that a repair can reach, and of what belongs to no part', () => {
    const entry = warning(['tax', 'summary', 1, 'taxAmount']);
    const summary = error(['tax', 'summary'], 'summary_missing');
    const within = lossWithin([...AMOUNTS, entry, summary, error(['totals', 'total'])]);
    // The total and the missing entry count for any repair.
    expect(within(new Set())).toBe(20);
    // The last of eight lines counts what it adds to seven.
    expect(within(new Set([7]))).toBeCloseTo(20 + 10 * (1 - Math.log2(7 / 4)));
    expect(within(new Set([0, 1, 2, 3, 4, 5, 6, 7]))).toBe(70);
    // An entry's index is text, so that it is no line.
    expect(within(new Set(['1']))).toBe(24);
    expect(within(new Set(['0']))).toBe(20);
  });

  it('is that of jurisdictions for any part, as lines and entries share them', () => {
    const within = lossWithin([error(['tax', 'jurisdictions', 0, 'taxAmount']), ...AMOUNTS.slice(0, 1)]);
    expect(within(new Set())).toBe(10);
    expect(within(new Set([0]))).toBe(20);
  });

  it.each([
    [[], ''],
    [['items', 0, 'discount', 'amount'], 'items.*.discount.amount'],
    [['tax', 'summary', 12], 'tax.summary.*'],
  ])('is shared by issues in the same place: %j', (path, place) => {
    expect(placeOf(path)).toBe(place);
    expect(kindOf(error(path, 'code'))).toBe(`${place} code`);
  });
});

describe('the gain of a repair', () => {
  const verdict = (...issues: Issue[]): Verdict => ({
    result: { valid: true } as Verdict['result'],
    issues,
    byKey: new Map(issues.map((issue) => [`${issue.field} ${issue.code}`, issue])),
    loss: lossOf(issues),
  });
  const total = error(['totals', 'total'], 'sum_mismatch');
  const missing = structural(['type']);
  const off = (found: unknown, expected: unknown): Issue =>
    error(['totals', 'tax'], 'sum_mismatch', { found, expected });

  it.each([
    ['the loss that is gone', verdict(total), verdict(), 10],
    ['nothing, if nothing is gone', verdict(total), verdict(total), 0],
    ['nothing, if only new issues show', verdict(total), verdict(total, warning(['type'])), 0],
    ['less twice what is new', verdict(missing, total), verdict(missing, warning(['type'])), 10 - 2 * 4],
    ['less what is new and a fifth more, if the schema hid it', verdict(missing), verdict(total), 30 - 10 - 2],
    [
      'less what is new and a fifth more, if the schema hid it, whatever else is gone',
      verdict(missing, total),
      verdict(warning(['type'])),
      30 + 10 - 4 - 0.8,
    ],
    [
      'less twice what is new, if a warning without a rule is gone, which hid nothing',
      verdict({ ...missing, severity: 'warning' }, total),
      verdict(warning(['items', 0, 'taxAmount'])),
      4 + 10 - 2 * 4,
    ],
    ['less an issue that grows', verdict(total, off(5, 1)), verdict(off(1, 6)), 10 - 10],
    ['not less an issue that shrinks', verdict(total, off(5, 1)), verdict(off(1, 3)), 10],
    ['not less an issue that stays as it is', verdict(total, off(5, 1)), verdict(off(1, 5)), 10],
    ['not less an issue without figures', verdict(total, off('a', 1)), verdict(off('b', 9)), 10],
    ['not less an issue without an expected figure', verdict(total, off(5, [1])), verdict(off(9, [1])), 10],
  ])('is %s', (_, before, after, gain) => {
    expect(gainOf(before, after)).toBe(gain);
  });
});
