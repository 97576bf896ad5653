import { isTimestamp } from '../../document/structure.generated.js';
import type { Transaction } from '../../document/types.generated.js';
import { fieldPath } from '../../issues/field-path.js';
import type { Issue } from '../../issues/issue.js';
import { show } from '../../text/show.js';
import type { DocumentOptions, Shop } from '../../engine/shop.js';
import { failed, failedWith } from '../../engine/validate.js';
import { completeDraft } from '../complete.js';
import { shares } from '../allocate.js';
import type { Completion, CorrectionFields, DraftLine } from '../types.js';
import { copyOf, defined, fieldsOf, figure, CompletionContext, type Fields } from '../completion-context.js';
import { CORRECTED_SALE, readCorrectedSale, readInput } from './corrected-sale.js';
import { signOf, valueOf, type ParsedDocument, type ParsedLine } from './document.js';
import { RefundLedger } from './ledger.js';
import { payable } from './succeeding-currency.js';

/** What is specific to one type of correction. */
export interface CorrectionPlan {
  readonly type: Exclude<Transaction['type'], 'sale'>;
  /** The input fields that only this type has. */
  readonly fields: readonly string[];
  /** The input field that says what is returned, for issues. */
  readonly returned: string;
  /** The returned lines, with the signs of the sale. Reports faults. */
  readonly refundLines: (context: CompletionContext, ledger: RefundLedger, given: Fields) => readonly ParsedLine[];
  /** Makes the lines of the document from the returned lines. */
  readonly items: (sale: ParsedDocument, lines: readonly ParsedLine[], given: Fields) => readonly DraftLine[];
}

/** The input fields of all corrections, in addition to the sale and what is returned. */
export const COMMON_FIELDS = [
  'receiptNumber',
  'timestamp',
  'source',
  'payment',
  'extensions',
  'metadata',
  'reason',
  'note',
  'vendor',
  'customer',
  'locale',
  'channel',
] as const satisfies readonly (keyof CorrectionFields)[];

/**
 * Makes a correction of a sale. Keeps the rates of the sale, whatever the law says on the day of the correction.
 */
export function correct(shop: Shop, input: unknown, plan: CorrectionPlan): Completion {
  const given = readInput(shop, input);
  const { maxIssues = Infinity } = shop.options;
  const { sale, corrections, faults } = readCorrectedSale(given, shop.pack, given.timestamp);
  // Without a document there is nothing else to report.
  const blocking = faults.filter(isBlocking);
  if (sale === undefined || blocking.length > 0) return refusal(undefined, blocking, maxIssues);
  const context = new CompletionContext({});
  context.issues.push(...faults);
  context.checkFields([], given, [...CORRECTED_SALE, ...COMMON_FIELDS, ...plan.fields]);
  if (given.vendor !== undefined) given.vendor = vendorOf(context, given.vendor, sale);
  const lines = faults.length > 0 ? [] : readReturned(context, ledgerOf(sale, corrections), given, plan);
  const isSound = context.issues.length === 0;
  const draft = documentOf(plan.type, sale, given, isSound ? plan.items(sale, lines, given) : []);
  if (isSound) {
    addJurisdictions(draft, sale, lines, plan.type);
    addKeys(draft, lines);
  }
  const result = completeDraft(shop, draft, { original: originalOf(sale), maxIssues: Infinity });
  if (isSound && result.valid) return result;
  const write = (issue: Issue): Issue => atInputField(issue, given, lines, plan);
  if (isSound) return { ...result, issues: result.issues.map(write).slice(0, maxIssues) } as Completion;
  return refusal(draft, [...context.issues, ...result.issues.filter(isOfFields).map(write)], maxIssues);
}

function ledgerOf(sale: ParsedDocument, corrections: readonly ParsedDocument[]): RefundLedger {
  const ledger = new RefundLedger(sale, corrections);
  for (const correction of corrections) ledger.addCorrection(correction);
  return ledger;
}

function readReturned(
  context: CompletionContext,
  ledger: RefundLedger,
  given: Fields,
  { refundLines, returned }: CorrectionPlan,
): readonly ParsedLine[] {
  const found = refundLines(context, ledger, given);
  const lines = ledger.sale.isConverted ? found.flatMap(payable) : found;
  const goods = lines.filter((line) => signOf(line) > 0);
  const value = valueOf(goods, ledger.sale.pricesIncludeTax);
  const rest = ledger.total - ledger.returned;
  if (context.issues.length === 0 && value > 0n && value > rest) {
    const message = `The refund of ${returned} is ${value}, but only ${rest} of the sale can still be refunded.`;
    context.report([returned], 'over_refund', message, Number(value), Number(rest));
  }
  return lines;
}

function documentOf(
  type: Transaction['type'],
  { root, id, currency }: ParsedDocument,
  given: Fields,
  items: readonly DraftLine[],
): Fields {
  const tax = fieldsOf(root.tax);
  const vendor = fieldsOf(root.vendor);
  const { receiptNumber, timestamp, source, payment, extensions, metadata, reason, note } = given;
  // An input that names another sale has been reported already.
  const originalTransactionId = id ?? given.originalTransactionId;
  return defined({
    type,
    settled: type !== 'void',
    receiptNumber,
    timestamp,
    currency,
    locale: given.locale ?? root.locale,
    metadata,
    vendor: given.vendor ?? (vendor && defined({ id: vendor.id, locationName: vendor.locationName })),
    items,
    tax:
      tax && defined({ scheme: tax.scheme, pricesIncludeTax: tax.pricesIncludeTax, reverseCharge: tax.reverseCharge }),
    payment: payment ?? root.payment,
    source,
    customer: given.customer ?? root.customer,
    linkedTransaction: defined({ originalTransactionId, reason, note }),
    extensions,
    channel: given.channel ?? root.channel,
  });
}

/** The store that corrects: another one of the same business. */
function vendorOf(context: CompletionContext, given: unknown, { vendorId }: ParsedDocument): unknown {
  let own: Fields | undefined;
  try {
    own = copyOf(given);
  } catch {
    // A getter throws; the shop reports what is no object.
  }
  if (own === undefined) return typeof given === 'object' ? null : given;
  const { id = vendorId } = own;
  if (id !== vendorId) {
    const message = `vendor.id is ${show(id)}, but the vendor of the sale is ${show(vendorId)}.`;
    context.report(['vendor', 'id'], 'original_mismatch', message, id, vendorId);
  }
  return { ...own, id };
}

/** Keeps the keys of returned lines, so that later corrections know which lines came back. */
function addKeys(draft: Fields, lines: readonly ParsedLine[]): void {
  if (lines.every(({ key }) => key === undefined)) return;
  const { length } = draft.items as unknown[];
  const keys = Array.from({ length }, (_, i) => (lines[i]?.key === undefined ? null : { key: lines[i].key }));
  const metadata = draft.metadata ?? {};
  if (fieldsOf(metadata)?.receiptExtra !== undefined || typeof metadata !== 'object') return;
  draft.metadata = { ...metadata, receiptExtra: { v: 1, lines: keys } };
}

/** The returned tax, shared in proportion to the shares of the jurisdictions in the sale. */
function addJurisdictions(
  draft: Fields,
  sale: ParsedDocument,
  lines: readonly ParsedLine[],
  type: Transaction['type'],
): void {
  const tax = fieldsOf(sale.root.tax);
  const list = Array.isArray(tax?.jurisdictions) ? tax.jurisdictions.map((entry) => fieldsOf(entry) ?? {}) : [];
  const weights = list.map((entry) => figure(entry.taxAmount) ?? -1);
  const isShared = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
  // The lines sold in an exchange have their own tax.
  if (!isShared || type === 'exchange') return;
  const sum = lines.reduce((all, { taxAmount }) => all + taxAmount, 0);
  if (!Number.isSafeInteger(sum)) return;
  const parts = shares(sum, weights);
  (draft.tax as Fields).jurisdictions = list.map((entry, i) => ({ ...entry, taxAmount: parts[i] }));
}

const originalOf = ({ timestamp }: ParsedDocument): DocumentOptions['original'] =>
  isTimestamp(timestamp) ? { timestamp } : undefined;

/** The fields that the document takes from the sale; the payment only if the input has none. */
const OF_SALE: readonly unknown[] = ['currency', 'locale', 'vendor', 'customer', 'channel', 'payment'];
/** The figures computed from the lines. */
const SUMS: readonly unknown[] = ['summary', undefined];

/** Moves an issue of the document to the input field that caused it. */
function atInputField(
  issue: Issue,
  given: Fields,
  lines: readonly ParsedLine[],
  { type, returned }: CorrectionPlan,
): Issue {
  const { path } = issue;
  const [first, second, ...rest] = path;
  if (first === 'linkedTransaction')
    return movedTo(issue, second === undefined ? ['originalTransactionId'] : path.slice(1));
  if (first === 'items' && typeof second === 'number') {
    const line = lines[second];
    if (line === undefined) return movedTo(issue, ['sold', second - lines.length, ...rest]);
    // A line for an amount of a rate is not a line of the sale.
    return movedTo(issue, line.index < 0 ? [returned] : ['sale', 'items', line.index, ...rest]);
  }
  const isSum = first === 'items' || first === 'totals' || (first === 'tax' && SUMS.includes(second));
  if (isSum) return movedTo(issue, [type === 'exchange' ? 'sold' : returned]);
  const isOfSale = first === 'tax' || (OF_SALE.includes(first) && given[first as string] === undefined);
  return isOfSale ? movedTo(issue, ['sale', ...path]) : issue;
}

export function movedTo(issue: Issue, path: readonly (string | number)[]): Issue {
  const field = fieldPath(path);
  // A one-word field may also occur in the text as a word.
  const message = issue.message.startsWith(issue.field)
    ? field + issue.message.slice(issue.field.length)
    : issue.message;
  return { ...issue, path, field, message };
}

/** A document without lines has no figures, which needs no second report. */
const isOfFields = ({ field }: Issue): boolean => !/^(?:items|tax|totals|currency|vendor|payment)\b/.test(field);

const isBlocking = ({ code, path: [first] }: Issue): boolean =>
  (code === 'not_refundable' || code === 'not_computable') && (first === 'sale' || first === 'priorCorrections');

export const refusal = (document: unknown, issues: readonly Issue[], maxIssues: number): Completion => ({
  ...failed(document, 'validation_failed', failedWith(issues.length), issues, [], maxIssues),
  filled: [],
});

/** Lines as in the sale. */
export const itemsOf = (sale: ParsedDocument, lines: readonly ParsedLine[]): DraftLine[] =>
  lines.map((line) => itemOf(sale, line));

/** A line in document form, without the fields that the sale did not have. */
function itemOf({ root }: ParsedDocument, line: ParsedLine): DraftLine {
  // A line for an amount of a rate has the index −1.
  const original = fieldsOf((root.items as unknown[])[line.index]) ?? {};
  const { category, sku } = original;
  const discount = fieldsOf(original.discount);
  return defined({
    name: line.name,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    amount: line.amount,
    taxRate: line.rate,
    taxCategory: line.category,
    taxAmount: line.taxAmount,
    discount: line.discount === 0 ? undefined : { ...discount, amount: line.discount },
    category,
    sku,
  }) as unknown as DraftLine;
}
