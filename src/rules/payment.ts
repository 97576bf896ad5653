import type { Rule } from '../pack/types.js';

/** Card digits go with card payments. */
export function last4WithCard(): Rule {
  return {
    id: 'last4-card',
    severity: 'warning',
    codes: ['last4_without_card'],
    summary: 'payment.last4 is sent with card payments only.',
    source: 'Service interface, payment: last4',
    reads: ['payment.method', 'payment.last4'],
    check: (run) => {
      const { method, last4 } = run.transaction.payment;
      if (last4 === undefined || method === 'card') return;
      run.report('payment.last4', 'last4_without_card', `payment.last4 was sent, but payment.method is ${method}`);
    },
  };
}
