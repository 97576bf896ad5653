import { fieldPath } from '../../issues/field-path.js';
import type { Issue } from '../../issues/issue.js';
import { show } from '../../text/show.js';
import { issueAt } from '../completion-context.js';
import { localDate } from '../../calendar/dates.js';
import type { ParsedDocument } from './document.js';
import { isSucceeded, type Succession } from './succeeding-currency.js';

/** Reports an `originalTransactionId` that is not the id of the sale. */
export function idFault({ id }: ParsedDocument, named: unknown): Issue[] {
  if (id === undefined || named === undefined || named === id) return [];
  const message = `originalTransactionId is ${show(named)}, but the id of the sale is ${show(id)}.`;
  return [issueAt(['originalTransactionId'], 'original_mismatch', message, named, id)];
}

/**
 * Why a document is not a correction of a sale: it names another sale, or differs in business or currency.
 *
 * @param id id of the sale, if known
 * @param succession what replaced the currency of the sale
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
  // The old currency only while both were money, the new one from its first day.
  const isNew = succession !== undefined && isSucceeded(succession, document.timestamp);
  const isOld = succession === undefined || localDate(document.timestamp) <= succession.bothUntil;
  const currencies = [...(isOld ? [sale.currency] : []), ...(isNew ? [succession.code] : [])];
  if (!currencies.includes(document.currency))
    compare(['currency'], document.currency, currencies.at(-1)!, 'the currency');
  return issues;
}
