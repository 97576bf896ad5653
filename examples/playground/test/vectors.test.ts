import { expect, it } from 'vitest';
import { expectExactly } from './support/declare-vectors.js';
import { vectors } from './support/vectors.js';
import { visitor } from './support/visit.js';

const visit = visitor();

it('gives exactly what the library says of vectors of every pack', async () => {
  const all = vectors();
  const some = all.filter((_, i) => i % Math.ceil(all.length / 60) === 0);
  expect(some.length).toBeGreaterThan(40);
  await expectExactly(await visit(), some);
});
