import { fieldPath } from '../../issues/field-path.js';
import type { Issue } from '../../issues/issue.js';
import { show } from '../../text/show.js';
import { issueAt } from '../completion-context.js';
import { localDate } from '../../calendar/dates.js';
import type { ParsedDocument } from './document.js';
import { isSucceeded, type Succession } from './succeeding-currency.js';

/** Reports an `originalTransactionId` that differs from the id of the sale. */
export function idFault({ id }: ParsedDocument, named: unknown): Issue[] {
  if (id === undefined || named === undefined || named === id) return [];
  const message = `originalTransactionId is ${show(named)}, but the id of the sale is ${show(id)}.`;
  return [issueAt(['originalTransactionId'], 'original_mismatch', message, named, id)];
}

/**
 * Reports why a document does not correct a sale: it refers to another sale, or has a different vendor or currency.
 *
 * @param id the id of the sale, if known
 * @param succession the currency that replaced the sale's, if any
 */
export function originalFaults(
  document: ParsedDocument,
  sale: ParsedDocument,
  id: unknown,
  path: readonly (string | number)[],
  succession?: Succession,
): Issue[] {
  const issues: Issue[] = [];
  const compare = (inside: readonly string[], found: string | undefined, expected: string, of: string): void => {
    if (found === expected) return;
    const at = [...path, ...inside];
    issues.push(
      issueAt(
        at,
        'original_mismatch',
        `${fieldPath(at)} is ${show(found)}, but ${of} of the sale is ${show(expected)}.`,
        found,
        expected,
      ),
    );
  };
  if (document.type === 'sale') {
    const at = [...path, 'type'];
    issues.push(
      issueAt(at, 'original_mismatch', `${fieldPath(at)} is sale, which is not a correction.`, 'sale', [
        'refund',
        'credit_note',
        'void',
        'exchange',
      ]),
    );
  } else if (typeof id === 'string') {
    compare(['linkedTransaction', 'originalTransactionId'], document.originalTransactionId, id, 'the id');
  }
  compare(['vendor', 'id'], document.vendorId, sale.vendorId, 'the vendor');
  // The old currency is allowed only while both were in circulation; the new one is allowed from its first day.
  const isNew = succession !== undefined && isSucceeded(succession, document.timestamp);
  const isOld = succession === undefined || localDate(document.timestamp) <= succession.bothUntil;
  const currencies = [...(isOld ? [sale.currency] : []), ...(isNew ? [succession.code] : [])];
  if (!currencies.includes(document.currency))
    compare(['currency'], document.currency, currencies.at(-1)!, 'the currency');
  return issues;
}
