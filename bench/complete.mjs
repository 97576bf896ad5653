/**
 * The time of `complete` on drafts, as a ratio to `JSON.parse` of the resulting documents; each row runs in a separate
 * process.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { receipt } from './receipts.mjs';

const LINES = [1, 10, 100, 1000];
export const COMPLETE_LIMIT = 5;

/**
 * The measured drafts by name: each has a function that makes a draft with a given number of lines, and a tax rounding.
 */
export const KINDS = {
  'tax by line': { make: draft, taxRounding: 'line' },
  'tax by group': { make: draft, taxRounding: 'group' },
  'tax by line, with discount, shipping, tip and cash': { make: draftWithExtras, taxRounding: 'line' },
  'tax by group, with discount, shipping, tip and cash': { make: draftWithExtras, taxRounding: 'group' },
};

/** Rows of {kind, lines, characters, ns, ratio}. */
export function completeRatios() {
  return Object.keys(KINDS).flatMap((kind) => LINES.map((lines) => measured(kind, lines)));
}

function measured(kind, lines) {
  const script = fileURLToPath(new URL('complete-row.mjs', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, kind, String(lines)], { encoding: 'utf8' }));
}

/** A receipt without the figures that `complete` can derive. */
function draft(lines, seed) {
  const document = receipt(lines, seed);
  for (const item of document.items) for (const name of ['amount', 'taxCategory', 'taxAmount']) delete item[name];
  delete document.tax.summary;
  delete document.totals;
  return document;
}

/** A web shop order, paid in cash, so that its total is rounded. */
function draftWithExtras(lines, seed) {
  return {
    ...draft(lines, seed),
    payment: { method: 'cash' },
    discounts: [{ percent: 10, description: 'Välkomstrabatt' }],
    charges: [{ name: 'Frakt', amount: 4900 }],
    tip: 1550,
  };
}
