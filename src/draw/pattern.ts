import { labelCell } from './cells.js';
import type { Cell } from './model.js';

const PLACEHOLDER = /\{([\w.]+)\}/;

/**
 * Fills in a pattern such as `{postalCode} {city}`. Omits the text before a missing value. Returns no cells if there
 * are placeholders, but no values for them.
 */
export function filled(pattern: string, cellsOf: (name: string) => readonly Cell[]): Cell[] {
  const parts = pattern.split(PLACEHOLDER);
  if (parts.length === 1) return [labelCell(pattern)];
  const cells: Cell[] = [];
  for (let i = 1; i < parts.length; i += 2) {
    const value = cellsOf(parts[i]!);
    if (value.length === 0) continue;
    const before = parts[i - 1]!;
    if (before !== '' && (i === 1 || cells.length > 0)) cells.push(labelCell(before));
    cells.push(...value);
  }
  const end = parts.at(-1)!;
  return cells.length === 0 || end === '' ? cells : [...cells, labelCell(end)];
}

/**
 * Formats a value with a pattern in which `#` stands for a digit and `@` for a letter: with `### ##`, 11846 becomes
 * `118 46`. If the value does not match, returns it unchanged.
 */
export function inForm(value: string, pattern: string): string {
  const signs = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  // Turns `NO ### ###` into a regular expression with one group per run of # or @; the leading letters are optional.
  const runs = pattern.match(/#+|@+|[A-Z]+/g) ?? [];
  const source = runs.map((run, i) => {
    if (/[#@]/.test(run)) return `(${run.startsWith('#') ? '[0-9]' : '[A-Z]'}{${run.length}})`;
    return i === 0 ? `(?:${run})?` : run;
  });
  const groups = new RegExp(`^${source.join('')}$`).exec(signs)?.slice(1);
  return groups === undefined ? value : pattern.replace(/#+|@+/g, () => groups.shift()!);
}
