import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

/** Checks that documentTier is not one of the reserved invoice tiers. */
export function acceptedTier(): Rule[] {
  return [
    {
      id: 'document-tier',
      severity: 'error',
      codes: ['unsupported_tier'],
      source: 'Service interface, transaction document: documentTier',
      reads: ['documentTier'],
      check: (run) => {
        const tier = run.transaction.documentTier;
        if (tier === undefined || tier === 'receipt') return;
        run.report(
          'documentTier',
          'unsupported_tier',
          () => `documentTier "${tier}" is reserved and not accepted yet. Send "receipt" or omit it.`,
          { found: tier, expected: 'receipt' },
        );
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'document-tier': 'documentTier is receipt.',
};
