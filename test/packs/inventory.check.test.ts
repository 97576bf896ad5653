import { packs } from 'receipt-rule-packs/packs';
import { describe } from 'vitest';
import { casesOf } from '../support/cases';
import { describeRules } from './inventory';

// Run by `npm run check`: every rule of every built-in pack has a firing and a silent case under its own law.
describe.each(packs.map((pack) => [pack.id, pack] as const))('rules of %s', (_, pack) => {
  describeRules(pack, casesOf(pack));
});
