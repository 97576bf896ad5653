import { decimalOf, powerOfTen } from '../money/decimal.js';
import { shares } from './allocate.js';
import { fieldsOf, figure, finite, type CompletionContext } from './completion-context.js';

/**
 * Shares the tax of the document among its jurisdictions, if their rates add up to the one rate of the taxed lines.
 * Otherwise only the caller knows which jurisdiction taxes which line.
 */
export function fillJurisdictions(context: CompletionContext): void {
  const list = fieldsOf(context.root.tax)?.jurisdictions;
  const tax = figure(fieldsOf(context.root.totals)?.tax);
  if (!Array.isArray(list) || tax === undefined) return;
  const entries = list.map(fieldsOf);
  const rates = entries.map((entry) => finite(entry?.rate));
  const taxed = new Set(context.lines.map(({ rate }) => rate).filter((rate) => rate !== 0));
  const [rate] = taxed;
  if (taxed.size !== 1 || rate === undefined || rates.some((one) => one === undefined || one < 0)) return;
  if (!addUp(rates as number[], rate)) return;
  shares(tax, rates as number[]).forEach((share, i) => {
    if (entries[i]!.taxAmount !== undefined) return;
    entries[i]!.taxAmount = share;
    context.fill(`tax.jurisdictions[${i}].taxAmount`);
  });
}

function addUp(rates: readonly number[], sum: number): boolean {
  const decimals = [...rates, sum].map(decimalOf);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const [total, ...parts] = decimals
    .map((decimal) => decimal.coefficient * powerOfTen(scale - decimal.scale))
    .reverse();
  return parts.reduce((all, part) => all + part, 0n) === total;
}
