import type { LineItem, TaxSummaryEntry } from '../document/types.generated.js';
import type { ReceiptLaw } from '../law/types.js';
import { UsageError } from '../usage/usage-error.js';
import { edgesOf, isWithin, localDay, rowOn, type Days, edgesOfTables } from './days.js';
import type { TransactionParts } from './draft.js';
import { sum, vatOf } from './exact.js';
import { allowedDrift, shared } from './jurisdictions.js';
import { cheaper, dearer, lineOf, outweighed, withoutReturns, type LineStyle } from './lines.js';
import type { TransactionOptions } from './options.js';
import { isBusiness, mostRounding, roundingOf } from './rounding.js';
import { daysOf, onDay } from './times.js';

/** How far below their limits a document's figures stay, to leave room for a mutation. */
export interface Headroom {
  /** The minimum distance of all figures from the largest safe integer. */
  readonly spare: number;
  /** Whether small totals may be rounded to any value that the law allows, not only to the nearest multiple. */
  readonly small: boolean;
}

/**
 * Makes a document from a draft. Fields absent from the draft are undefined.
 *
 * @throws UsageError if no possible day has a currency or, if rates must be in force, a rate
 */
export function assemble(
  law: ReceiptLaw,
  draft: TransactionParts,
  options: TransactionOptions,
  headroom: Headroom,
): object {
  const { type, tender, destination, root, last4 } = draft;
  const { pricesIncludeTax } = draft;
  const { timestamp, currency, figures } = dated(law, draft, options, figuresFor(law, draft, options, headroom));
  const { items, summary, rounding, subtotal, tax, net } = figures;
  return {
    type,
    settled: type !== 'void' && !draft.unsettled,
    receiptNumber: root.receiptNumber,
    timestamp,
    currency,
    profileId: root.profileId,
    documentTier: root.documentTier,
    schemaVersion: root.schemaVersion,
    locale: root.locale,
    metadata: root.metadata,
    vendor: { id: draft.ids.vendor, locationName: draft.locationName },
    items,
    tax: {
      scheme: destination.scheme,
      pricesIncludeTax,
      reverseCharge: items.some(({ taxCategory }) => taxCategory === 'AE') ? true : undefined,
      summary,
      jurisdictions: jurisdictionsOf(draft, items.length, tax),
    },
    totals: {
      subtotal,
      discount: sum(items.map(({ discount }) => discount?.amount ?? 0)),
      tax,
      rounding,
      total: type === 'void' ? 0 : net + (rounding ?? 0),
    },
    payment: { method: tender, last4: tender === 'cash' || tender === 'transfer' ? undefined : last4 },
    source: { platform: draft.ids.platform, externalId: draft.ids.externalId },
    customer: customerOf(law, draft, localDay(timestamp), options.unusual === true),
    linkedTransaction: draft.linked ?? (type === 'sale' ? undefined : { originalTransactionId: 'txn_1' }),
    extensions: draft.extensions,
    channel: channelOf(draft),
  };
}

/**
 * The customer, without the fields that require an invoice on the document's date, unless the options request warnings.
 */
function customerOf(
  { obligations = [] }: ReceiptLaw,
  draft: TransactionParts,
  day: string,
  unusual: boolean,
): TransactionParts['customer'] {
  const { country } = draft.destination;
  const customer = country === undefined ? draft.customer : { ...draft.customer, country };
  if (customer === undefined || unusual) return customer;
  const invoiced = obligations.filter((row) => row.code === 'invoice_needed' && rowOn([row], day) !== undefined);
  const without = invoiced.map(({ when }) => [when!.present.replace('customer.', ''), undefined] as const);
  return Object.assign({ ...customer }, Object.fromEntries(without));
}

const channelOf = ({ destination, root }: TransactionParts): string | undefined =>
  destination.country === undefined ? root.channel : 'ecommerce';

function jurisdictionsOf({ jurisdictions, drifting }: TransactionParts, lines: number, tax: number) {
  if (jurisdictions === undefined || jurisdictions.length === 0) return jurisdictions;
  return shared(jurisdictions, tax, drifting ? allowedDrift(jurisdictions.length, lines) + 1 : 0);
}

interface Figures {
  readonly items: readonly LineItem[];
  readonly summary: readonly TaxSummaryEntry[];
  readonly subtotal: number;
  readonly tax: number;
  /** The total before cash rounding. */
  readonly net: number;
  readonly rounding: number | undefined;
}

type FiguresOn = (day: string) => Figures | undefined;

/** The timestamp, currency and figures for the first possible day that the law covers. */
function dated(
  law: ReceiptLaw,
  draft: TransactionParts,
  options: TransactionOptions,
  figuresOn: FiguresOn,
): { timestamp: string; currency: string; figures: Figures } {
  for (const timestamp of timestampsOf(law, draft, options)) {
    const day = localDay(timestamp);
    const currency = currencyOn(law, draft, day);
    const figures = currency === undefined ? undefined : figuresOn(day);
    if (currency !== undefined && figures !== undefined) return { timestamp, currency, figures };
  }
  const { scheme, country } = draft.destination;
  const rates = country === undefined ? scheme : `${scheme} ${country}`;
  throw new UsageError(
    'invalid_option',
    'options',
    `${law.country} has no currency, or ${rates} no rate that the options allow, on ${draft.root.timestamp}: change rates, timestamps, productTaxClass or rateWindows`,
  );
}

/**
 * The timestamps to try: the generated one, or the same time on a day when the law changes; then the same time on days
 * in the law's other periods.
 */
function* timestampsOf(
  law: ReceiptLaw,
  { root, edge, destination }: TransactionParts,
  options: TransactionOptions,
): Iterable<string> {
  const { timestamp } = root;
  const within = daysOf(options);
  if (within === undefined || edge === undefined) yield timestamp;
  if (within === undefined) return;
  const edges = [...edgesOfTables(destination.tables, within), ...edgesOfLaw(law, within)];
  if (edge !== undefined) yield edges.length === 0 ? timestamp : onDay(timestamp, edges[edge % edges.length]!);
  for (const day of [...edges, within.from]) yield onDay(timestamp, day);
}

const known = new WeakMap<ReceiptLaw, readonly string[]>();

/** The days in a period when the currency or cash rounding changes, and the adjacent days. */
function edgesOfLaw(law: ReceiptLaw, within: Days): readonly string[] {
  const all = known.get(law) ?? edgesOf([...law.currencies, ...law.cashRounding]);
  known.set(law, all);
  return all.filter((day) => isWithin(within, day));
}

/** The currency in use on a day. A correction may use any of the law's current or former currencies. */
function currencyOn(
  { currencies }: ReceiptLaw,
  { type, currency: pick }: TransactionParts,
  day: string,
): string | undefined {
  const current = rowOn(currencies, day)?.code;
  if (type === 'sale') return current;
  return pick === undefined ? (current ?? currencies.at(-1)!.code) : currencies[pick % currencies.length]!.code;
}

function figuresFor(
  law: ReceiptLaw,
  draft: TransactionParts,
  options: TransactionOptions,
  headroom: Headroom,
): FiguresOn {
  const { type, destination, pricesIncludeTax } = draft;
  const twice = twiceTolerance(law, draft);
  const largest = largestAmount(law, draft, options, twice, headroom.spare);
  const enforced = options.rateWindows === 'enforce' && destination.tables.length > 0;
  const original = options.original && localDay(options.original.timestamp);
  return (day) => {
    // Returned goods were taxed when they were sold.
    const ofLine = (amount: number) => (type === 'sale' || (type === 'exchange' && amount >= 0) ? day : original);
    const dayOf = enforced ? ofLine : () => undefined;
    const style = { destination, pricesIncludeTax, dayOf, largest, twice, options, unit: unitOf(law) };
    const figures = figuresOf(law, draft, style);
    if (figures === undefined) return undefined;
    const rounded = { ...figures, rounding: roundingOn(law, draft, options, headroom, day, figures.net) };
    const most = mostCash(law, draft, options);
    const isTooMuch = rounded.net + (rounded.rounding ?? 0) > most;
    if (!isTooMuch && !isEmptyRefund(draft, options, rounded)) return rounded;
    const lines = isTooMuch ? cheaper(draft.lines, most) : dearer(draft.lines, options.returned === true);
    const full = figuresOf(law, { ...draft, lines }, style);
    return full && { ...full, rounding: roundingOn(law, draft, options, headroom, day, full.net) };
  };
}

/** The largest total below every cash limit that the rules check; no limit if the options request warnings. */
function mostCash(
  { cashLimits = [] }: ReceiptLaw,
  { type, tender }: TransactionParts,
  { unusual }: TransactionOptions,
): number {
  if (tender !== 'cash' || unusual === true || (type !== 'sale' && type !== 'exchange')) return Infinity;
  const limits = cashLimits.filter(({ level }) => level === 'warning').map(({ limit }) => limit - 1);
  return Math.min(Infinity, ...limits);
}

/** Whether the document refunds nothing, which causes a warning. */
function isEmptyRefund(
  { type }: TransactionParts,
  { unusual }: TransactionOptions,
  { net, rounding = 0 }: Figures,
): boolean {
  return unusual !== true && (type === 'refund' || type === 'credit_note') && net + rounding === 0;
}

function roundingOn(
  law: ReceiptLaw,
  draft: TransactionParts,
  { unusual = false }: TransactionOptions,
  headroom: Headroom,
  day: string,
  net: number,
): number | undefined {
  const { type, tender, rounding, tieDown, farther, partRounding: pick } = draft;
  const business = isBusiness(draft.customer);
  const small = draft.small && headroom.small;
  const channel = channelOf(draft);
  const unit = unitOf(law);
  const wish = { type, tender, business, channel, rounding, tieDown, farther, small, pick, unusual, unit };
  return roundingOf(rowOn(law.cashRounding, day), wish, net);
}

function figuresOf(
  law: ReceiptLaw,
  draft: TransactionParts,
  style: LineStyle,
  calm = false,
): Omit<Figures, 'rounding'> | undefined {
  const { type, lines } = draft;
  const { options, pricesIncludeTax: including } = style;
  const items: LineItem[] = [];
  for (const [i, line] of lines.entries()) {
    const item = lineOf(line, i, style);
    if (item === undefined) return undefined;
    items.push(item);
  }
  const summary = summaryOf(items, draft, law, style);
  const subtotal = sum(items.map(({ amount }) => amount));
  const tax = sum(summary.map(({ taxAmount }) => taxAmount));
  const net = type === 'void' ? 0 : subtotal + (including ? 0 : tax);
  if (net < 0 && type !== 'exchange' && !calm) {
    // The total must not be negative, so remove all returns except those that the options require.
    const calmer = options.returned === true ? outweighed(lines) : withoutReturns(lines);
    return figuresOf(law, { ...draft, lines: calmer }, style, true);
  }
  return { items, summary, subtotal, tax, net };
}

/** The smallest amount that can be charged, in minor units. */
const unitOf = ({ currencies }: ReceiptLaw): number => Math.max(...currencies.map(({ unit = 1 }) => unit));

/** Twice the tolerated difference between a line's stated and exact tax. */
function twiceTolerance({ tax: { lineTolerance = 1 } }: ReceiptLaw, { jurisdictions = [] }: TransactionParts): number {
  if (lineTolerance !== 'perJurisdiction') return 2 * lineTolerance;
  return jurisdictions.length === 0 ? 4 : Math.max(2, jurisdictions.length);
}

/** Twice the tolerated difference between a summary entry and its lines. */
function twiceOfEntry({ tax: { lineTolerance } }: ReceiptLaw, lines: number): number {
  return (lines + 1) * (typeof lineTolerance === 'number' ? 2 * lineTolerance : 1);
}

/** The largest line amount that keeps all sums, including VAT and rounding, safe integers. */
function largestAmount(
  law: ReceiptLaw,
  draft: TransactionParts,
  { deviating }: TransactionOptions,
  twice: number,
  spare: number,
): number {
  const { lines, destination, pricesIncludeTax, tender, rounding, jurisdictions = [] } = draft;
  const rounded = tender === 'cash' || rounding === 'grid' ? mostRounding(law) : 0;
  const off = deviating === true ? twiceOfEntry(law, lines.length) + twice + 22 : 0;
  const drift = draft.drifting ? jurisdictions.length + lines.length + 2 : 0;
  const available = Number.MAX_SAFE_INTEGER - rounded - off - drift - spare;
  if (pricesIncludeTax) return Math.floor(available / lines.length);
  // The constants leave room for the rounding of each line's VAT and of this quotient.
  return Math.floor((available - 4 * lines.length - 8) / (1 + Math.max(...destination.rates) / 100) / lines.length);
}

function summaryOf(
  items: readonly LineItem[],
  draft: TransactionParts,
  law: ReceiptLaw,
  style: LineStyle,
): TaxSummaryEntry[] {
  const { pricesIncludeTax: including, options } = style;
  const groups = new Map<string, LineItem[]>();
  for (const item of items) {
    const pair = `${item.taxRate} ${item.taxCategory}`;
    groups.set(pair, [...(groups.get(pair) ?? []), item]);
  }
  const entries = [...groups.values()].map((lines, j): TaxSummaryEntry => {
    const { taxRate: rate, taxCategory: category } = lines[0]!;
    const amount = sum(lines.map((line) => line.amount));
    const perLine = sum(lines.map((line) => line.taxAmount));
    const twice = twiceOfEntry(law, lines.length);
    const drift = options.deviating === true && j === 0 ? Math.floor(twice / 2) + 1 : 0;
    const perGroup = vatOf(amount, rate, including);
    // The deviations of several lines may add up to more than the tolerance for their summary entry.
    const near = (including || style.unit === 1) && 2 * Math.abs(perGroup - perLine) <= twice;
    const taxAmount = (draft.perGroup && near && options.deviating !== true ? perGroup : perLine) + drift;
    return { rate, category, label: draft.label, taxableAmount: including ? amount - taxAmount : amount, taxAmount };
  });
  return draft.reversedSummary ? entries.reverse() : entries;
}
