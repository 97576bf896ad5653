import { chosen, set, type UnusualChange } from '../mutation.js';

export const unusual: readonly UnusualChange[] = [
  {
    code: 'last4_without_card',
    rule: 'last4-card',
    make: ({ payment: { method } }, pick) =>
      method === 'cash' || method === 'transfer' ? [set('payment.last4', chosen(['4242', '0000'], pick))] : [],
  },
];
