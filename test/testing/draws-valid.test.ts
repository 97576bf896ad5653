import { describe } from 'vitest';
import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { drawsValid } from './under-law';

// Runs in `npm run check`. For the test packs, see laws.test.ts.
describe.each(packsUnderTest.map((pack) => [pack.id, pack] as const))('%s', (_, pack) => {
  drawsValid(pack, DRAWS);
});
