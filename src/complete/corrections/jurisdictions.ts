import { sumAsWritten } from '../../money/decimal.js';
import { shares } from '../allocate.js';
import { fieldsOf, figure, finite, type Fields } from '../completion-context.js';
import type { DraftLineTax } from '../types.js';
import type { ParsedDocument, ParsedLine } from './document.js';

/** Limits of the search: the number of jurisdictions, and the number of combinations to try. */
const MOST = 10;
const MOST_WAYS = 1000;

/**
 * Divides the returned tax of each line among the jurisdictions that taxed the line in the sale, and finds them by
 * their rates. If that fails, divides the total tax in proportion to the jurisdictions' shares in the sale.
 *
 * @param isOwn whether all lines sold in an exchange state their jurisdictions; undefined for any other correction
 */
export function addJurisdictions(
  draft: Fields,
  sale: ParsedDocument,
  lines: readonly ParsedLine[],
  isOwn: boolean | undefined,
): void {
  const { jurisdictions } = fieldsOf(sale.root.tax)!;
  const list = Array.isArray(jurisdictions) ? jurisdictions.map((entry) => fieldsOf(entry) ?? {}) : [];
  const weights = list.map((entry) => figure(entry.taxAmount) ?? -1);
  const isShared = weights.some((weight) => weight > 0) && weights.every((weight) => weight >= 0);
  if (!isShared || isOwn === false) return;
  const sum = taxOf(lines);
  const whole = taxOf(sale.lines);
  if (sum !== whole || isOwn) {
    const found = taxesByRate(sale, list, weights);
    // The lines sold in an exchange state their own taxes.
    const items = (draft.items as Fields[])
      .slice(0, isOwn ? lines.length : undefined)
      .filter(({ taxAmount }) => taxAmount !== 0);
    if (found !== undefined && items.length > 0 && items.every(({ taxRate }) => found.has(taxRate))) {
      for (const item of items) item.taxes = found.get(item.taxRate);
      return;
    }
  }
  if (!Number.isSafeInteger(sum) || isOwn) return;
  // The sale might state only some of the jurisdictions.
  const parts = shares(sum, [...weights, Math.max(0, whole - weights.reduce((all, weight) => all + weight, 0))]);
  (draft.tax as Fields).jurisdictions = list.map((entry, i) => ({ ...entry, taxAmount: parts[i] }));
}

const taxOf = (lines: readonly ParsedLine[]): number => lines.reduce((all, { taxAmount }) => all + taxAmount, 0);

/**
 * For each rate, finds jurisdictions whose rates add up to it. Of several solutions, chooses the one whose taxes are
 * closest to the sale's; they must be equal except for rounding.
 */
function taxesByRate(
  { lines }: ParsedDocument,
  list: readonly Fields[],
  weights: readonly number[],
): ReadonlyMap<unknown, readonly DraftLineTax[]> | undefined {
  const all = list.map(({ level, name, rate }) => ({ level, name, rate }) as DraftLineTax);
  if (all.length > MOST || all.some(({ rate }) => (finite(rate) ?? -1) < 0)) return undefined;
  const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((__, i) => (bits & (2 ** i)) !== 0));
  const taxes = new Map<number, number>();
  for (const { rate, taxAmount } of lines) taxes.set(rate, (taxes.get(rate) ?? 0) + taxAmount);
  const found = new Map<unknown, readonly DraftLineTax[]>();
  let best: typeof found | undefined;
  let [least, ways] = [lines.length + 1, 0];
  const choose = ([first, ...others]: readonly (readonly [number, number])[], open: readonly number[]): void => {
    if (first === undefined) {
      const off = Math.max(...open.map(Math.abs));
      if (off < least) [best, least] = [new Map(found), off];
      return;
    }
    const [rate, tax] = first;
    for (const set of sets) {
      const rates = set.map((one) => one.rate);
      if (sumAsWritten(rates) !== rate || ++ways > MOST_WAYS) continue;
      const rest = [...open];
      shares(tax, rates).forEach((part, m) => (rest[all.indexOf(set[m]!)]! -= part));
      found.set(rate, set);
      choose(others, rest);
    }
  };
  choose(
    [...taxes].filter(([rate, tax]) => rate > 0 && tax !== 0),
    weights,
  );
  return best;
}
