import { sumAsWritten } from '../money/decimal.js';
import { shares } from './allocate.js';
import { sumOf } from './exact.js';
import { fieldsOf, figure, finite, type CompletionContext } from './completion-context.js';

/**
 * Divides the document's tax among its jurisdictions if all taxed lines have the same rate, and the jurisdictions'
 * rates add up to that rate. Otherwise, only the caller knows which jurisdiction taxes which line.
 */
export function fillJurisdictions(context: CompletionContext, given: readonly unknown[] = []): void {
  if (context.lines.some(({ taxes }) => taxes?.some(({ level }) => level !== undefined))) {
    sumJurisdictions(context);
    return;
  }
  const list = fieldsOf(context.root.tax)?.jurisdictions;
  fillGiven(context, list);
  // Restores the given amounts of jurisdictions whose amounts could not be computed.
  if (Array.isArray(list))
    list.map(fieldsOf).forEach((entry, i) => {
      if (entry !== undefined && entry.taxAmount === undefined && given[i] !== undefined) entry.taxAmount = given[i];
    });
}

/** Adds up the taxes of all lines by jurisdiction, in the order in which jurisdictions first occur. */
function sumJurisdictions(context: CompletionContext): void {
  const tax = fieldsOf(context.root.tax);
  if (tax === undefined) return;
  if (tax.jurisdictions !== undefined) {
    context.report(['tax', 'jurisdictions'], 'not_allowed', 'follow from the taxes on the lines. Omit one of the two');
    return;
  }
  const all: { level: unknown; name: string; rate: number; taxAmount: number }[] = [];
  for (const { taxes = [], taxAmount } of context.lines) {
    if (taxAmount === undefined) return;
    const stated = taxes.map(({ amount }) => amount);
    const rates = taxes.map(({ rate }) => rate);
    const isStated = !stated.includes(undefined) && sumOf(stated) === taxAmount;
    const parts = isStated ? stated : rates.some((rate) => rate > 0) ? shares(taxAmount, rates) : rates;
    taxes.forEach(({ level, name, rate }, m) => {
      if (level === undefined) return;
      const entry = all.find((one) => one.level === level && one.name === name && one.rate === rate);
      if (entry === undefined) all.push({ level, name, rate, taxAmount: parts[m]! });
      else entry.taxAmount += parts[m]!;
    });
  }
  tax.jurisdictions = all;
  context.fill('tax.jurisdictions');
}

function fillGiven(context: CompletionContext, list: unknown): void {
  const tax = figure(fieldsOf(context.root.totals)?.tax);
  if (!Array.isArray(list) || tax === undefined) return;
  const entries = list.map(fieldsOf);
  const rates = entries.map((entry) => finite(entry?.rate));
  const taxed = new Set(context.lines.map(({ rate }) => rate).filter((rate) => rate !== 0));
  const [rate] = taxed;
  if (taxed.size !== 1 || rate === undefined || rates.some((one) => one === undefined || one < 0)) return;
  if (sumAsWritten(rates as number[]) !== rate) return;
  shares(tax, rates as number[]).forEach((share, i) => {
    if (entries[i]!.taxAmount !== undefined) return;
    entries[i]!.taxAmount = share;
    context.fill(`tax.jurisdictions[${i}].taxAmount`);
  });
}
