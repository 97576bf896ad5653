import { isTimestamp } from '../../document/structure.generated.js';
import type { Transaction } from '../../document/types.generated.js';
import { fieldPath } from '../../issues/field-path.js';
import type { Issue } from '../../issues/issue.js';
import { show } from '../../text/show.js';
import type { DocumentOptions, Shop } from '../../engine/shop.js';
import { failed, failedWith } from '../../engine/validate.js';
import { completeDraft } from '../complete.js';
import type { Completion, CorrectionDetails, CorrectionPayment, DraftLine, Expectation } from '../types.js';
import { defined, fieldsOf, readFields, tried, CompletionContext, type Fields } from '../completion-context.js';
import { CORRECTED_SALE, readCorrectedSale, readInput } from './corrected-sale.js';
import { isAbove0, valueOf, type ParsedDocument, type ParsedLine } from './document.js';
import { giveBack, setOffOf, driftOf, tendersLeft } from './give-back.js';
import { addJurisdictions } from './jurisdictions.js';
import { RefundLedger } from './ledger.js';
import { payable } from './succeeding-currency.js';

/** What is specific to one type of correction. */
export interface CorrectionPlan {
  readonly type: Exclude<Transaction['type'], 'sale'>;
  /** The input fields specific to this type. */
  readonly fields: readonly string[];
  /** The input field with the returned goods, where issues with them are reported. */
  readonly returned: string;
  /** The returned lines, with the sale's signs. Reports faults. */
  readonly refundLines: (context: CompletionContext, ledger: RefundLedger, given: Fields) => readonly ParsedLine[];
  /** Creates the document's lines from the returned lines. */
  readonly items: (sale: ParsedDocument, lines: readonly ParsedLine[], given: Fields) => readonly DraftLine[];
}

/** The input fields common to all corrections, apart from the sale and the returned goods. */
export const COMMON_FIELDS = [
  'receiptNumber',
  'timestamp',
  'source',
  'payment',
  'tenders',
  'expect',
  'extensions',
  'metadata',
  'reason',
  'note',
  'vendor',
  'customer',
  'locale',
  'channel',
] as const satisfies readonly (keyof CorrectionDetails | keyof CorrectionPayment)[];

/**
 * Creates a correction of a sale. Keeps the sale's rates, even if other rates are in force on the correction's date.
 *
 * @param setOff the part of an exchange that is paid with refunds of other sales, in minor units
 */
export function correct(shop: Shop, input: unknown, plan: CorrectionPlan, setOff = 0): Completion {
  const given = readInput(shop, input);
  const { maxIssues = Infinity } = shop.options;
  const { sale, corrections, faults } = readCorrectedSale(given, shop.pack, given.timestamp);
  // If there is no document, there is nothing else to report.
  const blocking = faults.filter(isBlocking);
  if (sale === undefined || blocking.length > 0) return refusal(undefined, blocking, maxIssues);
  const context = new CompletionContext({});
  context.issues.push(...faults);
  context.checkFields([], given, [...CORRECTED_SALE, ...COMMON_FIELDS, ...plan.fields]);
  if (given.vendor !== undefined) given.vendor = vendorOf(context, given.vendor, sale);
  const lines = faults.length > 0 ? [] : readReturned(context, ledgerOf(sale, corrections, shop), given, plan);
  const isSound = context.issues.length === 0;
  const draft = documentOf(plan.type, sale, given, isSound ? plan.items(sale, lines, given) : []);
  if (isSound) addJurisdictions(draft, sale, lines, plan.type === 'exchange' ? haveTaxes(given.sold) : undefined);
  // A void's figures are 0, however the sale was paid.
  const left = given.payment === undefined && plan.type !== 'void' ? tendersLeft(sale, corrections) : [];
  const isOpen = (given.tenders ?? undefined) === undefined && left.length + setOff > 0;
  if (setOff > 0 && Array.isArray(given.tenders)) draft.tenders = [...(given.tenders as unknown[]), setOffOf(setOff)];
  const result = completeDraft(
    shop,
    draft,
    {
      original: originalOf(sale),
      expect: isSound ? (given.expect as Expectation | undefined) : undefined,
      maxIssues: Infinity,
    },
    {
      giveBack: isOpen ? giveBack.bind(undefined, left, driftOf(sale, corrections), setOff) : undefined,
      keepsTax: true,
      expectAt: 'expect',
    },
  );
  if (isSound && result.valid) return result;
  const write = (issue: Issue): Issue => atInputField(issue, given, lines, plan);
  if (isSound) return { ...result, issues: result.issues.map(write).slice(0, maxIssues) } as Completion;
  return refusal(draft, [...context.issues, ...result.issues.filter(isOfFields).map(write)], maxIssues);
}

function ledgerOf(sale: ParsedDocument, corrections: readonly ParsedDocument[], { pack }: Shop): RefundLedger {
  const ledger = new RefundLedger(sale, corrections, pack);
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
  const value = valueOf(lines.filter(isAbove0), ledger.sale.pricesIncludeTax);
  const rest = ledger.total - ledger.returned;
  if (context.issues.length === 0 && value > 0n && value > rest + ledger.slack) {
    const problem = `cost ${value} in total, but only ${rest} of the sale can still be refunded`;
    context.report([returned], 'over_refund', problem, Number(value), Number(rest));
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
  const tenders = given.tenders ?? undefined;
  // If the input refers to a different sale, an earlier check has reported it.
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
    payment: payment ?? (tenders === undefined ? root.payment : undefined),
    tenders,
    source,
    customer: given.customer ?? root.customer,
    linkedTransaction: defined({ originalTransactionId, reason, note }),
    extensions,
    channel: given.channel ?? root.channel,
  });
}

/** The store that makes the correction; it can be a different store of the same business. */
function vendorOf(context: CompletionContext, given: unknown, { vendorId }: ParsedDocument): unknown {
  const own = readFields(given);
  if (own === undefined) return given;
  const { id = vendorId } = own;
  if (id !== vendorId) {
    const problem = `is ${show(id)}, but the vendor of the sale is ${show(vendorId)}`;
    context.report(['vendor', 'id'], 'original_mismatch', problem, id, vendorId);
  }
  return { ...own, id };
}

/** Whether all lines sold in an exchange state the jurisdictions that tax them. */
const haveTaxes = (sold: unknown): boolean =>
  tried(() => (sold as readonly DraftLine[]).every(({ taxes }) => Array.isArray(taxes))) ?? false;

const originalOf = ({ timestamp }: ParsedDocument): DocumentOptions['original'] =>
  isTimestamp(timestamp) ? { timestamp } : undefined;

/** The fields copied from the sale, including the payment if the input has none. */
const OF_SALE: readonly unknown[] = ['currency', 'locale', 'vendor', 'customer', 'channel', 'payment'];
/** Figures computed from the lines. */
const SUMS: readonly unknown[] = ['summary', undefined];

/** Moves an issue of the document to the input field that caused it. */
function atInputField(
  issue: Issue,
  given: Fields,
  lines: readonly ParsedLine[],
  { type, returned }: CorrectionPlan,
): Issue {
  const { path } = issue;
  if (issue.code === 'differs_from_source') return issue;
  const [first, second, ...rest] = path;
  if (first === 'linkedTransaction')
    return movedTo(issue, second === undefined ? ['originalTransactionId'] : path.slice(1));
  if (first === 'items' && typeof second === 'number') {
    const line = lines[second];
    if (line === undefined)
      return movedTo(issue, [type === 'exchange' ? 'sold' : 'fees', second - lines.length, ...rest]);
    // A line that refunds an amount at a rate does not correspond to a line of the sale.
    return movedTo(issue, line.index < 0 ? [returned] : ['sale', 'items', line.index, ...rest]);
  }
  const isSum = first === 'items' || first === 'totals' || (first === 'tax' && SUMS.includes(second));
  if (isSum) return movedTo(issue, [type === 'exchange' ? 'sold' : returned]);
  const isOfSale = first === 'tax' || (OF_SALE.includes(first) && given[first as string] === undefined);
  return isOfSale ? movedTo(issue, ['sale', ...path]) : issue;
}

export function movedTo(issue: Issue, path: readonly (string | number)[]): Issue {
  const field = fieldPath(path);
  // A one-word field name can also be an ordinary word in the text.
  const message = issue.message.startsWith(issue.field)
    ? field + issue.message.slice(issue.field.length)
    : issue.message;
  return { ...issue, path, field, message };
}

/**
 * Whether an issue concerns the input itself. Issues with figures that are missing only because there are no lines do
 * not.
 */
const isOfFields = ({ field, code }: Issue): boolean =>
  code !== 'tenders_differ' && !/^(?:items|tax|totals|currency|vendor|payment)\b/.test(field);

/** Whether the sale cannot be corrected, or a correction of it cannot be counted. */
const isBlocking = ({ code }: Issue): boolean => code === 'not_refundable' || code === 'not_computable';

export const refusal = (document: unknown, issues: readonly Issue[], maxIssues: number): Completion => ({
  ...failed(document, 'validation_failed', failedWith(issues.length), issues, [], maxIssues),
  filled: [],
});

/** The lines as in the sale. */
export const itemsOf = (sale: ParsedDocument, lines: readonly ParsedLine[]): DraftLine[] =>
  lines.map((line) => itemOf(sale, line));

/** A line as in a document, without fields that the line of the sale does not have. */
function itemOf({ root }: ParsedDocument, line: ParsedLine): DraftLine {
  // A line that refunds an amount at a rate has the index −1.
  const original = fieldsOf((root.items as unknown[])[line.index]) ?? {};
  const { category, sku } = original;
  const discount = fieldsOf(original.discount);
  return defined({
    key: line.key,
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
