import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

/** Checks that a correction names the original sale, and that a void is not settled. */
export function corrections(): Rule[] {
  return [
    {
      id: 'settled-void',
      severity: 'warning',
      codes: ['settled_void'],
      source: 'Service interface, transaction document: settled',
      reads: ['type', 'settled'],
      check: (run) => {
        const { type, settled } = run.transaction;
        if (type !== 'void' || !settled) return;
        const message = 'settled is true, but a void is never settled. Send false.';
        run.report('settled', 'settled_void', message, { found: true, expected: false });
      },
    },
    {
      id: 'linked-transaction',
      severity: 'error',
      codes: ['required'],
      source: 'Service interface, transaction document: linkedTransaction',
      reads: ['type', 'linkedTransaction'],
      check: (run) => {
        const { type, linkedTransaction } = run.transaction;
        if (type === 'sale' || linkedTransaction !== undefined) return;
        const article = type === 'exchange' ? 'an' : 'a';
        const message = (): string =>
          `linkedTransaction is required for ${article} ${type.replace('_', ' ')}. Put the id of the original sale in originalTransactionId.`;
        run.report('linkedTransaction', 'required', message);
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'linked-transaction': 'A refund, credit note, exchange or void names the original sale in linkedTransaction.',
  'settled-void': 'Voids are not settled.',
};
