import type { LineItem, TaxSummaryEntry } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { sum, vatOf } from './exact.js';
import { lineOf } from './lines.js';
import type { TransactionOptions } from './options.js';
import { roundingStep, roundsElectronic } from './pack-facts.js';
import type { Sketch } from './sketch.js';

const US = 'US_SALES_TAX';

/** Writes a sketch out as a document; fields that it leaves out are undefined. */
export function assemble(pack: RulePack, sketch: Sketch, options: TransactionOptions): object {
  const { type, market, root } = sketch;
  const pricesIncludeTax = options.pricesIncludeTax ?? (sketch.pricesIncludeTax && market.scheme !== US);
  const figures = figuresOf(pack, sketch, options, pricesIncludeTax);
  const { items, summary, rounding, subtotal, tax, net } = figures;
  const oss = market.country !== undefined;
  return {
    type,
    settled: (type !== 'void') !== sketch.oddlySettled,
    receiptNumber: root.receiptNumber,
    timestamp: root.timestamp,
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
      total: net + (rounding ?? 0),
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

/** A document that must not be negative, but would be, takes nothing back. */
function figuresOf(
  pack: RulePack,
  sketch: Sketch,
  options: TransactionOptions,
  including: boolean,
  returns = true,
): Figures {
  const { type, market } = sketch;
  const items = sketch.lines.map((line, i) =>
    lineOf(line, i, { market, pricesIncludeTax: including, returns, options }),
  );
  const summary = summaryOf(items, sketch, options, including);
  const subtotal = sum(items.map(({ amount }) => amount));
  const tax = sum(summary.map(({ taxAmount }) => taxAmount));
  const net = type === 'void' ? 0 : subtotal + (including ? 0 : tax);
  if (net < 0 && type !== 'exchange' && returns) return figuresOf(pack, sketch, options, including, false);
  return { items, summary, subtotal, tax, net, rounding: roundingOf(pack, sketch, net) };
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
    const taxAmount =
      (sketch.perGroup && options.deviating !== true ? vatOf(amount, rate, including) : perLine) + drift;
    return { rate, category, label: sketch.label, taxableAmount: including ? amount - taxAmount : amount, taxAmount };
  });
  return sketch.reversedSummary ? entries.reverse() : entries;
}

const ELECTRONIC: readonly Sketch['tender'][] = ['card', 'mobile', 'transfer'];

/** To the nearest step of the grid, a tie either way. */
function roundingOf(pack: RulePack, { tender, rounding, tieDown }: Sketch, net: number): number | undefined {
  const may = roundsElectronic(pack) || !ELECTRONIC.includes(tender);
  if (tender !== 'cash' && rounding === 'none') return undefined;
  if (tender !== 'cash' && (rounding === 'zero' || !may)) return 0;
  const step = roundingStep(pack);
  const above = ((net % step) + step) % step;
  const down = 2 * above < step || (2 * above === step && tieDown);
  return above === 0 ? 0 : down ? -above : step - above;
}
