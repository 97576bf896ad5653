import { missing, set, type Mutation, type UnusualChange } from '../mutation.js';

export const mutations: readonly Mutation[] = [
  missing(['linkedTransaction'], {
    rule: 'linked-transaction',
    places: { type: ['refund', 'void', 'credit_note', 'exchange'] },
  }),
];

export const unusual: readonly UnusualChange[] = [
  {
    code: 'settled_void',
    rule: 'settled-void',
    make: ({ type }) => (type === 'void' ? [set('settled', true)] : []),
  },
];
