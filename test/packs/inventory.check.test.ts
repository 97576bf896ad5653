import { describe } from 'vitest';
import { casesOf } from '../support/cases';
import { packsUnderTest } from '../support/packs-under-test';
import { describeRules } from './inventory';

// Run by `npm run check`: every rule of every built-in pack has a firing and a silent case under its own law.
describe.each(packsUnderTest.map((pack) => [pack.id, pack] as const))('rules of %s', (_, pack) => {
  describeRules(pack, casesOf(pack));
});
