import { assertOptions, type OptionShape } from '../usage/assert.js';
import { A_BOOLEAN } from '../usage/option-tests.js';
import { DOCUMENT_OPTIONS, type Shop } from '../engine/shop.js';
import { unitOf } from '../law/cash-rounding.js';
import type { Issue } from '../issues/issue.js';
import type { ValidationResult } from '../engine/validate.js';
import { assertShop, checkExpectation, EXPECTATION } from './arguments.js';
import { addCharges, addTip } from './charges.js';
import type { Attempt, Computation, Variant } from './computation.js';
import { expandLines } from './expand-lines.js';
import { fillJurisdictions } from './jurisdictions.js';
import { validateCompleted } from './validate-completed.js';
import { readLines } from './lines.js';
import { taxLines } from './line-taxes.js';
import { discountOf, takeOrderDiscounts } from './order-discounts.js';
import { readDraft, type DraftParts } from './read-draft.js';
import { findRounding, reconcile, type Found } from './reconcile.js';
import { readTenders, settleTenders } from './tenders.js';
import { readGivenExtra, writeExtra } from './receipt-extra.js';
import { fillSummary } from './summary.js';
import { fillTotals } from './totals.js';
import type { CompleteOptions, Completion, Draft, Expectation, UnsignedTransaction } from './types.js';
import { defined, FILLED, fieldsOf, CompletionContext, type Fields, type Known } from './completion-context.js';

const COMPLETE_OPTIONS = {
  ...DOCUMENT_OPTIONS,
  recompute: A_BOOLEAN,
  expect: EXPECTATION,
} satisfies Record<keyof CompleteOptions, OptionShape>;

/**
 * Computes the figures missing from a draft, and reports everything wrong with the resulting document. Keeps given
 * figures; if they contradict each other, reports the code of the rule that finds the contradiction. `type`, `settled`
 * and `tax.scheme` have defaults that depend on the shop. Nothing else is filled in: a missing receipt number, time, or
 * control unit data is reported as `required`.
 *
 * Amounts are exact integers in minor units. The draft is not changed. Every draft produces a result, and a complete
 * draft remains unchanged.
 *
 * See docs/cookbook.md in the repository.
 *
 * @param shop the shop, whose options determine how tax and cash are rounded
 * @throws UsageError if `shop` is not a shop, or if an option is unknown or has a wrong value
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
  checkExpectation('options.expect', options.expect);
  return completeDraft(shop, draft, options);
}

/** Like `complete`, but does not check its arguments, and accepts what is known about a correction. */
export function completeDraft(
  shop: Shop,
  draft: unknown,
  { recompute = false, original, expect, maxIssues = shop.options.maxIssues ?? Infinity }: CompleteOptions,
  known: Known = {},
): Completion {
  let parts: DraftParts | undefined;
  try {
    parts = readDraft(draft);
  } catch {
    // A getter or a proxy threw; `shop.validate` reports it.
  }
  if (parts === undefined) return { ...shop.validate(draft), filled: [] };
  const { done, taxRounding } =
    expect === undefined
      ? { done: compute(parts, shop, recompute, {}, known) }
      : expected(parts, shop, recompute, expect, known);
  const { context, extras, isWhole } = done;
  const tenders = isWhole ? settleTenders(context) : undefined;
  if (isWhole) writeExtra(context, tenders, expect);
  const result = validateCompleted(shop, context, original);
  // Keeps discounts and charges that could not be read: without them, the document would look right but be wrong.
  const rest = isWhole ? (tenders === undefined ? { tenders: extras.tenders } : {}) : { ...extras };
  const document = isWhole && rest.tenders === undefined ? context.root : { ...context.root, ...defined(rest) };
  const completion = withFilled(verdict(result, document, maxIssues), context);
  return taxRounding === undefined ? completion : Object.assign(completion, { taxRounding });
}

/** Computes the draft in the same way as the source, if that way can be determined, and reports figures that differ. */
function expected(parts: DraftParts, shop: Shop, recompute: boolean, expect: Expectation, known: Known): Found {
  const { options, pack } = shop;
  const draft = { ...parts.root, ...parts.extras };
  const { taxRounding: given, severities = {} } = options;
  const attempt: Attempt = (variant) =>
    compute(readDraft(draft)!, shop, recompute, { taxRounding: given, ...variant }, known);
  const found = findRounding(attempt, expect, given);
  const severity = severities.differs_from_source ?? 'error';
  if (found.done.isWhole) reconcile(found.done, expect, attempt, pack?.law, severity);
  return found;
}

/** Fills in defaults from the shop, but not for fields that change the meaning of an amount. */
function addDefaults(context: CompletionContext, { pack }: Shop): void {
  const { root } = context;
  const fillIn = (fields: Fields, name: string, value: unknown, path = name): void => {
    if (fields[name] !== undefined) return;
    fields[name] = value;
    context.fill(path);
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
  // Checks all issues, including those beyond `maxIssues`.
  return issues.length > 0 && issues.every(isFiscal)
    ? { ...refused, unsigned: document as unknown as UnsignedTransaction }
    : refused;
}

/** Whether only the control unit or fiscal device can supply the missing data. */
const isFiscal = ({ path, code }: Issue): boolean =>
  path[0] === 'extensions' && (code === 'required' || code === 'fiscal_missing');

/** Builds the paths when they are first read, because a long receipt has thousands of them. */
function withFilled(result: Omit<Completion, 'filled'>, context: CompletionContext): Completion {
  let paths: string[] | undefined;
  return Object.defineProperty(result, 'filled', {
    enumerable: true,
    get: () => (paths ??= context.filled()),
  }) as Completion;
}

function compute(parts: DraftParts, shop: Shop, recompute: boolean, variant: Variant, known: Known): Computation {
  const { root, extras } = parts;
  const context = new CompletionContext(root, known);
  const { pack, options } = shop;
  addDefaults(context, shop);
  context.unit = unitOf(pack?.law?.currencies ?? [], root.currency);
  const rows = pack?.law?.cashRounding ?? [];
  const { order, taxes } = recompute ? dropGiven(root) : NOTHING_DROPPED;
  vary(parts, variant);
  readTenders(context, extras.tenders);
  expandLines(context);
  readLines(context, recompute, recompute || variant.withoutStatedTax === true);
  const { length } = context.lines;
  const isWhole = applyExtras(context, extras);
  readGivenExtra(context, extras.tenders !== undefined);
  if (!isWhole) context.lines.length = length;
  else {
    taxLines(context, variant.taxRounding ?? options.taxRounding ?? 'line');
    writeLines(context);
    fillSummary(context, recompute);
    fillTotals(context, rows, options.cashRounding ?? 'pack', order);
    fillJurisdictions(context, taxes);
  }
  return { context, extras, isWhole };
}

/** Changes a copy of the draft, to find out whether the variant produces the source's figures. */
function vary({ root, extras }: DraftParts, { without, isFlipped = false }: Variant): void {
  const tax = fieldsOf(root.tax);
  if (isFlipped && tax !== undefined) tax.pricesIncludeTax = tax.pricesIncludeTax !== true;
  if (without === 'discounts') extras.discounts = undefined;
  if (without === 'items' && Array.isArray(root.items))
    for (const item of root.items) if (fieldsOf(item) !== undefined) (item as Fields).discount = undefined;
}

/** Applies the discounts, charges and tip to the lines in `context`, but not yet to the document. */
function applyExtras(context: CompletionContext, { discounts, charges, tip }: DraftParts['extras']): boolean {
  if (!Array.isArray(context.root.items)) return false;
  const taken = takeOrderDiscounts(context, discounts);
  const added = addCharges(context, charges);
  return addTip(context, tip) && added && taken;
}

/** The data that recomputing drops. */
interface Dropped {
  /** The keys in `totals`. */
  readonly order: readonly string[];
  /** The jurisdictions' taxes. */
  readonly taxes: readonly unknown[];
}

const NOTHING_DROPPED: Dropped = { order: [], taxes: [] };

/** Removes the given figures, keeping the key order. */
function dropGiven(root: Fields): Dropped {
  const order = Object.keys(fieldsOf(root.totals) ?? {});
  if (root.totals !== undefined) root.totals = undefined;
  const jurisdictions = fieldsOf(root.tax)?.jurisdictions;
  const entries = Array.isArray(jurisdictions) ? jurisdictions.map(fieldsOf) : [];
  const taxes = entries.map((entry) => entry?.taxAmount);
  for (const entry of entries) if (entry?.taxAmount !== undefined) entry.taxAmount = undefined;
  return { order, taxes };
}

function writeLines({ lines, root }: CompletionContext): void {
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
