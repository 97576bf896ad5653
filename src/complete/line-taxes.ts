import { absolute } from '../money/decimal.js';
import { roundedLineTax } from '../money/line-tax.js';
import { exactTax } from '../money/tax.js';
import { withRest } from './allocate.js';
import { halfAway } from './exact.js';
import type { Line, Work } from './work.js';

/** Computes the tax of every line that does not state it. */
export function taxLines(work: Work, policy: 'line' | 'group'): void {
  const including = work.pricesIncludeTax;
  if (including === undefined) return;
  if (policy === 'group') {
    for (const group of groupsOf(work.lines.filter(isFree))) taxGroup(group, including);
  }
  work.lines.forEach((line, i) => {
    if (!isFree(line) || line.taxAmount !== undefined) return;
    line.taxAmount = roundedLineTax(line.amount!, line.rate!, including) ?? work.beyond(['items', i, 'taxAmount']);
  });
}

const isFree = ({ item, amount, rate }: Line): boolean => item.taxAmount === undefined && amount !== undefined && rate !== undefined;

/** The lines that share rate, category and sign. */
function groupsOf(lines: readonly Line[]): Iterable<Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.category === undefined) continue;
    const key = `${line.rate} ${line.category} ${line.amount! < 0 ? '-' : '+'}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return groups.values();
}

/** Rounds the sum of the exact taxes, and each line down or up so that they add up to it. */
function taxGroup(lines: readonly Line[], including: boolean): void {
  const exact = lines.map(({ amount, rate }) => exactTax(amount!, rate!, including));
  const { whole } = exact[0]!;
  if (whole <= 0n) return;
  const parts = exact.map(({ part }) => absolute(part));
  const sum = halfAway(parts.reduce((all, part) => all + part, 0n), whole);
  withRest(parts, whole, sum).forEach((tax, i) => {
    if (Number.isSafeInteger(tax)) lines[i]!.taxAmount = exact[i]!.part < 0n && tax !== 0 ? -tax : tax;
  });
}
