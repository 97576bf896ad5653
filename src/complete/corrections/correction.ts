import { isTimestamp } from '../../document/structure.generated.js';
import type { Transaction } from '../../document/types.generated.js';
import type { Issue } from '../../issue.js';
import type { Business } from '../../pack/types.js';
import type { Registry } from '../../registry.js';
import { show } from '../../show.js';
import { failed, failedWith } from '../../validate.js';
import { complete } from '../complete.js';
import { misuse } from '../misuse.js';
import { shares } from '../allocate.js';
import { rowsOf } from '../registered.js';
import type { CompleteOptions, Completion, CorrectionHead, Draft, DraftLine } from '../types.js';
import { copyOf, defined, fieldsOf, figure, Work, type Fields } from '../work.js';
import { readDocument, valueOf, type SoundDocument, type SoundLine } from './document.js';
import { Ledger } from './ledger.js';
import { originalFaults } from './original.js';

/** What makes the lines of a correction. */
export interface Making {
  readonly type: Exclude<Transaction['type'], 'sale'>;
  readonly registry: Registry;
  readonly sale: unknown;
  readonly head: CorrectionHead;
  readonly business: Business;
  readonly options: CompleteOptions | undefined;
  /** The returned lines, with the signs of the sale. Faults are reported. */
  readonly take: (work: Work, ledger: Ledger) => readonly SoundLine[];
  /** Makes the lines of the document from the returned lines. */
  readonly items: (sale: SoundDocument, lines: readonly SoundLine[]) => readonly DraftLine[];
}

const HEAD_FIELDS: readonly (keyof CorrectionHead)[] = [
  'receiptNumber',
  'timestamp',
  'source',
  'originalTransactionId',
  'payment',
  'extensions',
  'metadata',
  'reason',
  'note',
  'earlier',
];

/**
 * Makes a document from a sale. The rates are those of the sale, whatever the law says on the day of the correction.
 */
export function correct(making: Making): Completion {
  const { type, registry, business, options, items } = making;
  rowsOf(registry, business);
  const head = headOf(making.head);
  const work = new Work({});
  work.checkFields([], head, HEAD_FIELDS);
  const sale = readDocument(making.sale);
  const lines = sale === undefined ? [] : takeFrom(work, sale, head, making);
  if (sale === undefined) {
    work.report(
      ['sale'],
      'not_refundable',
      'sale is not a valid transaction: pass the document as it was sent, or as it is stored',
    );
  }
  const isSound = work.issues.length === 0;
  const draft = documentOf(type, sale, head, isSound ? items(sale!, lines) : []);
  if (isSound) addJurisdictions(draft, sale!, lines, type);
  // Figures of the sale are not computed again: they stay as they were rounded then.
  const { recompute: _, ...rest } = options ?? {};
  const result = complete(registry, draft as unknown as Draft, business, {
    ...rest,
    original: rest.original ?? originalOf(sale),
  });
  return isSound
    ? result
    : { ...refused(result, work.issues, rest.maxIssues), completed: draft as unknown as Transaction, filled: [] };
}

function headOf(head: unknown): Fields {
  let copy: Fields | undefined;
  try {
    copy = copyOf(head);
  } catch {
    // Told below.
  }
  if (copy === undefined)
    misuse('head', 'an object with receiptNumber, timestamp, source and originalTransactionId', head);
  return copy;
}

function takeFrom(work: Work, sale: SoundDocument, head: Fields, { take }: Making): readonly SoundLine[] {
  if (sale.type !== 'sale' && sale.type !== 'exchange') {
    work.report(
      ['sale', 'type'],
      'not_refundable',
      `sale.type is ${sale.type}: only a sale or an exchange can be corrected`,
      sale.type,
      ['sale', 'exchange'],
    );
    return [];
  }
  const id = head.originalTransactionId;
  if (sale.id !== undefined && id !== undefined && id !== sale.id) {
    const message = `linkedTransaction.originalTransactionId is ${show(id)}, but the id of the sale is ${show(sale.id)}`;
    work.report(['linkedTransaction', 'originalTransactionId'], 'original_mismatch', message, id, sale.id);
  }
  const earlier = readEarlier(work, sale, head.earlier);
  if (work.issues.length > 0) return [];
  const ledger = new Ledger(sale);
  for (const document of earlier) ledger.addCorrection(document);
  const lines = take(work, ledger);
  const worth = valueOf(lines, sale.pricesIncludeTax);
  const rest = ledger.total - ledger.returned;
  if (work.issues.length === 0 && worth > 0n && worth > rest) {
    work.report(
      ['take'],
      'over_refund',
      `${worth} is to be given back, but ${rest} of the sale is left`,
      Number(worth),
      Number(rest),
    );
  }
  return lines;
}

function readEarlier(work: Work, sale: SoundDocument, earlier: unknown): SoundDocument[] {
  if (earlier === undefined) return [];
  if (!Array.isArray(earlier)) {
    work.wrong(['earlier'], 'invalid_type', 'an array of documents', earlier);
    return [];
  }
  return earlier.flatMap((value: unknown, k) => {
    const document = readDocument(value);
    if (document === undefined) {
      work.report(
        ['earlier', k],
        'not_computable',
        `earlier[${k}] is not a valid transaction: what it gave back is not known`,
      );
      return [];
    }
    work.issues.push(...originalFaults(document, sale, ['earlier', k]));
    return [document];
  });
}

function documentOf(
  type: Transaction['type'],
  sale: SoundDocument | undefined,
  head: Fields,
  items: readonly DraftLine[],
): Fields {
  const { root = {} } = sale ?? {};
  const tax = fieldsOf(root.tax);
  const vendor = fieldsOf(root.vendor);
  const { receiptNumber, timestamp, source, payment, extensions, metadata, originalTransactionId, reason, note } = head;
  return defined({
    type,
    settled: type !== 'void',
    receiptNumber,
    timestamp,
    currency: root.currency,
    locale: root.locale,
    metadata,
    vendor: vendor && defined({ id: vendor.id, locationName: vendor.locationName }),
    items,
    tax:
      tax && defined({ scheme: tax.scheme, pricesIncludeTax: tax.pricesIncludeTax, reverseCharge: tax.reverseCharge }),
    payment: payment ?? root.payment,
    source,
    customer: root.customer,
    linkedTransaction: defined({ originalTransactionId, reason, note }),
    extensions,
    channel: root.channel,
  });
}

/** The returned tax, shared in proportion to the shares of the jurisdictions in the sale. */
function addJurisdictions(
  draft: Fields,
  sale: SoundDocument,
  lines: readonly SoundLine[],
  type: Transaction['type'],
): void {
  const tax = fieldsOf(sale.root.tax);
  const list = Array.isArray(tax?.jurisdictions) ? tax.jurisdictions.map((entry) => fieldsOf(entry) ?? {}) : [];
  const weights = list.map((entry) => figure(entry.taxAmount) ?? -1);
  const isShared = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
  // Lines that are bought in an exchange have their own tax.
  if (!isShared || type === 'exchange') return;
  const sum = lines.reduce((all, { taxAmount }) => all + taxAmount, 0);
  if (!Number.isSafeInteger(sum)) return;
  const parts = shares(sum, weights);
  (draft.tax as Fields).jurisdictions = list.map((entry, i) => ({ ...entry, taxAmount: parts[i] }));
}

function originalOf(sale: SoundDocument | undefined): CompleteOptions['original'] {
  return sale !== undefined && isTimestamp(sale.timestamp) ? { timestamp: sale.timestamp } : undefined;
}

/** A document without lines has no figures. That is not reported again. */
function refused(result: Completion, own: readonly Issue[], maxIssues = Infinity) {
  const isHead = ({ field }: Issue): boolean => !/^(?:items|tax|totals|currency|vendor|payment)\b/.test(field);
  const issues = [...own, ...(result.valid ? [] : result.issues.filter(isHead))];
  return failed('validation_failed', failedWith(issues.length), issues, [], maxIssues);
}

/** Lines as they were in the sale. */
export const itemsOf = (sale: SoundDocument, lines: readonly SoundLine[]): DraftLine[] =>
  lines.map((line) => itemOf(sale, line));

/** A line as a document has it. Fields that the sale did not have are left out. */
function itemOf({ root }: SoundDocument, line: SoundLine): DraftLine {
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
