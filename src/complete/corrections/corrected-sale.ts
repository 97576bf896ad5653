import { localDate } from '../../calendar/dates.js';
import type { Issue } from '../../issues/issue.js';
import type { RulePack } from '../../rule/types.js';
import { show } from '../../text/show.js';
import { assertArgument } from '../../usage/assert.js';
import { assertShop, assertExpectation } from '../arguments.js';
import { copyElements, copyOf, fieldsOf, issueAt, tried, type Fields } from '../completion-context.js';
import { readDocument, type ParsedDocument } from './document.js';
import { converted, isSucceeded, successionOf, type Succession } from './succeeding-currency.js';

/** Input fields that identify the sale to correct. */
export const CORRECTED_SALE = ['sale', 'priorCorrections', 'originalTransactionId'] as const;

const LISTS = ['priorCorrections', 'lines', 'returned', 'sold'];

/**
 * Copies the input, and reads each field only once.
 *
 * @throws UsageError `invalid_argument`; missing `priorCorrections` are an error too, because goods could otherwise be
 * refunded twice
 */
export function readInput(shop: unknown, input: unknown): Fields {
  assertShop(shop);
  const given = tried(() => {
    const fields = copyOf(input);
    for (const name of LISTS) {
      const list = fields?.[name];
      if (Array.isArray(list)) fields![name] = copyElements(list, (element) => element);
    }
    return fields;
  });
  assertArgument(given !== undefined, 'input', 'an object with sale and priorCorrections', input);
  const { priorCorrections } = given;
  const wanted = 'an array of all corrections of the sale so far ([] if there are none)';
  assertArgument(Array.isArray(priorCorrections), 'priorCorrections', wanted, priorCorrections);
  assertExpectation(given.expect);
  return given;
}

/** A sale and its corrections, as far as they could be read. */
export interface SaleHistory {
  /** Undefined if it could not be read. */
  readonly sale: ParsedDocument | undefined;
  /** Excludes unreadable corrections. */
  readonly corrections: readonly ParsedDocument[];
  readonly faults: readonly Issue[];
}

/** Describes a value that is not a document. A common mistake is to pass a completion, which contains a document. */
const notDocument = (value: unknown): string =>
  tried(() => fieldsOf(fieldsOf(value)?.transaction)) === undefined
    ? 'not a valid transaction'
    : 'a completion, not its transaction';

/**
 * Reads a sale and its corrections. If a correction is in the currency that replaced the sale's currency, converts all
 * documents to the new currency.
 *
 * @param timestamp the timestamp of the correction to create
 */
export function readCorrectedSale(
  { sale: given, priorCorrections, originalTransactionId: id }: Fields,
  pack: RulePack | undefined,
  timestamp?: unknown,
): SaleHistory {
  const faults: Issue[] = [];
  const sale = readDocument(given);
  if (sale === undefined) {
    const problem = `is ${notDocument(given)}: pass the document as sent or as stored`;
    faults.push(issueAt(['sale'], 'not_refundable', problem, given));
  } else if (sale.type !== 'sale' && sale.type !== 'exchange') {
    const problem = `is ${sale.type}, but only a sale or an exchange can be corrected`;
    faults.push(issueAt(['sale', 'type'], 'not_refundable', problem, sale.type, ['sale', 'exchange']));
  } else faults.push(...idFault(sale, id));
  const succession = sale && successionOf(pack, sale.currency);
  const corrections = (priorCorrections as unknown[]).flatMap((value, k) => {
    const correction = readDocument(value);
    const path = ['priorCorrections', k];
    if (correction === undefined) {
      const problem = `is ${notDocument(value)}, so the amount already refunded is unknown`;
      faults.push(issueAt(path, 'not_computable', problem, value));
      return [];
    }
    // Ignores returns whose sale is unknown.
    if (correction.originalTransactionId === 'none') return [];
    if (sale !== undefined) faults.push(...originalFaults(correction, sale, sale.id ?? id, path, succession));
    return [correction];
  });
  const isLater =
    succession !== undefined &&
    (isSucceeded(succession, timestamp) || corrections.some(({ currency }) => currency === succession.code));
  if (sale === undefined || !isLater) return { sale, corrections, faults };
  const convert = (document: ParsedDocument): ParsedDocument => converted(document, succession);
  return { sale: convert(sale), corrections: corrections.map(convert), faults };
}

/** Reports an `originalTransactionId` that differs from the sale's id. */
function idFault({ id }: ParsedDocument, named: unknown): Issue[] {
  if (id === undefined || named === undefined || named === id) return [];
  const problem = `is ${show(named)}, but the id of the sale is ${show(id)}`;
  return [issueAt(['originalTransactionId'], 'original_mismatch', problem, named, id)];
}

/**
 * Reports why a document does not correct a sale: it refers to another sale, or has a different vendor or currency.
 *
 * @param id the sale's id, if known
 * @param succession the currency that replaced the sale's, if any
 */
function originalFaults(
  document: ParsedDocument,
  sale: ParsedDocument,
  id: unknown,
  path: readonly (string | number)[],
  succession?: Succession,
): Issue[] {
  const issues: Issue[] = [];
  const compare = (inside: readonly string[], found: string | undefined, expected: string, of: string): void => {
    if (found === expected) return;
    const problem = `is ${show(found)}, but ${of} of the sale is ${show(expected)}`;
    issues.push(issueAt([...path, ...inside], 'original_mismatch', problem, found, expected));
  };
  if (document.type === 'sale') {
    const corrections = ['refund', 'credit_note', 'void', 'exchange'];
    const problem = 'is sale, not a correction';
    issues.push(issueAt([...path, 'type'], 'original_mismatch', problem, 'sale', corrections));
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
