import { describe, expect, it } from 'vitest';
import { Diagnosing, type Verdict } from '../../src/diagnose/diagnosing';
import type { Attempt } from '../../src/diagnose/trial';
import { norway, VALID } from './support/norway';

const REPAIRED = { ...VALID, receiptNumber: '2' };

/**
 * A diagnosis that starts with a loss of 30 and postpones a recomputation that leaves 10.
 *
 * @param before how many repairs it accepts before
 */
function postponed(score = 1, before = 0) {
  const diagnosing = new Diagnosing(norway, VALID, undefined, 300, undefined);
  const { verdict } = diagnosing;
  const worth = (loss: number): Verdict => ({ ...verdict, loss });
  diagnosing.verdict = worth(30);
  const accept = (loss: number): void =>
    diagnosing.accept({ code: 'total', title: '', confidence: 'certain' }, { ...VALID, locale: 'nb' }, worth(loss));
  for (let i = 0; i < before; i++) accept(30);
  const repair = { title: 'Recomputed' } as Attempt['repair'];
  diagnosing.defer({ repair, document: REPAIRED, verdict: worth(10), removed: [], score });
  return { diagnosing, accept };
}

describe('a recomputation that was postponed', () => {
  it.each([
    ['less', 11, true],
    ['as much', 10, false],
    ['more', 0, false],
  ])('replaces repairs that resolve %s', (_, loss, isReplaced) => {
    const { diagnosing, accept } = postponed();
    accept(loss);
    expect(diagnosing.fallBack()).toBe(isReplaced);
    expect(diagnosing.causes.map(({ code }) => code)).toEqual([isReplaced ? 'recompute' : 'total']);
    expect(diagnosing.document).toEqual(isReplaced ? REPAIRED : { ...VALID, locale: 'nb' });
    // It is tried once.
    expect(diagnosing.fallBack()).toBe(false);
  });

  // It resolves 20. After one repair, a second one makes 10 each.
  it.each([
    ['a gain per repair of 10', 10, 1, 0, false],
    ['a gain per repair of 10', 10.1, 1, 0, true],
    ['a gain per repair of 10, apart from two repairs before it', 10, 1, 2, false],
    ['a gain of 20 by the first', 20, 0, 0, false],
    ['a gain of 20 by the first', 20.1, 0, 0, true],
    ['a gain of 20 by the first, apart from two repairs before it', 20, 0, 2, false],
  ])('ends the search if its score exceeds %s: %d', (_, score, count, before, isTooLong) => {
    const { diagnosing, accept } = postponed(score, before);
    for (let i = 0; i < count; i++) accept(25);
    expect(diagnosing.isTooLong).toBe(isTooLong);
  });

  it('keeps the repairs before it', () => {
    const { diagnosing, accept } = postponed(1, 1);
    accept(11);
    expect(diagnosing.fallBack()).toBe(true);
    expect(diagnosing.causes.map(({ code }) => code)).toEqual(['total', 'recompute']);
  });

  it('is never there without one', () => {
    const diagnosing = new Diagnosing(norway, VALID, undefined, 300, undefined);
    expect([diagnosing.isTooLong, diagnosing.fallBack()]).toEqual([false, false]);
  });
});
