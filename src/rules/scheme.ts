import type { Transaction } from '../document/types.generated.js';
import type { Rule } from '../pack/types.js';

type Scheme = Transaction['tax']['scheme'];

/** tax.scheme is one of the pack's. */
export function allowedScheme(schemes: readonly Scheme[], source: string): Rule {
  return {
    id: 'tax-scheme',
    severity: 'error',
    codes: ['tax.scheme/scheme_not_allowed'],
    summary: `tax.scheme is ${schemes.join(' or ')}.`,
    source,
    reads: ['tax.scheme'],
    check: (run) => {
      const { scheme } = run.transaction.tax;
      if (schemes.includes(scheme)) return;
      run.report(
        'tax.scheme',
        'tax.scheme/scheme_not_allowed',
        `tax.scheme is ${scheme}, but must be ${schemes.join(' or ')}`,
      );
    },
  };
}
