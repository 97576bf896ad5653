import type { Rule } from '../pack/types.js';

/** tax.jurisdictions is for the United States alone. */
export function noJurisdictions(): Rule {
  return {
    id: 'tax-jurisdictions',
    severity: 'error',
    codes: ['not_allowed'],
    summary: 'tax.jurisdictions is not used outside the United States.',
    source: 'Service interface, tax: jurisdictions',
    reads: ['tax'],
    check: (run) => {
      if (run.transaction.tax.jurisdictions === undefined) return;
      run.report('tax.jurisdictions', 'not_allowed', 'tax.jurisdictions is for the United States only: leave it out');
    },
  };
}
