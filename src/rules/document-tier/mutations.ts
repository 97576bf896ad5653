import { setTo, type Mutation } from '../../testing/mutation.js';

export const mutations: readonly Mutation[] = [
  setTo('documentTier', ['simplified_invoice', 'full_invoice'], 'unsupported_tier', { rule: 'document-tier' }),
];
