import { expect, it } from 'vitest';
import { expectExactly } from './support/declare-vectors.js';
import { vectors } from './support/vectors.js';
import { visitor } from './support/visit.js';

const visit = visitor();

it('gives exactly what the library says of every vector of se-receipt-1', async () => {
  const all = vectors('se-');
  expect(all.length).toBeGreaterThan(500);
  await expectExactly(await visit({ without: ['codemirror'] }), all);
});
