import { describe } from 'vitest';
import { casesOf } from '../support/cases';
import { packsUnderTest } from '../support/packs-under-test';
import { describeRules } from './inventory';

// Every rule of every built-in pack has a positive and a negative case under its own law.
describe.each(packsUnderTest.map((pack) => [pack.id, pack] as const))('rules of %s', (_, pack) => {
  describeRules(pack, casesOf(pack));
});
