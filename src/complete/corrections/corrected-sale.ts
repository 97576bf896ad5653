import type { Issue } from '../../issues/issue.js';
import { assertArgument } from '../../usage/assert-argument.js';
import { assertShop } from '../assert-shop.js';
import { copyElements, copyOf, issueAt, type Fields } from '../completion-context.js';
import { readDocument, type ParsedDocument } from './document.js';
import { idFault, originalFaults } from './original.js';
import { converted, isSucceeded, successionOf } from './succeeding-currency.js';
import type { RulePack } from '../../rule/types.js';

/** The input fields that say which sale is corrected. */
export const CORRECTED_SALE = ['sale', 'priorCorrections', 'originalTransactionId'] as const;

const LISTS = ['priorCorrections', 'lines', 'returned', 'sold'];

/**
 * Reads each field of the input once.
 *
 * @throws UsageError `invalid_argument`: without the prior corrections, goods could be refunded twice
 */
export function readInput(shop: unknown, input: unknown): Fields {
  assertShop(shop);
  let given: Fields | undefined;
  try {
    given = copyOf(input);
    for (const name of LISTS) {
      const list = given?.[name];
      if (Array.isArray(list)) given![name] = copyElements(list, (element) => element);
    }
  } catch {
    given = undefined; // a getter or a proxy throws
  }
  assertArgument(given !== undefined, 'input', 'an object with sale and priorCorrections', input);
  const { priorCorrections } = given;
  const wanted = 'the array of all corrections of the sale so far, [] if there is none';
  assertArgument(Array.isArray(priorCorrections), 'priorCorrections', wanted, priorCorrections);
  return given;
}

/** The parts of a sale and its corrections that could be read. */
export interface SaleHistory {
  /** Undefined if it cannot be corrected. */
  readonly sale: ParsedDocument | undefined;
  /** The readable ones. */
  readonly corrections: readonly ParsedDocument[];
  readonly faults: readonly Issue[];
}

/**
 * Reads a sale and its corrections, all in one currency: the one that succeeded that of the sale, if one of them is in it.
 *
 * @param timestamp of the correction that is made
 */
export function readCorrectedSale(
  { sale: given, priorCorrections, originalTransactionId: id }: Fields,
  pack: RulePack | undefined,
  timestamp?: unknown,
): SaleHistory {
  const faults: Issue[] = [];
  const sale = readDocument(given);
  if (sale === undefined) {
    const message = 'sale is not a valid transaction: pass the document as sent or as stored';
    faults.push(issueAt(['sale'], 'not_refundable', message, given));
  } else if (sale.type !== 'sale' && sale.type !== 'exchange') {
    const message = `sale.type is ${sale.type}, but only a sale or an exchange can be corrected.`;
    faults.push(issueAt(['sale', 'type'], 'not_refundable', message, sale.type, ['sale', 'exchange']));
  } else faults.push(...idFault(sale, id));
  const succession = sale && successionOf(pack, sale.currency);
  const corrections = (priorCorrections as unknown[]).flatMap((value, k) => {
    const correction = readDocument(value);
    const path = ['priorCorrections', k];
    if (correction === undefined) {
      const message = `priorCorrections[${k}] is not a valid transaction, so the amount already refunded is unknown.`;
      faults.push(issueAt(path, 'not_computable', message, value));
      return [];
    }
    // A return without a known sale is of no sale.
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
