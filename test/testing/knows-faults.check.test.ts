import { describe } from 'vitest';
import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { knowsFaults } from './under-law';

// Run by `npm run check`; laws.test.ts has the test packs.
describe.each(packsUnderTest.map((pack) => [pack.id, pack] as const))('%s', (_, pack) => {
  knowsFaults(pack, DRAWS);
});
