import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { observed, soundCases } from '../support/observed';

describe('packs loaded anew', () => {
  it('declare what their rules read and raise', async () => {
    const { definePack, packs } = await loadedAnew();
    for (const [pack, cases] of packs) {
      const sound = soundCases(cases);
      for (const rule of pack.rules) {
        const found = observed(pack, rule, sound, definePack);
        const { fired, severities, undeclaredCodes, undeclaredReads, unusedReads } = found;
        expect([rule.id, [...undeclaredReads], unusedReads, [...undeclaredCodes]]).toEqual([rule.id, [], [], []]);
        expect([rule.id, [...severities], fired]).toEqual([rule.id, [rule.severity], new Set(rule.codes)]);
      }
    }
  });

  it('state the rates of Sweden', async () => {
    const { packs } = await loadedAnew();
    const [se] = packs[0]!;
    expect(Object.keys(se.rates)).toEqual(['SE_MOMS']);
    expect(
      se.rates.SE_MOMS!.map(({ rate, itemClass, from, until, confirmed }) => [rate, itemClass, from, until, confirmed]),
    ).toEqual([
      [25, undefined, undefined, undefined, undefined],
      [12, undefined, undefined, undefined, undefined],
      [6, undefined, undefined, undefined, undefined],
      [0, undefined, undefined, undefined, undefined],
      [12, 'food', undefined, '2026-03-31', undefined],
      [6, 'food', '2026-04-01', '2027-12-31', undefined],
      [12, 'food', '2028-01-01', undefined, undefined],
      [6, 'dance_event', '2026-07-01', undefined, false],
    ]);
  });
});
