import { setTo, type Mutation } from '../mutation.js';

export const mutations: readonly Mutation[] = [
  setTo('tax.jurisdictions', [[], [{ level: 'city', name: 'x', rate: 1, taxAmount: 0 }]], 'not_allowed', {
    rule: 'tax-jurisdictions',
  }),
];
