import { fieldsOf, figure, type CompletionContext } from './completion-context.js';
import { sumOf } from './exact.js';
import type { ReceiptExtra, Tender } from '../document/types.generated.js';
import { isReceiptExtra } from './receipt-extra.js';
import type { Expectation } from './types.js';

const PATH = ['metadata', 'receiptExtra'];

/** Reads a given metadata.receiptExtra, and takes line keys from it. */
export function readGivenExtra(context: CompletionContext, hasTenders: boolean): void {
  const given = fieldsOf(context.root.metadata)?.receiptExtra;
  if (given === undefined || given === null) return;
  const { lines, known } = context;
  if (hasTenders || context.hasKeys || known.giveBack !== undefined || known.original !== undefined) {
    const message = 'metadata.receiptExtra is written from tenders, keys and the original sale. Omit it.';
    context.report(PATH, 'not_allowed', message);
  } else if (!isReceiptExtra(given) || (given.lines?.length ?? lines.length) !== lines.length) {
    const message = 'metadata.receiptExtra is not what complete writes for this document. Omit it.';
    context.report(PATH, 'not_allowed', message);
  } else {
    context.givenExtra = given;
    given.lines?.forEach((line, i) => (lines[i]!.key ??= line?.key));
  }
}

/** Writes data that has no field in schema 2.1 to metadata.receiptExtra. Keeps the fields given there. */
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
    const message = `metadata.receiptExtra.tenders add up to ${paid}, but totals.total is ${total}. Omit it.`;
    context.report(PATH, 'not_allowed', message);
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
