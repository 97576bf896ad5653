import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { DRAWS, SEED } from '../support/numbers';
import { testPacks } from '../support/test-packs';
import { judgeCorrections } from './corrections/judging';
import { judgeFigures, judgeStructure } from './judging';

const RUNS = 2 * DRAWS;
const PACKS = [seReceipt1, ...testPacks];

describe('the library', () => {
  it('agrees with two other JSON Schema implementations on structure', async () => {
    const counts = await judgeStructure(PACKS, RUNS, SEED);
    expect(counts).toHaveLength(2);
    for (const { documents, right, disagreements } of counts) {
      expect(disagreements).toEqual([]);
      expect(documents).toBe(RUNS);
      // Both verdicts must be frequent.
      expect(right).toBeGreaterThan(RUNS / 4);
      expect(right).toBeLessThan((3 * RUNS) / 4);
    }
  });

  it('agrees with BigInt fractions on figures', () => {
    const { documents, right, disagreements } = judgeFigures(PACKS, RUNS, SEED);
    expect(disagreements).toEqual([]);
    expect(documents).toBe(RUNS);
    expect(right).toBeGreaterThan(RUNS / 10);
    expect(right).toBeLessThan((3 * RUNS) / 4);
  });
  it('agrees with a ledger of all corrections on the refunded amounts', () => {
    const { right, beyond, disagreements } = judgeCorrections(DRAWS, SEED);
    expect(disagreements).toEqual([]);
    // Each sale has several corrections, and in almost all cases the documents alone show which lines they correct.
    expect(right).toBeGreaterThan(3 * DRAWS);
    expect(beyond).toBeLessThan(DRAWS / 50);
  });
});
