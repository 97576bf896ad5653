import type { Transaction } from '../../document/types.generated.js';
import type { Issue } from '../../issue.js';
import { fieldPath } from '../../field-path.js';
import { fieldsOf, issueAt } from '../work.js';
import { readDocument, returnedLines, soldLines, worthOf, type SoundDocument, type SoundLine } from './document.js';
import { Ledger, unitsLeft, unitsOf } from './ledger.js';
import { originalFaults } from './original.js';
import { quantityOf } from './part.js';

/**
 * Checks the corrections of a sale against it: they must name it, give back no more than was sold (of each line, of
 * each rate and in all), and use the rates of the sale. They are counted in the order of the list.
 *
 * `registry.validate` reports what is wrong with one document by itself. Whatever is passed, the result is a list. It
 * is empty if all is right.
 *
 * @param documents all corrections of the sale
 * @returns issues whose `field` begins with `documents[k].`. `line_not_found` is a warning: a credit by amount has
 * other lines than the sale, which count against their rate
 * @example
 * checkCorrections(sale, [refund, secondRefund]).map(({ field, code }) => `${field} ${code}`);
 * // ['documents[1].items[0].quantity over_refund']
 */
export function checkCorrections(sale: Transaction, documents: readonly Transaction[]): Issue[] {
  if (!Array.isArray(documents)) throw new TypeError('checkCorrections: documents must be an array of transactions');
  const original = readDocument(sale);
  const refundable = original !== undefined && (original.type === 'sale' || original.type === 'exchange');
  const ledger = refundable ? new Ledger(original) : undefined;
  return documents.flatMap((value: unknown, k) => {
    if (ledger === undefined) return notRefundable(k, original);
    const document = readDocument(value);
    if (document === undefined) {
      return issueAt(
        ['documents', k],
        'not_computable',
        `documents[${k}] is not a valid transaction: what it gives back is not known`,
      );
    }
    const faults = originalFaults(document, ledger.sale, ['documents', k]);
    return faults.length > 0 ? faults : check(ledger, k, document);
  });
}

function notRefundable(k: number, original: SoundDocument | undefined): Issue {
  const path = ['documents', k, 'linkedTransaction', 'originalTransactionId'];
  const what =
    original === undefined
      ? 'what it names is not a valid transaction'
      : `what it names is a ${original.type}, and only a sale or an exchange can be corrected`;
  return issueAt(path, 'not_refundable', `documents[${k}] corrects nothing: ${what}`, original?.type, [
    'sale',
    'exchange',
  ]);
}

function check(ledger: Ledger, k: number, document: SoundDocument): Issue[] {
  const lines = returnedLines(document);
  const issues = lines.flatMap((line) => {
    const fault = lineFault(ledger, ['documents', k, 'items', line.index], line, document.type);
    ledger.addLine(line);
    return fault ?? [];
  });
  ledger.returned += worthOf(document, lines);
  // If a line is wrong, so are its sums. They are not reported again.
  const isWrong = issues.some(({ severity }) => severity === 'error');
  return isWrong ? issues : [...issues, ...sumFaults(ledger, k, document, lines)];
}

function lineFault(
  ledger: Ledger,
  path: readonly (string | number)[],
  line: SoundLine,
  type: Transaction['type'],
): Issue | undefined {
  const pool = ledger.poolOf(line);
  if (pool === undefined) return unmatched(ledger, path, line, type);
  const rest = unitsLeft(pool);
  if (unitsOf(pool, line.quantity) <= rest) return undefined;
  const at = [...path, 'quantity'];
  const [found, expected] = [Math.abs(line.quantity), quantityOf(pool, unitsLeft(pool))];
  const message = `${fieldPath(at)} is ${found}, but ${expected} of ${quantityOf(pool, pool.sold.quantity)} are left`;
  return issueAt(at, 'over_refund', message, found, expected);
}

/**
 * A line that the sale does not have: another rate is a fault. A line with another price or name only counts against
 * its rate.
 */
function unmatched(
  ledger: Ledger,
  path: readonly (string | number)[],
  line: SoundLine,
  type: Transaction['type'],
): Issue | undefined {
  const sold = soldLines(ledger.sale);
  const alike = sold.filter(({ name, sku }) => (sku ?? name) === (line.sku ?? line.name));
  const candidates = alike.length > 0 ? alike : sold;
  if (!candidates.some(({ rate, category }) => rate === line.rate && category === line.category)) {
    const isRate = !candidates.some(({ rate }) => rate === line.rate);
    const at = [...path, isRate ? 'taxRate' : 'taxCategory'];
    const found = isRate ? line.rate : line.category;
    const expected = [...new Set(candidates.map(({ rate, category }) => (isRate ? rate : category)))];
    const message = `${fieldPath(at)} is ${found}, but the sale has ${expected.join(', ')}`;
    return issueAt(at, 'rate_differs_from_sale', message, found, expected.length === 1 ? expected[0] : expected);
  }
  if (alike.length > 0 || type === 'credit_note') return undefined;
  const message = `${fieldPath(path)} is no line of the sale: it counts against rate ${line.rate} alone`;
  return { ...issueAt(path, 'line_not_found', message), severity: 'warning' };
}

/** By rate. If every rate is right, in all. */
function sumFaults(ledger: Ledger, k: number, document: SoundDocument, lines: readonly SoundLine[]): Issue[] {
  const rates = ledger.rates.all.filter(({ rate, category, sold, returned }) => {
    const isOver = sold.amount < 0n ? returned.amount < sold.amount : returned.amount > sold.amount;
    return isOver && lines.some((line) => line.rate === rate && line.category === category);
  });
  const total = ['documents', k, 'totals', 'total'];
  if (rates.length === 0) {
    if (ledger.returned <= ledger.total) return [];
    const message = `${fieldPath(total)}: ${ledger.returned} is given back in all, but the sale was ${ledger.total}`;
    return [
      issueAt(total, 'over_refund', message, document.total, Number(ledger.total - ledger.returned) + document.total),
    ];
  }
  return rates.map(({ rate, category, sold, returned }) => {
    const summary = fieldsOf(document.root.tax)?.summary;
    const entries = Array.isArray(summary) ? (summary as unknown[]) : [];
    const j = entries.findIndex((entry) => fieldsOf(entry)?.rate === rate && fieldsOf(entry)?.category === category);
    const at = ['documents', k, 'tax', 'summary', ...(j < 0 ? [] : [j])];
    const message = `${fieldPath(at)}: ${returned.amount} of rate ${rate} and category ${category} is given back in all, but ${sold.amount} was sold`;
    return issueAt(at, 'over_refund', message, Number(returned.amount), Number(sold.amount));
  });
}
