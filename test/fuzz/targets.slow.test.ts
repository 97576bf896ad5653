import { describe, expect, it } from 'vitest';
import { measureGrowth } from '../../scripts/fuzz/growth.js';
import { search } from '../../scripts/fuzz/search.js';
import { TARGETS } from '../../scripts/fuzz/targets.js';
import { DRAWS } from '../support/numbers.js';

/** `npm run fuzz` searches longer, with a new seed each time. */
const SEED = 20261121;
const RUNS = 3 * DRAWS;

describe.each(TARGETS)('$name', (target) => {
  it('keeps its invariants', async () => {
    const { counterexample, runs } = await search(target, SEED, RUNS);
    expect(counterexample).toBeUndefined();
    expect(runs).toBe(RUNS);
  });

  it.each(target.growth)('takes linear time: $name', (growthCase) => {
    const { times, linear } = measureGrowth(growthCase, 1);
    expect(linear, `${times.join(', ')} ms`).toBe(true);
  });
});
