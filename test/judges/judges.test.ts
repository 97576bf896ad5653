import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { DRAWS, SEED } from '../support/numbers';
import { testPacks } from '../support/test-packs';
import { judgeFigures, judgeStructure } from './judging';

const RUNS = 2 * DRAWS;
const PACKS = [seReceipt1, ...testPacks];

describe('independent judges', () => {
  it('two other implementations of JSON Schema judge structure as we do', async () => {
    const counts = await judgeStructure(PACKS, RUNS, SEED);
    expect(counts).toHaveLength(2);
    for (const { documents, right, disagreements } of counts) {
      expect(disagreements).toEqual([]);
      expect(documents).toBe(RUNS);
      // Both verdicts are frequent.
      expect(right).toBeGreaterThan(RUNS / 4);
      expect(right).toBeLessThan((3 * RUNS) / 4);
    }
  });

  it('fractions of BigInts say of figures what our rules say', () => {
    const { documents, right, disagreements } = judgeFigures(PACKS, RUNS, SEED);
    expect(disagreements).toEqual([]);
    expect(documents).toBe(RUNS);
    expect(right).toBeGreaterThan(RUNS / 10);
    expect(right).toBeLessThan((3 * RUNS) / 4);
  });
});
