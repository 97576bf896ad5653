import { expect, it } from 'vitest';
import { expectExactly } from './support/declare-vectors.js';
import { allOfSweden } from './support/vectors.js';
import { visitor } from './support/visit.js';

const visit = visitor();

it('shows exactly the issues that the library reports for every vector of se-receipt-1', async () => {
  const all = allOfSweden();
  expect(all.length).toBeGreaterThan(500);
  await expectExactly(await visit(), all);
});
