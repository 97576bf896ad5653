import type { LineItem, Tender, Transaction } from '../../document/types.generated.js';
import { figureAbove0 } from '../lines.js';
import { copyTax } from '../read-draft.js';
import { sumOf } from '../exact.js';
import { readReceiptExtra } from '../receipt-extra.js';
import { copyDeep, fieldsOf, figure, finite, readFields, tried, type Fields } from '../completion-context.js';

/** A line with all fields that corrections need. */
export interface ParsedLine {
  /** Index in `items`. */
  readonly index: number;
  readonly name: string;
  readonly sku: string | undefined;
  readonly unit: string | undefined;
  readonly category: LineItem['taxCategory'];
  readonly rate: number;
  readonly quantity: number;
  /** Minor units, like the amounts below. */
  readonly unitPrice: number;
  /** The unit price before conversion to a succeeding currency. */
  readonly formerPrice?: number;
  readonly amount: number;
  /** 0 for none. */
  readonly discount: number;
  readonly taxAmount: number;
  /** The caller's key for the line. */
  readonly key?: string | undefined;
}

/** The parts of a sale or correction that are needed to correct it or check its corrections. */
export interface ParsedDocument {
  readonly type: Transaction['type'];
  /** The `id`, if the document is stored. */
  readonly id: string | undefined;
  readonly timestamp: string;
  readonly currency: string;
  readonly vendorId: string;
  readonly originalTransactionId: string | undefined;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly ParsedLine[];
  /** totals.total before rounding, minor units. */
  readonly total: number;
  /** The tenders in metadata.receiptExtra; undefined if they do not add up to the total. */
  readonly tenders: readonly Tender[] | undefined;
  /** Whether the figures were converted to the succeeding currency. */
  readonly isConverted?: boolean;
  /** A copy of the document. */
  readonly root: Fields;
}

/** Reads each part of a document once. Undefined if a part is missing or has the wrong type. */
export function readDocument(value: unknown): ParsedDocument | undefined {
  const root = readFields(value);
  return root && tried(() => read(root));
}

const TYPES: readonly unknown[] = ['sale', 'refund', 'void', 'credit_note', 'exchange'] satisfies Transaction['type'][];

function read(root: Fields): ParsedDocument | undefined {
  root.tax = copyTax(root.tax);
  for (const part of ['items', 'totals', 'vendor', 'linkedTransaction']) root[part] = copyDeep(root[part]);
  const { type, id, timestamp, currency, items } = root;
  const tax = fieldsOf(root.tax);
  const totals = fieldsOf(root.totals);
  const vendorId = fieldsOf(root.vendor)?.id;
  const [total, rounding] = [figure(totals?.total), figure(totals?.rounding ?? 0)];
  const { lines: keys, tenders } = readReceiptExtra(root) ?? {};
  const lines = Array.isArray(items) ? items.map((item, i) => readLine(item, i, keys?.[i]?.key)) : [undefined];
  if (
    !TYPES.includes(type) ||
    typeof timestamp !== 'string' ||
    typeof currency !== 'string' ||
    typeof vendorId !== 'string'
  )
    return undefined;
  if (typeof tax?.pricesIncludeTax !== 'boolean' || total === undefined || rounding === undefined) return undefined;
  if (lines.includes(undefined)) return undefined;
  const original = fieldsOf(root.linkedTransaction)?.originalTransactionId;
  return {
    type: type as Transaction['type'],
    id: text(id),
    timestamp,
    currency,
    vendorId,
    originalTransactionId: text(original),
    pricesIncludeTax: tax.pricesIncludeTax,
    lines: lines as ParsedLine[],
    total: total - rounding,
    tenders: sumOf(tenders?.map(({ amount }) => amount) ?? [undefined]) === total ? tenders : undefined,
    root,
  };
}

function readLine(value: unknown, index: number, key: string | undefined): ParsedLine | undefined {
  const item = fieldsOf(value) ?? {};
  const { name, taxCategory, discount } = item;
  if (typeof name !== 'string' || typeof taxCategory !== 'string') return undefined;
  const line = {
    index,
    name,
    sku: text(item.sku),
    unit: text(item.unit),
    category: taxCategory as LineItem['taxCategory'],
    rate: finite(item.taxRate),
    quantity: finite(item.quantity),
    unitPrice: figure(item.unitPrice),
    amount: figure(item.amount),
    discount: discount === undefined ? 0 : figureAbove0(fieldsOf(copyDeep(discount))?.amount),
    taxAmount: figure(item.taxAmount),
    key,
  };
  const figures = [line.rate, line.quantity, line.unitPrice, line.amount, line.discount, line.taxAmount];
  return figures.includes(undefined) ? undefined : (line as ParsedLine);
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * 1 for goods sold, −1 for goods returned, from the signs of quantity and price. If the price is 0, the sign of the
 * quantity decides.
 */
export const signOf = ({ quantity, unitPrice }: ParsedLine): 1 | -1 => (quantity < 0 !== unitPrice < 0 ? -1 : 1);

/** Whether goods were sold and paid for. A discount above the price leaves an amount below 0. */
export const isAbove0 = (line: ParsedLine): boolean => signOf(line) === 1 && line.amount > 0;

/** A line with the opposite sign. The discount stays positive. */
export const negated = (line: ParsedLine): ParsedLine => ({
  ...line,
  quantity: -line.quantity || 0,
  amount: -line.amount || 0,
  taxAmount: -line.taxAmount || 0,
});

/** The lines of a sale that can be returned; for an exchange, only the lines sold. */
export const soldLines = ({ type, lines }: ParsedDocument): readonly ParsedLine[] =>
  type === 'exchange' ? lines.filter((line) => signOf(line) === 1) : lines;

/** The lines that a correction returns, with the sale's signs. */
export const returnedLines = ({ type, lines }: ParsedDocument): readonly ParsedLine[] =>
  type === 'exchange' ? lines.filter((line) => signOf(line) === -1).map(negated) : lines;

/** Total of the lines, with tax and before cash rounding, in minor units. */
export const valueOf = (lines: readonly ParsedLine[], pricesIncludeTax: boolean): bigint =>
  lines.reduce((sum, { amount, taxAmount }) => sum + BigInt(amount) + (pricesIncludeTax ? 0n : BigInt(taxAmount)), 0n);

/**
 * The value of the goods that a document sells or refunds, before cash rounding; for an exchange or a void, the value
 * of `lines`.
 */
export function totalOf(document: ParsedDocument, lines: readonly ParsedLine[]): bigint {
  const { type, total, pricesIncludeTax } = document;
  return type === 'exchange' || type === 'void' ? valueOf(lines, pricesIncludeTax) : BigInt(total);
}
