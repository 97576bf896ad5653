import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

/** Warns about card digits on cash or transfer payments. Mobile payments and other tenders may use a card. */
export function last4WithCard(): Rule[] {
  return [
    {
      id: 'last4-card',
      severity: 'warning',
      codes: ['last4_without_card'],
      source: 'Service interface, payment: last4',
      reads: ['payment.method', 'payment.last4'],
      check: (run) => {
        const { method, last4 } = run.transaction.payment;
        if (last4 === undefined || (method !== 'cash' && method !== 'transfer')) return;
        const message = (): string =>
          `payment.last4 is set, but payment.method is ${method}. Omit last4 or send "card".`;
        run.report('payment.last4', 'last4_without_card', message, { found: last4 });
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'last4-card': 'payment.last4 is not sent with cash or transfers.',
};
