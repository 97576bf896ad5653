import { readFileSync } from 'node:fs';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { diagnose, type Cause, type Operation } from 'receipt-rule-packs/diagnose';
import { drawReceipt } from 'receipt-rule-packs/draw';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';

/** The document at the top of the README. */
export const README_DOCUMENT = 'examples/demo/no.json';

/** The README's pictures, in the browser's order of preference: on a phone, notes are below their lines. */
export const README_PICTURES = [
  { path: 'examples/demo/no-dark-narrow.svg', scheme: 'dark', width: 356 },
  { path: 'examples/demo/no-light-narrow.svg', scheme: 'light', width: 356 },
  { path: 'examples/demo/no-dark.svg', scheme: 'dark', width: 820 },
  { path: 'examples/demo/no-light.svg', scheme: 'light', width: 820 },
] as const;

/** The README's picture: the receipt, with the causes and their fixes next to its lines. */
export function readmeDrawing(): { readonly drawing: string; readonly title: string } {
  const document = JSON.parse(readFileSync(README_DOCUMENT, 'utf8')) as Transaction;
  const { causes } = diagnose(createRegistry([noReceipt1]).shop({ country: 'NO' }), document);
  const issues = causes.map(({ field, code, title, changes }) => ({
    field,
    code,
    message: [title, ...changes.map((change) => fixOf(document, change))].join(': '),
  }));
  return {
    drawing: drawReceipt(document, { country: 'NO', issues }),
    title: `A Norwegian receipt with ${causes.length} mistakes, each with its fix: ${causes.map(titleOf).join('; ')}`,
  };
}

const titleOf = ({ title }: Cause): string => title;

/** `the value found → the new value`. */
function fixOf(document: Transaction, change: Operation): string {
  const found = change.path
    .split('/')
    .slice(1)
    .reduce<unknown>((each, key) => (each as Readonly<Record<string, unknown>>)[key], document);
  return `${String(found)} → ${change.op === 'remove' ? 'nothing' : String(change.value)}`;
}
