import { isDate } from '../calendar/dates.js';
import { MAX_TENDERS, PAYMENT_METHODS } from '../document/payment-methods.js';
import type { ReceiptExtra, Tender } from '../document/types.generated.js';
import { fieldsOf, figure, tried, type CompletionContext } from './completion-context.js';
import { A_COUNT, A_STRING, isObject } from '../usage/option-tests.js';
import { isFigure, sumOf } from './exact.js';
import type { Expectation } from './types.js';

/** Maximum number of characters in a key. */
export const MAX_KEY = 200;
/** Maximum number of characters in the name of a tender. */
export const MAX_TENDER_NAME = 60;
/** Matches the decimal text of an exchange rate in a draft. */
export const FOREIGN_RATE = /^\d{1,20}(?:\.\d{1,20})?$/;

type Test = (value: unknown) => boolean;
/** A test for each field of an object. */
type Shape = Readonly<Record<string, Test>>;

const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

/** Tests the length of a string in characters, as JSON Schema counts them. */
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
    isObject(value) &&
    required.every((name) => value[name] !== undefined) &&
    Object.entries(value).every(
      ([name, field]) => field === undefined || (Object.hasOwn(shape, name) && shape[name]!(field)),
    );

const FOREIGN = object(['currency', 'amount'], {
  currency: matches(/^[A-Z]{3}$/),
  amount: isFigure,
  rate: matches(/^\d+(?:\.\d+)?$/),
});

const TENDER = object(['method', 'amount'], {
  method: oneOf(...PAYMENT_METHODS),
  name: textUpTo(MAX_TENDER_NAME),
  amount: isFigure,
  tendered: isFigure,
  change: isFigure,
  foreign: FOREIGN,
  last4: matches(/^\d{4}$/),
  reverses: A_COUNT.test,
});

const LINE = object(['key'], { key: textUpTo(MAX_KEY, 1) });

const EXTRA = object(['v'], {
  v: oneOf(1),
  tenders: listOf(TENDER, 1, MAX_TENDERS),
  lines: listOf((line) => line === null || LINE(line)),
  original: object(['kind'], {
    kind: oneOf('none', 'elsewhere'),
    receiptNumber: A_STRING.test,
    date: isDate,
    place: A_STRING.test,
  }),
  source: object(['total'], { total: isFigure, tax: isFigure }),
});

/** Whether a value matches schemas/2.1/receipt-extra.json. False if reading the value throws. */
export const isReceiptExtra = (value: unknown): value is ReceiptExtra => tried(() => EXTRA(value)) === true;

/** Reads metadata.receiptExtra from any value; undefined if it is absent or does not match its schema. */
export const readReceiptExtra = (document: unknown): ReceiptExtra | undefined =>
  tried(() => {
    const { metadata } = Object(document) as { metadata?: { receiptExtra?: unknown } | null };
    const extra = metadata?.receiptExtra;
    return isReceiptExtra(extra) ? extra : undefined;
  });

const PATH = ['metadata', 'receiptExtra'];

/** Reads the draft's metadata.receiptExtra, and takes line keys from it. */
export function readGivenExtra(context: CompletionContext, hasTenders: boolean): void {
  const given = fieldsOf(context.root.metadata)?.receiptExtra;
  if (given === undefined || given === null) return;
  const { lines, known } = context;
  if (hasTenders || context.hasKeys || known.giveBack !== undefined || known.original !== undefined) {
    context.report(PATH, 'not_allowed', 'is written by complete. Omit it');
  } else if (!isReceiptExtra(given) || (given.lines?.length ?? lines.length) !== lines.length) {
    context.report(PATH, 'not_allowed', 'is not from complete. Omit it');
  } else {
    context.givenExtra = given;
    given.lines?.forEach((line, i) => (lines[i]!.key ??= line?.key));
  }
}

/**
 * Writes data that has no field in schema 2.1 to metadata.receiptExtra. Keeps the fields that the draft already has
 * there.
 */
export function writeExtra(
  context: CompletionContext,
  tenders: Tender[] | undefined,
  expect: Expectation | undefined,
): void {
  const {
    root,
    givenExtra,
    lines,
    known: { original },
  } = context;
  const total = figure(fieldsOf(root.totals)?.total);
  const paid = givenExtra?.tenders && sumOf(givenExtra.tenders.map(({ amount }) => amount));
  if (givenExtra?.tenders !== undefined && total !== undefined && paid !== total) {
    context.report(PATH, 'not_allowed', `has tenders of ${paid}, but totals.total is ${total}. Omit it`);
    return;
  }
  const { metadata } = root;
  const isWritable = metadata === undefined || fieldsOf(metadata) !== undefined;
  if (!isWritable || !(tenders ?? expect ?? original ?? context.hasKeys)) return;
  const extra: ReceiptExtra = {
    v: 1,
    ...givenExtra,
    ...(original && { original }),
    ...(tenders && { tenders }),
    ...(context.hasKeys && { lines: lines.map(({ key }) => (key === undefined ? null : { key })) }),
    ...(expect && {
      source: { total: expect.total, ...(expect.tax !== undefined && { tax: expect.tax }) },
    }),
  };
  root.metadata = { ...fieldsOf(metadata), receiptExtra: extra };
  if (givenExtra === undefined) context.fill('metadata.receiptExtra');
}
