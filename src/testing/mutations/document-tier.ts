import { setTo, type Mutation } from '../mutation.js';

export const mutations: readonly Mutation[] = [
  setTo('documentTier', ['simplified_invoice', 'full_invoice'], 'unsupported_tier', { rule: 'document-tier' }),
];
