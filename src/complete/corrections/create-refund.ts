import { isDate } from '../../calendar/dates.js';
import { isTimestamp } from '../../document/structure.generated.js';
import type { OriginalReceipt } from '../../document/types.generated.js';
import type { Shop } from '../../engine/shop.js';
import type { Issue } from '../../issues/issue.js';
import { show } from '../../text/show.js';
import { assertArgument } from '../../usage/assert.js';
import { assertShop, assertExpectation } from '../arguments.js';
import { completeDraft } from '../complete.js';
import { CompletionContext, defined, readElements, readFields } from '../completion-context.js';
import type { Completion, RefundInput, VoidInput, Expectation, ReturnInput } from '../types.js';
import { correct, itemsOf, COMMON_FIELDS, movedTo, refusal } from './correction.js';
import type { ParsedLine } from './document.js';
import { checkFees, feeItems } from './fees.js';
import type { RefundLedger } from './ledger.js';
import { readRefundLines } from './refund-lines.js';

/**
 * Creates a refund for a sale, or for parts of it, minus `fees` that the seller keeps. Figures are positive, and rates
 * are those of the sale. Partial refunds of a line, in any order, add up to exactly that line.
 *
 * Money is refunded to `tenders` or `payment`. By default, it goes to the sale's tenders, each up to the amount that
 * prior refunds have left. Cash comes last, and is rounded as the law in force requires. `expect` is compared with the
 * figures, as in `complete`.
 *
 * The result reports errors in the input as issues whose `field` is a path in the input, such as `priorCorrections[1]`
 * or `lines[0].quantity`. Refunding a line or amount twice causes `over_refund`. Refunds that you create concurrently
 * do not take each other into account: store one before you create the next.
 *
 * @param input `sale`: the document as stored, or as sent together with `originalTransactionId`; for an exchange, the
 * sold lines are refunded. `priorCorrections`: all corrections of the sale so far
 * @throws UsageError if `shop` is not a shop, the input is not an object, or `priorCorrections` is not an array;
 * `invalid_option` if `expect` is wrong
 * @example
 * const refund = createRefund(shop, {
 *   sale: stored, priorCorrections: [], lines: [{ line: 0, quantity: 1 }], reason: 'returned',
 *   receiptNumber: '2', timestamp: '2026-11-22T10:00:00+01:00', source: { platform: 'shop', externalId: '2' },
 * });
 */
export function createRefund(shop: Shop, input: RefundInput): Completion {
  return correct(shop, input, {
    type: 'refund',
    fields: ['lines', 'fees'],
    returned: 'lines',
    refundLines: (context, ledger, { lines, fees }) => {
      const count = context.issues.length;
      const refunded = readRefundLines(context, ledger, 'lines', lines);
      // If a line is wrong, the refund is unknown, and fees cannot exceed it.
      const isKnown = context.issues.length === count;
      checkFees(
        context,
        fees,
        isKnown ? { lines: refunded, pricesIncludeTax: ledger.sale.pricesIncludeTax } : undefined,
      );
      return refunded;
    },
    items: (sale, lines, { fees }) => [...itemsOf(sale, lines), ...feeItems(fees)],
  });
}

/**
 * Creates a void for a sale that never took place, with the lines of the sale, a total of 0, and `settled` false.
 *
 * @throws UsageError for the same reasons as `createRefund`
 * @example
 * createVoid(shop, { sale: stored, priorCorrections: [], reason: 'duplicate', receiptNumber, timestamp, source });
 */
export function createVoid(shop: Shop, input: VoidInput): Completion {
  return correct(shop, input, {
    type: 'void',
    fields: [],
    returned: 'sale',
    refundLines: allOf,
    items: itemsOf,
  });
}

function allOf(context: CompletionContext, ledger: RefundLedger): readonly ParsedLine[] {
  if (ledger.isUntouched) return ledger.sale.lines;
  const problem = 'refunded part of the sale, and only a whole sale can be voided';
  context.report(['priorCorrections'], 'over_refund', problem, undefined, []);
  return [];
}

const ORIGINAL = ['receiptNumber', 'date', 'place'];

/**
 * Creates a refund for goods whose sale is not in the service, because there is no receipt or the goods were bought
 * elsewhere. Its `originalTransactionId` is `none`, and the known details of the sale are stored in
 * `metadata.receiptExtra`. The rates are those in force on `original.date` or, if absent, on the day of the return.
 *
 * Figures are positive, as in `createRefund`. Cannot detect whether the goods have already been returned.
 *
 * @param input `lines`: the returned goods, as in a draft
 * @throws UsageError if `shop` is not a shop, or the input is not an object
 * @example
 * const refund = createReturn(shop, {
 *   lines: [{ name: 'Mug', unitPrice: 11900, taxRate: 19 }], currency: 'EUR', pricesIncludeTax: true,
 *   original: { receiptNumber: '17', date: '2026-11-02', place: 'Market stall' }, vendor: { id: 'biz_1' },
 *   receiptNumber: '2', timestamp: '2026-11-22T10:00:00+01:00', source: { platform: 'shop', externalId: '2' },
 *   payment: { method: 'cash' },
 * });
 */
export function createReturn(shop: Shop, input: ReturnInput): Completion {
  assertShop(shop);
  const given = readFields(input);
  assertArgument(given !== undefined, 'input', 'an object with lines, currency and pricesIncludeTax', input);
  const { maxIssues = Infinity } = shop.options;
  assertExpectation(given.expect);
  const { lines, currency, pricesIncludeTax, original, fees, reason, note, expect, ...rest } = given;
  const context = new CompletionContext({});
  // Defined inside the function, because a bundler keeps a constant with a spread even if createReturn is not used.
  context.checkFields([], given, ['lines', 'currency', 'pricesIncludeTax', 'original', 'fees', ...COMMON_FIELDS]);
  const known = readOriginal(context, original);
  checkFees(context, fees);
  if (!Array.isArray(lines)) context.reportWrong(['lines'], lines, 'string', 'invalid_type', 'an array of lines');
  const goods = readElements(lines, (line) => line) ?? [];
  const isSound = context.issues.length === 0;
  const own = defined(Object.fromEntries(COMMON_FIELDS.map((name) => [name, rest[name]])));
  const draft = defined({
    type: 'refund',
    ...own,
    currency,
    items: isSound ? [...goods, ...feeItems(fees)] : [],
    tax: defined({ pricesIncludeTax }),
    linkedTransaction: defined({ originalTransactionId: 'none', reason, note }),
  });
  if (!isSound) return refusal(draft, context.issues, maxIssues);
  const time = known.date === undefined ? rest.timestamp : `${known.date}T00:00:00Z`;
  const options = {
    ...(typeof time === 'string' && isTimestamp(time) && { original: { timestamp: time } }),
    expect: expect as Expectation | undefined,
    maxIssues: Infinity,
  };
  const result = completeDraft(shop, draft, options, { original: known, expectAt: 'expect' });
  if (result.valid) return result;
  const write = (issue: Issue): Issue => atInputField(issue, goods.length, fees !== undefined);
  return { ...result, issues: result.issues.map(write).slice(0, maxIssues) };
}

function readOriginal(context: CompletionContext, given: unknown): OriginalReceipt {
  if (given === undefined) return { kind: 'none' };
  const original = readFields(given);
  if (original === undefined) {
    context.reportType(['original'], 'invalid_type', 'an object with receiptNumber, date and place', given);
    return { kind: 'none' };
  }
  context.checkFields(['original'], original, ORIGINAL);
  for (const name of ORIGINAL) {
    const value = original[name];
    const isRight = name === 'date' ? isDate(value) : typeof value === 'string';
    if (value === undefined || isRight) continue;
    const wanted = name === 'date' ? 'a day as YYYY-MM-DD' : 'text';
    context.reportWrong(['original', name], value, 'string', 'invalid_value', wanted);
  }
  const found = defined(original);
  return { kind: Object.keys(found).length > 0 ? 'elsewhere' : 'none', ...found };
}

/** Moves an issue of the document to the input field that caused it. */
function atInputField(issue: Issue, count: number, hasFees: boolean): Issue {
  const [first, second, ...rest] = issue.path;
  if (issue.code === 'differs_from_source') return issue;
  if (first === 'items') {
    if (typeof second !== 'number') return movedTo(issue, ['lines']);
    return movedTo(issue, second < count ? ['lines', second, ...rest] : ['fees', second - count, ...rest]);
  }
  if (first === 'totals' && hasFees && issue.code === 'out_of_range')
    return { ...movedTo(issue, ['fees']), code: 'discount_exceeds_amount' };
  if (issue.field === 'totals.total' && issue.code === 'out_of_range')
    return {
      ...movedTo(issue, ['lines']),
      message: `lines cost ${show(issue.found)} in total. Returned quantities must be above 0.`,
    };
  if (first === 'tax' && second === 'pricesIncludeTax') return movedTo(issue, ['pricesIncludeTax']);
  if (first === 'linkedTransaction' && second !== undefined) return movedTo(issue, [second, ...rest]);
  return first === 'totals' || first === 'tax' ? movedTo(issue, ['lines']) : issue;
}
