import { fieldPath } from '../../field-path.js';
import type { Issue } from '../../issue.js';
import type { IssueCode } from '../../issue-codes.js';
import { show } from '../../show.js';
import type { SoundDocument } from './document.js';

/** Why a document is no correction of a sale: it names another one, or is of another business or currency. */
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

export function issueAt(
  path: readonly (string | number)[],
  code: IssueCode,
  message: string,
  found?: unknown,
  expected?: unknown,
): Issue {
  const issue: Issue = { field: fieldPath(path), path, code, message, severity: 'error' };
  if (found !== undefined) issue.found = found;
  if (expected !== undefined) issue.expected = expected;
  return issue;
}
