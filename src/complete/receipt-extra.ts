import type { Payment } from '../document/types.generated.js';
import type { ForeignAmount } from './types.js';

/** One means of payment of a document. */
export interface Tender {
  readonly method: Payment['method'];
  /** As on the receipt, such as a gift card. */
  readonly name?: string | undefined;
  /** Share of totals.total, minor units; negative where money went back in an exchange. */
  readonly amount: number;
  /** What was handed over, minor units. */
  readonly tendered?: number | undefined;
  /** tendered − amount, minor units. Cashback is part of it. */
  readonly change?: number | undefined;
  readonly foreign?: ForeignAmount | undefined;
  /** Last four digits of the card number. */
  readonly last4?: string | undefined;
  /** In a correction: index of the tender of the sale that gave the money. */
  readonly reverses?: number | undefined;
}

/**
 * metadata.receiptExtra: what schema 2.1 has no field for. `complete` and the corrections write it, and drawings read it.
 * No verdict depends on it.
 */
export interface ReceiptExtra {
  readonly v: 1;
  readonly tenders?: readonly [Tender, ...Tender[]] | undefined;
  /** One entry for each line of the document; null for a line without a key. Lines that were split share a key. */
  readonly lines?: readonly ({ readonly key: string } | null)[] | undefined;
  /** Of a document whose originalTransactionId is `none`. */
  readonly original?: OriginalReceipt | undefined;
  /** What the source charged, minor units. */
  readonly source?: { readonly total: number; readonly tax?: number | undefined } | undefined;
}

/** The sale that a correction names without an id: there is no receipt of it, or it is elsewhere. */
export interface OriginalReceipt {
  readonly kind: 'none' | 'elsewhere';
  readonly receiptNumber?: string | undefined;
  /** YYYY-MM-DD. */
  readonly date?: string | undefined;
  readonly place?: string | undefined;
}

/** A test of a value. */
type Test = (value: unknown) => boolean;
/** Tests of the fields of an object. */
type Shape = Readonly<Record<string, Test>>;

const isText: Test = (value) => typeof value === 'string';
const isInteger: Test = (value) => Number.isSafeInteger(value);
const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

/** Whether a text has at most so many characters, as JSON Schema counts them. */
const textUpTo =
  (most: number, least = 0): Test =>
  (value) =>
    typeof value === 'string' && value.length <= 2 * most && value.length >= least && [...value].length <= most;

const listOf =
  (test: Test, least = 0, most = Infinity): Test =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && Array.from(value).every(test);

const object =
  (required: readonly string[], shape: Shape): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    required.every((name) => (value as Record<string, unknown>)[name] !== undefined) &&
    Object.entries(value).every(
      ([name, field]) => field === undefined || (Object.hasOwn(shape, name) && shape[name]!(field)),
    );

const FOREIGN = object(['currency', 'amount'], {
  currency: matches(/^[A-Z]{3}$/),
  amount: isInteger,
  rate: matches(/^\d{1,20}(?:\.\d{1,20})?$/),
});

const TENDER = object(['method', 'amount'], {
  method: oneOf('cash', 'card', 'mobile', 'transfer', 'other'),
  name: textUpTo(60),
  amount: isInteger,
  tendered: isInteger,
  change: isInteger,
  foreign: FOREIGN,
  last4: matches(/^\d{4}$/),
  reverses: (value) => isInteger(value) && (value as number) >= 0,
});

const LINE = object(['key'], { key: textUpTo(200, 1) });

const EXTRA = object(['v'], {
  v: oneOf(1),
  tenders: listOf(TENDER, 1, 50),
  lines: listOf((line) => line === null || LINE(line)),
  original: object(['kind'], {
    kind: oneOf('none', 'elsewhere'),
    receiptNumber: isText,
    date: isDateText,
    place: isText,
  }),
  source: object(['total'], { total: isInteger, tax: isInteger }),
});

function isDateText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** Whether a value is a receiptExtra, version 1. A value that throws when read is none. */
export function isReceiptExtra(value: unknown): value is ReceiptExtra {
  try {
    return EXTRA(value);
  } catch {
    return false;
  }
}

/** metadata.receiptExtra of a document of any form; undefined if it has none that fits its schema. */
export function readReceiptExtra(document: unknown): ReceiptExtra | undefined {
  try {
    const { metadata } = Object(document) as { metadata?: { receiptExtra?: unknown } | null };
    const extra = metadata?.receiptExtra;
    return isReceiptExtra(extra) ? extra : undefined;
  } catch {
    return undefined;
  }
}
