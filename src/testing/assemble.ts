import type { LineItem, TaxSummaryEntry } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { sum, vatOf } from './exact.js';
import { lineOf, outweighed, withoutReturns, type LineStyle } from './lines.js';
import type { TransactionOptions } from './options.js';
import { roundingStep, roundsElectronic } from './pack-facts.js';
import type { Sketch } from './sketch.js';
import { daysOf, onDay } from './times.js';
import { edgesOf } from './windows.js';

const US = 'US_SALES_TAX';

/**
 * Writes a sketch out as a document; fields that it leaves out are undefined.
 *
 * @param spare how far all figures stay from the largest safe integer, for what a change adds to them
 * @throws TypeError where rates must hold on the date, and none of them does on any day that may be chosen
 */
export function assemble(pack: RulePack, sketch: Sketch, options: TransactionOptions, spare: number): object {
  const { type, market, root } = sketch;
  const pricesIncludeTax = options.pricesIncludeTax ?? (sketch.pricesIncludeTax && market.scheme !== US);
  const largest = largestAmount(pack, sketch, options, pricesIncludeTax, spare);
  const style = { market, pricesIncludeTax, largest, options };
  const { timestamp, figures } = dated(sketch, options, (day) => figuresOf(pack, sketch, { ...style, day }));
  const { items, summary, rounding, subtotal, tax, net } = figures;
  const oss = market.country !== undefined;
  return {
    type,
    settled: (type !== 'void') !== sketch.oddlySettled,
    receiptNumber: root.receiptNumber,
    timestamp,
    currency: pack.currency,
    profileId: root.profileId,
    documentTier: root.documentTier,
    schemaVersion: root.schemaVersion,
    locale: root.locale,
    metadata: root.metadata,
    vendor: { id: sketch.ids.vendor, locationName: sketch.locationName },
    items,
    tax: {
      scheme: market.scheme,
      pricesIncludeTax,
      reverseCharge: items.some(({ taxCategory }) => taxCategory === 'AE') ? true : undefined,
      summary,
      jurisdictions:
        market.scheme === US && sketch.perGroup ? [{ level: 'state', name: 'NY', rate: 4, taxAmount: tax }] : undefined,
    },
    totals: {
      subtotal,
      discount: sum(items.map(({ discount }) => discount?.amount ?? 0)),
      tax,
      rounding,
      total: type === 'void' ? 0 : net + (rounding ?? 0),
    },
    payment: { method: sketch.tender, last4: sketch.last4 },
    source: { platform: sketch.ids.platform, externalId: sketch.ids.externalId },
    customer: oss ? { ...sketch.customer, country: market.country } : sketch.customer,
    linkedTransaction: sketch.linked ?? (type === 'sale' ? undefined : { originalTransactionId: 'txn_1' }),
    extensions: sketch.extensions,
    channel: oss ? 'ecommerce' : root.channel,
  };
}

interface Figures {
  readonly items: readonly LineItem[];
  readonly summary: readonly TaxSummaryEntry[];
  readonly subtotal: number;
  readonly tax: number;
  /** The total before rounding. */
  readonly net: number;
  readonly rounding: number | undefined;
}

/** The timestamp and the figures of the first day of those to choose from that there are rates for. */
function dated(
  sketch: Sketch,
  options: TransactionOptions,
  figures: (day: string | undefined) => Figures | undefined,
): { timestamp: string; figures: Figures } {
  const enforced = options.rateWindows === 'enforce';
  for (const timestamp of timestampsOf(sketch, options)) {
    const found = figures(enforced ? timestamp.slice(0, 10) : undefined);
    if (found !== undefined) return { timestamp, figures: found };
  }
  const { scheme, country } = sketch.market;
  const rates = country === undefined ? scheme : `${scheme} ${country}`;
  throw new TypeError(
    `no rate of ${rates} that the options leave held on ${sketch.root.timestamp}: give rates, timestamps, itemClass or rateWindows`,
  );
}

/** The drawn timestamp, or the same on a day on which rates change; after that the days on which others hold. */
function* timestampsOf({ root: { timestamp }, edge, market }: Sketch, options: TransactionOptions): Iterable<string> {
  const within = daysOf(options);
  if (within === undefined || edge === undefined) yield timestamp;
  if (within === undefined) return;
  const edges = edgesOf(market.table, within);
  if (edge !== undefined) yield edges.length === 0 ? timestamp : onDay(timestamp, edges[edge % edges.length]!);
  for (const day of [...edges, within.from]) yield onDay(timestamp, day);
}

function figuresOf(pack: RulePack, sketch: Sketch, style: LineStyle, calm = false): Figures | undefined {
  const { type, lines } = sketch;
  const { options, pricesIncludeTax: including } = style;
  const items: LineItem[] = [];
  for (const [i, line] of lines.entries()) {
    const item = lineOf(line, i, style);
    if (item === undefined) return undefined;
    items.push(item);
  }
  const summary = summaryOf(items, sketch, options, including);
  const subtotal = sum(items.map(({ amount }) => amount));
  const tax = sum(summary.map(({ taxAmount }) => taxAmount));
  const net = type === 'void' ? 0 : subtotal + (including ? 0 : tax);
  if (net < 0 && type !== 'exchange' && !calm) {
    // What must not be negative takes nothing back, or as little as the options ask for.
    const calmer = options.returned === true ? outweighed(lines) : withoutReturns(lines);
    return figuresOf(pack, { ...sketch, lines: calmer }, style, true);
  }
  return { items, summary, subtotal, tax, net, rounding: roundingOf(pack, sketch, net) };
}

/** The largest amount that every line may have at once, so that all sums, VAT and rounding included, stay safe integers. */
function largestAmount(
  pack: RulePack,
  { lines, market, tender, rounding }: Sketch,
  { deviating }: TransactionOptions,
  including: boolean,
  spare: number,
): number {
  const rounded = tender === 'cash' || rounding === 'grid' ? roundingStep(pack) : 0;
  const off = deviating === true ? 2 * lines.length + 20 : 0;
  const room = Number.MAX_SAFE_INTEGER - rounded - off - spare;
  if (including) return Math.floor(room / lines.length);
  // Each line's VAT is rounded, and so is this quotient.
  return Math.floor((room - 4 * lines.length - 8) / (1 + Math.max(...market.rates) / 100) / lines.length);
}

function summaryOf(
  items: readonly LineItem[],
  sketch: Sketch,
  options: TransactionOptions,
  including: boolean,
): TaxSummaryEntry[] {
  const groups = new Map<string, LineItem[]>();
  for (const item of items) {
    const pair = `${item.taxRate} ${item.taxCategory}`;
    groups.set(pair, [...(groups.get(pair) ?? []), item]);
  }
  const entries = [...groups.values()].map((lines, j): TaxSummaryEntry => {
    const { taxRate: rate, taxCategory: category } = lines[0]!;
    const amount = sum(lines.map((line) => line.amount));
    const perLine = sum(lines.map((line) => line.taxAmount));
    const drift = options.deviating === true && j === 0 ? lines.length + 2 : 0;
    const perGroup = vatOf(amount, rate, including);
    // VAT that lines state one off may add up to more than the tolerance of a group.
    const near = 2 * Math.abs(perGroup - perLine) <= lines.length + 1;
    const taxAmount = (sketch.perGroup && near && options.deviating !== true ? perGroup : perLine) + drift;
    return { rate, category, label: sketch.label, taxableAmount: including ? amount - taxAmount : amount, taxAmount };
  });
  return sketch.reversedSummary ? entries.reverse() : entries;
}

const ELECTRONIC: readonly Sketch['tender'][] = ['card', 'mobile', 'transfer'];

/** To the nearest step of the grid, a tie either way. */
function roundingOf(pack: RulePack, sketch: Sketch, net: number): number | undefined {
  const { type, tender, rounding, tieDown, voidRounding = 0 } = sketch;
  const may = roundsElectronic(pack) || !ELECTRONIC.includes(tender);
  if (tender !== 'cash' && rounding === 'none') return undefined;
  if (tender !== 'cash' && (rounding === 'zero' || !may)) return 0;
  const step = roundingStep(pack);
  if (type === 'void') return halfStepAtMost(voidRounding, step);
  const above = ((net % step) + step) % step;
  const down = 2 * above < step || (2 * above === step && tieDown);
  return above === 0 ? 0 : down ? -above : step - above;
}

/** One of the integers up to half a step either way, 0 for 0. */
function halfStepAtMost(pick: number, step: number): number {
  const half = Math.floor(step / 2);
  const value = pick % (2 * half + 1);
  return value <= half ? value : half - value;
}
