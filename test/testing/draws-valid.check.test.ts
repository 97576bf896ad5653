import { describe } from 'vitest';
import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { testPacks } from '../support/test-packs';
import { drawsValid } from './under-law';

// Run by `npm run check`; the test packs alone, with fewer draws, by `npm test`.
describe.each([...packsUnderTest, ...testPacks].map((pack) => [pack.id, pack] as const))('%s', (_, pack) => {
  drawsValid(pack, DRAWS);
});
