import { missing, type Mutation } from '../mutation.js';

export const mutations: readonly Mutation[] = [
  missing(['linkedTransaction'], {
    rule: 'linked-transaction',
    places: { type: ['refund', 'void', 'credit_note', 'exchange'] },
  }),
];
