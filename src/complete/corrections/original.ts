import { fieldPath } from '../../field-path.js';
import type { Issue } from '../../issue.js';
import { show } from '../../show.js';
import { issueAt } from '../work.js';
import type { SoundDocument } from './document.js';

/** Why a document is not a correction of a sale: it names another sale, or has another business or currency. */
export function originalFaults(
  document: SoundDocument,
  sale: SoundDocument,
  path: readonly (string | number)[],
): Issue[] {
  const issues: Issue[] = [];
  const compare = (inside: readonly string[], found: string | undefined, expected: string, of: string): void => {
    if (found === expected) return;
    const at = [...path, ...inside];
    issues.push(
      issueAt(
        at,
        'original_mismatch',
        `${fieldPath(at)} is ${show(found)}, but ${of} of the sale is ${show(expected)}`,
        found,
        expected,
      ),
    );
  };
  if (document.type === 'sale') {
    const at = [...path, 'type'];
    issues.push(
      issueAt(at, 'original_mismatch', `${fieldPath(at)} is sale: a sale corrects nothing`, 'sale', [
        'refund',
        'credit_note',
        'void',
        'exchange',
      ]),
    );
  } else if (sale.id !== undefined) {
    compare(['linkedTransaction', 'originalTransactionId'], document.originalTransactionId, sale.id, 'the id');
  }
  compare(['vendor', 'id'], document.vendorId, sale.vendorId, 'the vendor');
  compare(['currency'], document.currency, sale.currency, 'the currency');
  return issues;
}
