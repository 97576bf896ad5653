import { assertOptions } from '../usage/assert-options.js';
import type { OptionShape } from '../usage/assert-options.js';
import { A_BOOLEAN } from '../usage/option-tests.js';
import { DOCUMENT_OPTIONS } from '../engine/shop-options.js';
import type { Shop } from '../engine/shop.js';
import type { Issue } from '../issues/issue.js';
import type { ValidationResult } from '../engine/validate.js';
import { assertShop } from './assert-shop.js';
import { addCharges, addTip } from './charges.js';
import { fillJurisdictions } from './jurisdictions.js';
import { judge } from './judge.js';
import { readLines } from './lines.js';
import { taxLines } from './line-taxes.js';
import { discountOf, takeOrderDiscounts } from './order-discounts.js';
import { readDraft, type DraftParts } from './read-draft.js';
import { fillSummary } from './summary.js';
import { fillTotals } from './totals.js';
import type { CompleteOptions, Completion, Draft, UnsignedTransaction } from './types.js';
import { defined, FILLED, fieldsOf, Work, type Fields } from './work.js';

const COMPLETE_OPTIONS = {
  ...DOCUMENT_OPTIONS,
  recompute: A_BOOLEAN,
} satisfies Record<keyof CompleteOptions, OptionShape>;

/**
 * Computes the figures that a draft leaves out, and reports everything that is wrong with the document that results.
 * Given figures are kept: a contradiction is reported with the code of the rule that finds it. `type`, `settled` and
 * `tax.scheme` follow from the shop where they are left out. Nothing else is filled in: a missing receipt number, time,
 * or data of a control unit is reported as `required`.
 *
 * Amounts are exact integers in minor units. The draft is not changed. Whatever it holds, there is a result. If the
 * draft is complete, nothing changes.
 *
 * See docs/cookbook.md in the repository.
 *
 * @param shop its options decide how tax and cash are rounded
 * @throws UsageError for a value that is not a shop, and for an option that is unknown or has a wrong value
 * @example
 * const shop = createRegistry([deReceipt1]).shop({ country: 'DE' });
 * const receipt = complete(shop, {
 *   receiptNumber: '1', timestamp: '2026-11-21T10:00:00+01:00', currency: 'EUR',
 *   vendor: { id: 'biz_1' }, source: { platform: 'shop', externalId: '1' }, payment: { method: 'card' },
 *   items: [{ name: 'Mug', unitPrice: 11900, quantity: 2, taxRate: 19 }],
 *   discounts: [{ percent: 10 }],
 *   tax: { pricesIncludeTax: true },
 * });
 * if (receipt.valid) receipt.transaction.totals; // { subtotal: 21420, discount: 2380, tax: 3420, total: 21420 }
 */
export function complete(shop: Shop, draft: Draft, options: CompleteOptions = {}): Completion {
  assertShop(shop);
  assertOptions('options', options, COMPLETE_OPTIONS);
  return completeDraft(shop, draft, options);
}

/** The same with arguments that were checked already. */
export function completeDraft(
  shop: Shop,
  draft: unknown,
  { recompute = false, original, maxIssues = shop.options.maxIssues ?? Infinity }: CompleteOptions,
): Completion {
  let parts: DraftParts | undefined;
  try {
    parts = readDraft(draft);
  } catch {
    // A getter or a proxy throws; the shop says so.
  }
  if (parts === undefined) return { ...shop.validate(draft), filled: [] };
  const work = new Work(parts.root);
  addDefaults(work, shop);
  const isWhole = compute(work, parts, shop, recompute);
  const result = judge(shop, work, original);
  // If a discount or charge could not be read, figures without it would be wrong. They must not look right.
  const document = isWhole ? work.root : { ...work.root, ...defined({ ...parts.extras }) };
  return withFilled(verdict(result, document, maxIssues), work);
}

/** What follows from the shop. Nothing that gives an amount its meaning does. */
function addDefaults(work: Work, { pack }: Shop): void {
  const { root } = work;
  const fillIn = (fields: Fields, name: string, value: unknown, path = name): void => {
    if (fields[name] !== undefined) return;
    fields[name] = value;
    work.fill(path);
  };
  fillIn(root, 'type', 'sale');
  fillIn(root, 'settled', root.type !== 'void');
  const tax = fieldsOf(root.tax);
  const scheme = pack?.law?.tax.scheme ?? (pack?.schemes.length === 1 ? pack.schemes[0] : undefined);
  if (tax !== undefined && scheme !== undefined) fillIn(tax, 'scheme', scheme, 'tax.scheme');
}

function verdict(result: ValidationResult, document: Fields, maxIssues: number): Omit<Completion, 'filled'> {
  if (result.valid) return result;
  const { issues } = result;
  const refused = { ...result, issues: issues.length > maxIssues ? issues.slice(0, maxIssues) : issues, document };
  // Counted before issues are cut.
  return issues.length > 0 && issues.every(isFiscal)
    ? { ...refused, unsigned: document as unknown as UnsignedTransaction }
    : refused;
}

/** Only the control unit or the fiscal device can give what is missing. */
const isFiscal = ({ path, code }: Issue): boolean =>
  path[0] === 'extensions' && (code === 'required' || code === 'fiscal_missing');

/** The paths are made when they are first read: a long receipt has thousands of them. */
function withFilled(result: Omit<Completion, 'filled'>, work: Work): Completion {
  let paths: string[] | undefined;
  return Object.defineProperty(result, 'filled', {
    enumerable: true,
    get: () => (paths ??= work.filled()),
  }) as Completion;
}

/** @returns whether discounts, charges and tip are part of the figures */
function compute(work: Work, { root, extras }: DraftParts, { pack, options }: Shop, recompute: boolean): boolean {
  const rows = pack?.law?.cashRounding ?? [];
  const order = recompute ? dropGiven(root) : [];
  readLines(work, recompute);
  const { length } = work.lines;
  const isWhole = applyExtras(work, extras);
  if (!isWhole) work.lines.length = length;
  else {
    taxLines(work, options.taxRounding ?? 'line');
    writeLines(work);
    fillSummary(work, recompute);
    fillTotals(work, rows, options.cashRounding ?? 'pack', order);
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

/** Keys keep their places. @returns those of the totals */
function dropGiven(root: Fields): readonly string[] {
  const order = Object.keys(fieldsOf(root.totals) ?? {});
  if (root.totals !== undefined) root.totals = undefined;
  const jurisdictions = fieldsOf(root.tax)?.jurisdictions;
  if (Array.isArray(jurisdictions))
    for (const entry of jurisdictions)
      if (fieldsOf(entry)?.taxAmount !== undefined) (entry as Fields).taxAmount = undefined;
  return order;
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
