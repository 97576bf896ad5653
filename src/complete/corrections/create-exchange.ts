import type { Shop } from '../../engine/shop.js';
import type { Issue } from '../../issues/issue.js';
import { assertArgument } from '../../usage/assert.js';
import { assertShop } from '../arguments.js';
import { type Fields, CompletionContext, readElements, readFields } from '../completion-context.js';
import type {
  Completion,
  DraftLine,
  ExchangeInput,
  ExchangesInput,
  ExchangesResult,
  UnsignedTransaction,
} from '../types.js';
import { CORRECTED_SALE } from './corrected-sale.js';
import { correct, itemsOf, type CorrectionPlan, movedTo, refusal } from './correction.js';
import { negated } from './document.js';
import { setOffOf } from './give-back.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Creates an exchange, with negative lines for the returned goods and positive lines for the goods sold instead. The
 * total is the difference, which can have either sign, and is rounded if paid in cash.
 *
 * @throws UsageError for the same reasons as `createRefund`
 * @example
 * createExchange(shop, {
 *   sale: stored, priorCorrections: [], returned: [{ line: 0, quantity: 1 }],
 *   sold: [{ name: 'Mug, blue', unitPrice: 12900, taxRate: 19 }], receiptNumber, timestamp, source,
 * });
 */
export function createExchange(shop: Shop, input: ExchangeInput): Completion {
  return correct(shop, input, EXCHANGE);
}

/** The correction plan for exchanges. */
const EXCHANGE: CorrectionPlan = {
  type: 'exchange',
  fields: ['returned', 'sold'],
  returned: 'returned',
  refundLines: (context, ledger, { returned, sold }) => {
    checkSold(context, sold);
    return readRefundLines(context, ledger, 'returned', returned);
  },
  items: (sale, lines, { sold }) => [...itemsOf(sale, lines.map(negated)), ...(sold as DraftLine[])],
};

function checkSold(context: CompletionContext, sold: Fields[string]): void {
  if (!Array.isArray(sold)) context.reportWrong(['sold'], sold, 'string', 'invalid_type', 'an array of lines');
  else if (sold.length === 0) context.report(['sold'], 'too_few_items', 'is empty. Send a line, or create a refund');
}

const REFUND: CorrectionPlan = {
  type: 'refund',
  fields: ['returned'],
  returned: 'returned',
  refundLines: (context, ledger, { returned }) => readRefundLines(context, ledger, 'returned', returned),
  items: itemsOf,
};

/** Fields that belong to `sales[k]`, not to `documents[k]`. */
const OF_SALE: readonly unknown[] = [...CORRECTED_SALE, 'returned'];

/**
 * Exchanges goods from several sales at once. Because a document refers to only one sale, each sale except the last
 * gets a refund, and the last gets an exchange with the goods sold. The refunds are not paid out: their tender `set
 * off` pays for the exchange.
 *
 * Send all documents, or none: `valid` is true only if every document is valid. The `field` of an issue begins with
 * `sales[k]`, `documents[k]` or `sold[k]`.
 *
 * @throws UsageError for the same reasons as `createRefund`, and if `documents` does not have one element per sale
 * @example
 * const { valid, completions } = createExchanges(shop, {
 *   sales: [{ sale: mug, priorCorrections: [], returned: 'all' }, { sale: bowl, priorCorrections: [], returned: 'all'
 * }],
 *   sold: [{ name: 'Vase', unitPrice: 29900, taxRate: 19 }],
 *   documents: [{ receiptNumber: '2', timestamp, source }, { receiptNumber: '3', timestamp, source }],
 * });
 */
export function createExchanges(shop: Shop, input: ExchangesInput): ExchangesResult {
  assertShop(shop);
  const given = readFields(input);
  assertArgument(given !== undefined, 'input', 'an object with sales, sold and documents', input);
  const sales = elementsIn(given.sales);
  assertArgument(sales.length > 0, 'sales', 'a non-empty array of sales', given.sales);
  const documents = elementsIn(given.documents);
  const wanted = 'an array with one element per sale';
  assertArgument(documents.length === sales.length, 'documents', wanted, given.documents);
  const context = new CompletionContext({});
  context.checkFields([], given, ['sales', 'sold', 'documents']);
  const made: (UnsignedTransaction | undefined)[] = [];
  const end = sales.length - 1;
  const completions = sales.map((sale, i): Completion => {
    const { priorCorrections, originalTransactionId = readFields(sale.sale)?.id } = sale;
    assertArgument(Array.isArray(priorCorrections), `sales[${i}].priorCorrections`, 'an array', priorCorrections);
    // The refunds that this call has created for the same sale are prior corrections too.
    const same = made.filter((one) => one?.linkedTransaction?.originalTransactionId === originalTransactionId);
    const own: Fields = { ...documents[i], ...sale, priorCorrections: [...(priorCorrections as unknown[]), ...same] };
    if (i === end) own.sold = given.sold;
    else {
      for (const name of ['payment', 'tenders'].filter((one) => own[one] !== undefined)) {
        context.report(['documents', i, name], 'not_allowed', 'must be omitted: the refund is set off');
      }
      Object.assign(own, { payment: undefined, tenders: [setOffOf(undefined)] });
    }
    const setOff = made.reduce((sum, one) => sum + (one?.totals.total ?? 0), 0);
    const result = i === end ? correct(shop, own, EXCHANGE, setOff) : correct(shop, own, REFUND);
    // An unsigned document has its final figures, so it is a prior correction too.
    const document = result.valid ? result.transaction : result.unsigned;
    made.push(document);
    if (i < end && document === undefined)
      context.report(['sales', i], 'not_computable', 'cannot be refunded, so nothing is set off');
    return { ...result, issues: result.issues.map((issue) => atInputField(issue, i)) } as Completion;
  });
  const last = completions[end]!;
  const currency = made[end]?.currency;
  made.forEach((one, i) => {
    if (one === undefined || currency === undefined || one.currency === currency) return;
    const problem = `is refunded in ${one.currency}, but the last sale is in ${currency}. Split the exchange`;
    context.report(['sales', i], 'original_mismatch', problem, one.currency, currency);
  });
  if (context.issues.length > 0) {
    const document = last.valid ? last.transaction : last.document;
    completions[end] = refusal(document, [...context.issues, ...last.issues], shop.options.maxIssues ?? Infinity);
  }
  return { valid: completions.every(({ valid }) => valid), completions } as ExchangesResult;
}

function atInputField(issue: Issue, i: number): Issue {
  const { path, code } = issue;
  const [first] = path;
  if (first === 'sold' || code === 'differs_from_source') return issue;
  return movedTo(issue, [OF_SALE.includes(first) ? 'sales' : 'documents', i, ...path]);
}

/** The objects in an array. Any other element becomes an empty object. */
const elementsIn = (value: unknown): Fields[] => readElements(value, (element) => readFields(element) ?? {}) ?? [];
