import { isDate } from '../../calendar/dates.js';
import { isTimestamp } from '../../document/structure.generated.js';
import { fieldPath } from '../../issues/field-path.js';
import type { Issue } from '../../issues/issue.js';
import type { Shop } from '../../engine/shop.js';
import { assertArgument } from '../../usage/assert-argument.js';
import { assertShop } from '../assert-shop.js';
import { completeDraft } from '../complete.js';
import type { Completion, ReturnInput } from '../types.js';
import { CompletionContext, copyElements, copyOf, defined, type Fields } from '../completion-context.js';
import { COMMON_FIELDS, movedTo, refusal } from './correction.js';
import { checkFees, feeItems } from './fees.js';

const FIELDS = ['lines', 'currency', 'pricesIncludeTax', 'original', 'fees', ...COMMON_FIELDS];
const ORIGINAL = ['receiptNumber', 'date', 'place'];

/**
 * Makes the refund of goods whose sale is not in the service: there is no receipt, or it is elsewhere. Its
 * `originalTransactionId` is `none`; what is known of the sale is kept in `metadata.receiptExtra`. Rates are those of
 * `original.date`, or else of the day of the return.
 *
 * Figures are positive, as in `createRefund`. Nobody can say whether the goods came back before.
 *
 * @param input `lines`: the goods as in a draft
 * @throws UsageError for a value that is not a shop, or an input that is not an object
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
  let given: Fields | undefined;
  try {
    given = copyOf(input);
    if (Array.isArray(given?.lines)) given.lines = copyElements(given.lines, (line) => line);
  } catch {
    given = undefined; // a getter or a proxy throws
  }
  assertArgument(given !== undefined, 'input', 'an object with lines, currency and pricesIncludeTax', input);
  const { maxIssues = Infinity } = shop.options;
  const { lines, currency, pricesIncludeTax, original, fees, reason, note, metadata, ...rest } = given;
  const context = new CompletionContext({});
  context.checkFields([], given, FIELDS);
  const known = readOriginal(context, original);
  checkFees(context, fees);
  const extra = { v: 1, original: known };
  if (!Array.isArray(lines))
    context.reportType(['lines'], lines === undefined ? 'required' : 'invalid_type', 'an array of lines', lines);
  const goods = Array.isArray(lines) ? (lines as unknown[]) : [];
  const isSound = context.issues.length === 0;
  const own = defined(Object.fromEntries(COMMON_FIELDS.map((name) => [name, rest[name]])));
  const draft = defined({
    type: 'refund',
    ...own,
    currency,
    metadata: withExtra(context, metadata, extra),
    items: isSound ? [...goods, ...feeItems(fees)] : [],
    tax: defined({ pricesIncludeTax }),
    linkedTransaction: defined({ originalTransactionId: 'none', reason, note }),
  });
  const time = known.date === undefined || !isSound ? rest.timestamp : `${known.date as string}T00:00:00Z`;
  const options = {
    ...(typeof time === 'string' && isTimestamp(time) && { original: { timestamp: time } }),
    maxIssues: Infinity,
  };
  const result = completeDraft(shop, draft, options);
  if (context.issues.length === 0 && result.valid) return result;
  const write = (issue: Issue): Issue => atInputField(issue, goods.length, fees !== undefined);
  const issues = [...context.issues, ...result.issues.map(write)];
  return isSound && context.issues.length === 0
    ? ({ ...result, issues: issues.slice(0, maxIssues) } as Completion)
    : refusal(draft, context.issues, maxIssues);
}

function readOriginal(context: CompletionContext, given: unknown): Fields {
  if (given === undefined) return { kind: 'none' };
  let original: Fields | undefined;
  try {
    original = copyOf(given);
  } catch {
    // A getter throws.
  }
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
    context.reportType(['original', name], typeof value === 'string' ? 'invalid_value' : 'invalid_type', wanted, value);
  }
  const found = defined(original);
  return { kind: Object.keys(found).length > 0 ? 'elsewhere' : 'none', ...found };
}

function withExtra(context: CompletionContext, metadata: unknown, extra: Fields): unknown {
  if (metadata === undefined) return { receiptExtra: extra };
  let own: Fields | undefined;
  try {
    own = copyOf(metadata);
  } catch {
    // A getter throws; the shop reports what is no object.
  }
  if (own?.receiptExtra !== undefined) {
    const path = ['metadata', 'receiptExtra'];
    context.report(path, 'not_allowed', `${fieldPath(path)} is written from original. Leave it out.`);
  }
  return own === undefined ? metadata : { ...own, receiptExtra: extra };
}

/** Moves an issue of the document to the input field that caused it. */
function atInputField(issue: Issue, count: number, hasFees: boolean): Issue {
  const [first, second, ...rest] = issue.path;
  if (first === 'items') {
    if (typeof second !== 'number') return movedTo(issue, ['lines']);
    return movedTo(issue, second < count ? ['lines', second, ...rest] : ['fees', second - count, ...rest]);
  }
  if (first === 'totals' && hasFees && issue.code === 'out_of_range')
    return { ...movedTo(issue, ['fees']), code: 'discount_exceeds_amount' };
  if (first === 'tax' && second === 'pricesIncludeTax') return movedTo(issue, ['pricesIncludeTax']);
  if (first === 'linkedTransaction' && second !== undefined) return movedTo(issue, [second, ...rest]);
  return first === 'totals' || first === 'tax' ? movedTo(issue, ['lines']) : issue;
}
