import type { Transaction } from '../document/types.generated.js';
import type { Business } from '../pack/types.js';
import type { Registry } from '../registry.js';
import { addCharges, addTip } from './charges.js';
import { fillJurisdictions } from './jurisdictions.js';
import { judge } from './judge.js';
import { readLines } from './lines.js';
import { taxLines } from './line-taxes.js';
import { chosen, type Chosen } from './options.js';
import { discountOf, takeOrderDiscounts } from './order-discounts.js';
import { readDraft, type DraftParts } from './read-draft.js';
import { rowsOf } from './registered.js';
import { fillSummary } from './summary.js';
import { fillTotals } from './totals.js';
import type { CompleteOptions, Completion, Draft } from './types.js';
import { defined, FILLED, fieldsOf, Work, type Fields } from './work.js';

/**
 * Computes the figures that a draft leaves out, and reports everything that is wrong with the document that results.
 * Given figures are kept: a contradiction is reported with the code of the rule that finds it. Nothing else is filled
 * in: a missing receipt number, time, or data of a control unit is reported as `required`.
 *
 * Amounts are exact integers in minor units. The draft is not changed. Whatever it holds, there is a result. If the
 * draft is complete, nothing changes.
 *
 * See docs/cookbook.md in the repository.
 *
 * @param business as for `registry.validate`; its country decides how cash is rounded
 * @throws TypeError for wrong use: no registry, a business without country, an unknown option, or a way to round cash
 * if the law does not let the seller choose
 * @example
 * const { valid, completed } = complete(registry, {
 *   type: 'sale', settled: true, receiptNumber: '1', timestamp: '2026-11-21T10:00:00+01:00', currency: 'EUR',
 *   vendor: { id: 'biz_1' }, source: { platform: 'shop', externalId: '1' }, payment: { method: 'card' },
 *   items: [{ name: 'Mug', unitPrice: 11900, quantity: 2, taxRate: 19 }],
 *   discounts: [{ percent: 10 }],
 *   tax: { scheme: 'EU_VAT', pricesIncludeTax: true },
 * }, { country: 'DE' });
 * completed.totals; // { subtotal: 21420, discount: 2380, tax: 3420, total: 21420 }
 */
export function complete(registry: Registry, draft: Draft, business: Business, options?: CompleteOptions): Completion {
  const rows = rowsOf(registry, business);
  const choice = chosen(options, rows, business?.country);
  let parts: DraftParts | undefined;
  try {
    parts = readDraft(draft);
  } catch {
    // A getter or a proxy throws; the registry says so.
  }
  if (parts === undefined)
    return { ...registry.validate(draft, business, choice.validate), completed: draft as Transaction, filled: [] };
  const work = new Work(parts.root);
  const isWhole = compute(work, parts, choice, rows);
  const result = judge(registry, work, business, choice.validate);
  // If a discount or charge could not be read, figures without it would be wrong. They must not look right.
  const completed = isWhole ? work.root : { ...work.root, ...defined({ ...parts.extras }) };
  return withFilled({ ...result, completed: completed as unknown as Transaction, filled: [] }, work);
}

/** The paths are made when they are first read: a long receipt has thousands of them. */
function withFilled(completion: Completion, work: Work): Completion {
  let paths: string[] | undefined;
  return Object.defineProperty(completion, 'filled', { enumerable: true, get: () => (paths ??= work.filled()) });
}

/** @returns whether discounts, charges and tip are part of the figures */
function compute(
  work: Work,
  { root, extras }: DraftParts,
  { taxRounding, cashRounding, recompute }: Chosen,
  rows: ReturnType<typeof rowsOf>,
): boolean {
  if (recompute) dropGiven(root);
  readLines(work, recompute);
  const { length } = work.lines;
  const isWhole = applyExtras(work, extras);
  if (!isWhole) work.lines.length = length;
  else {
    taxLines(work, taxRounding);
    writeLines(work);
    fillSummary(work, recompute);
    fillTotals(work, rows, cashRounding);
    fillJurisdictions(work);
  }
  return isWhole;
}

/** All of them, or none if one has a fault. Nothing is written into the document yet. */
function applyExtras(work: Work, { discounts, charges, tip }: DraftParts['extras']): boolean {
  if (!Array.isArray(work.root.items)) return false;
  const taken = takeOrderDiscounts(work, discounts);
  const added = addCharges(work, charges);
  return addTip(work, tip) && added && taken;
}

function dropGiven(root: Fields): void {
  delete root.totals;
  const jurisdictions = fieldsOf(root.tax)?.jurisdictions;
  if (Array.isArray(jurisdictions))
    for (const entry of jurisdictions) if (fieldsOf(entry)) delete (entry as Fields).taxAmount;
}

function writeLines({ lines, root }: Work): void {
  for (const line of lines) {
    const { item } = line;
    if (line.reasons !== undefined) {
      item.discount = discountOf(line);
      line.filled |= FILLED.discount;
    }
    if (!line.hasAmount && line.amount !== undefined) {
      item.amount = line.amount;
      line.filled |= FILLED.amount;
    }
    if (!line.hasTax && line.taxAmount !== undefined) {
      item.taxAmount = line.taxAmount;
      if ((line.filled & FILLED.all) === 0) line.filled |= FILLED.taxAmount;
    }
    if ((line.filled & FILLED.all) !== 0) (root.items as unknown[]).push(item);
  }
}
