import { isFigure, isNumber } from '../complete/exact.js';
import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import { goodsText } from './cause-texts.js';
import { isRefusedRate, type Edit, type Repairs } from './repairs.js';
import { isFields, valueAt, type Path } from './revision.js';
import { amountOf, fieldsOf, rounded, taxOf, type Line } from './view.js';

const INPUTS: readonly unknown[] = ['amount', 'quantity', 'unitPrice', 'discount', 'taxAmount', 'taxRate'];
const TAXED: readonly unknown[] = ['taxAmount', 'taxRate', 'amount', 'taxCategory'];

/** Categories for rate 0, except AE, which requires other fields too. */
export const UNTAXED = ['Z', 'E', 'O'];

/** Suggests repairs to a line's figures. */
export function suggestLine(repairs: Repairs, issue: Issue): void {
  const [, index, name] = issue.path;
  // Of all paths, only those of lines have an index here.
  if (typeof index !== 'number') return;
  const line = repairs.view.lines[index];
  if (line?.isObject !== true) return;
  if (name === 'taxCategory' && ['invalid_value', 'required', 'invalid_type'].includes(issue.code)) {
    for (const entry of repairs.view.entries) {
      if (entry.isObject && entry.rate === line.taxRate && typeof entry.category === 'string') {
        repairs.field('category', 0.98, issue.path, entry.category, 'The summary has another category', {
          variant: entry.category,
        });
      }
    }
  }
  if (INPUTS.includes(name)) suggestInputs(repairs, issue, line, index);
  if (!TAXED.includes(name)) return;
  suggestTax(repairs, line, index);
  suggestRates(repairs, issue, line, index);
  suggestCategory(repairs, issue, line, index);
}

function suggestInputs(repairs: Repairs, { code, path }: Issue, line: Line, index: number): void {
  const { quantity, unitPrice, amount, discount } = line;
  if (code === 'tax_amount_deviates' && amountOf(line) === amount) return;
  const at = (field: string): Path => ['items', index, field];
  const title = 'The amount is not quantity × unitPrice − discount';
  const { unit } = repairs.today;
  repairs.field('line_amount', 1.02, at('amount'), amountOf(line), title);
  if (unit > 1) {
    const below = Math.floor(amountOf(line) / unit) * unit;
    repairs.field('line_amount', 1.02, at('amount'), below, title, { variant: 'below' });
    repairs.field('line_amount', 1.02, at('amount'), below + unit, title, { variant: 'above' });
  }
  const gross = Math.abs(amount) + discount;
  const misfit = (field: string): string => `${field} does not fit the amount`;
  // A division by 0 has no finite result, and only finite numbers are suggested.
  const price = rounded(gross / Math.abs(quantity)) * (Math.sign(amount) * Math.sign(quantity) || 1);
  repairs.field('line_input', 1.12, at('unitPrice'), price, misfit('unitPrice'), { variant: code });
  const sign = Math.sign(amount) * Math.sign(unitPrice) || 1;
  const units = Number((gross / Math.abs(unitPrice)).toFixed(3)) * sign;
  // A price rarely fits a whole quantity by chance, while any quantity fits some price.
  const cost = Number.isInteger(units) && units !== 0 ? 1.1 : 1.3;
  if (Math.abs(units) < 1e6) {
    repairs.field('line_input', cost, at('quantity'), units, misfit('quantity'), { variant: code });
  }
  const missing = rounded(Math.abs(quantity * unitPrice) - Math.abs(amount));
  if (code === 'amount_mismatch' || path[2] === 'discount') {
    const isWhole = !isFields(line.fields.discount);
    const [to, value] = isWhole ? [at('discount'), { amount: missing }] : [[...at('discount'), 'amount'], missing];
    const variant = isWhole ? missing : '';
    if (missing > 0) repairs.field('line_input', 1.16, to, value, misfit('discount'), { variant });
    else repairs.field('line_input', 1.2, at('discount'), undefined, misfit('discount'));
  }
  if (code === 'tax_amount_deviates') return;
  suggestScale(repairs, at('unitPrice'), (unitPrice) => amountOf({ ...line, unitPrice }) - amount);
  suggestScale(repairs, at('amount'), (value) => amountOf(line) - value);
  const tax = taxOf(amount, line.taxRate, repairs.view.pricesIncludeTax);
  suggestScale(repairs, at('taxAmount'), (value) => tax - value);
}

/**
 * Suggests that a figure is in major units, or a hundred times too large.
 *
 * @param offBy the difference between a value and the value that the rest of the line implies
 */
function suggestScale(repairs: Repairs, path: Path, offBy: (value: number) => number): void {
  const stated = valueAt(repairs.view.document, path);
  if (!isNumber(stated)) return;
  for (const scale of [100, 0.01]) {
    const value = rounded(stated * scale);
    if (isFigure(value) && Math.abs(stated * scale - value) < 1e-4 && Math.abs(offBy(value)) <= 1) {
      const fault = scale > 1 ? 'in major units' : 'a hundred times too large';
      repairs.field('minor_units', 0.95, path, value, `${fieldPath(path)} is ${fault}`);
    }
  }
}

function suggestTax(repairs: Repairs, line: Line, index: number): void {
  const { pricesIncludeTax, entries } = repairs.view;
  const path = ['items', index, 'taxAmount'];
  if (!repairs.refusedLines.has(index) && pricesIncludeTax !== undefined && line.taxRate >= 0) {
    const tax = taxOf(line.amount, line.taxRate, pricesIncludeTax);
    const isOfOther = Math.abs(line.taxAmount - taxOf(line.amount, line.taxRate, !pricesIncludeTax)) <= 1;
    if (!isOfOther) {
      repairs.field('line_tax', 1, path, tax, 'taxAmount does not follow from amount and rate');
    } else if (pricesIncludeTax) {
      repairs.field('tax_of_gross', 1, path, tax, 'Tax was computed on the gross amount');
    } else {
      repairs.field('tax_of_net', 1, path, tax, 'Tax was computed as if prices included it');
    }
  }
  const entry = entries.find(({ pair }) => pair === line.pair);
  if (entry === undefined || !isFigure(entry.taxAmount)) return;
  const rest = entry.taxAmount - repairs.taxBeside(line);
  const title = 'The summary implies a different taxAmount';
  repairs.field('line_tax', 1.03, path, rest, title, { isRest: true });
}

/**
 * Changes the rate or the category of every line and entry that has the rate `from` and, if given, the category. Leaves
 * an entry unchanged if the summary already has one for the new rate: `follow` then moves the figures.
 *
 * @param to a rate, or a category
 */
function ofRate({ linesOf, view }: Repairs, from: number, to: unknown, category?: unknown): Edit[] {
  const { lines, entries } = view;
  const isMeant = (other: unknown): boolean => category === undefined || other === category;
  const isRate = typeof to === 'number';
  return [
    ...(linesOf.get(from) ?? [])
      .filter((i) => isMeant(lines[i]!.category))
      .map((i): Edit => ({ path: ['items', i, isRate ? 'taxRate' : 'taxCategory'], value: to })),
    ...entries.flatMap((entry, j): Edit[] =>
      entry.rate === from &&
      isMeant(entry.category) &&
      !entries.some((one) => one.rate === to && one.category === entry.category)
        ? [{ path: ['tax', 'summary', j, isRate ? 'rate' : 'category'], value: to }]
        : [],
    ),
  ];
}

function suggestRates(repairs: Repairs, { code, expected }: Issue, line: Line, index: number): void {
  const { view } = repairs;
  const { pricesIncludeTax, entries } = view;
  const { amount, taxRate, taxAmount } = line;
  const path = ['items', index, 'taxRate'];
  const isOfTax = (rate: number): boolean => Math.abs(taxOf(amount, rate, pricesIncludeTax) - taxAmount) <= 1;
  const title = (rate: number): string => `The tax matches ${rate} %`;
  if (isNumber(amount) && isNumber(taxAmount)) {
    const implied = (100 * taxAmount) / (pricesIncludeTax === true ? amount - taxAmount : amount);
    const fitting = repairs.rates
      .filter((rate) => rate > 0 === (taxAmount !== 0) && rate !== taxRate && isOfTax(rate))
      .sort((a, b) => Math.abs(a - implied) - Math.abs(b - implied));
    for (const rate of fitting.slice(0, 3)) {
      repairs.field('rate_of_line', 1.02, path, rate, title(rate), { variant: `${taxRate} ${rate}` });
      if (!isNumber(taxRate) || !repairs.once(`rate ${line.pair} ${rate}`)) continue;
      const all = ofRate(repairs, taxRate, rate, line.category);
      // If many more lines have this rate than there are issues, most of those lines are correct.
      if (all.length < repairs.issues.length + 9) repairs.fields('rate_of_line', 1.02, all, title(rate));
    }
  }
  if (isRefusedRate(code) || code === 'invalid_type' || code === 'required') {
    for (const entry of entries) {
      const { isObject, rate } = entry;
      const hasLines = (repairs.linesOf.get(rate)?.length ?? 0) > 0;
      if (isObject && (!hasLines || repairs.restOf(entry).amount === line.amount)) {
        repairs.field('rate_of_line', 1, path, rate, `The rate is ${rate} %, as in the summary`, {
          variant: `${taxRate} ${rate}`,
        });
      }
    }
  }
  if (isRefusedRate(code)) suggestRateOfDay(repairs, expected, line, index);
}

/** @param expected the rates valid on that day, if the issue lists them */
function suggestRateOfDay(
  repairs: Repairs,
  expected: unknown,
  { taxRate, amount, taxAmount }: Line,
  index: number,
): void {
  const { view, today } = repairs;
  if (!isNumber(taxRate)) return;
  const isHome = fieldsOf(view.document.tax).scheme === today.law?.tax.scheme;
  const rates = Array.isArray(expected) ? (expected as number[]) : [...today.ratesToday, 0];
  for (const rate of new Set(rates)) {
    if (rate === taxRate || !repairs.once(`${taxRate} is ${rate}`)) continue;
    const title = `${taxRate} % is ${rate} %${isHome ? goodsText(today, rate) : ''}`;
    const all = ofRate(repairs, taxRate, rate);
    const refused = all.filter(({ path }) => repairs.refusedLines.has(path[1]));
    // The rate might be correct for other goods.
    const isOfAll = refused.length === repairs.linesOf.get(taxRate)?.length;
    repairs.fields('rate_of_line', 1.5, isOfAll ? all : refused, title, { isGuess: rates.length > 1 });
  }
  if (taxRate <= 100) return;
  const title = 'Rates are hundredths of a percent';
  if (Math.abs(taxOf(amount, taxRate / 100, view.pricesIncludeTax) - taxAmount) <= 2 && repairs.once(title)) {
    const stated = [...repairs.linesOf.keys()].filter((rate) => rate > 100);
    const edits = stated.flatMap((rate) => ofRate(repairs, rate, rate / 100));
    repairs.fields('rate_hundredfold', 0.95, edits, title);
  }
  if (today.rates.includes(taxRate / 100)) {
    repairs.field('rate_hundredfold', 1, ['items', index, 'taxRate'], taxRate / 100, title);
  }
}

function suggestCategory(repairs: Repairs, { code }: Issue, { taxRate, category }: Line, index: number): void {
  if (code !== 'category_rate' || !isNumber(taxRate) || typeof category !== 'string') return;
  for (const value of taxRate > 0 ? ['S'] : UNTAXED) {
    const title = `The category is ${value}, not ${category}`;
    const traits = { isGuess: taxRate === 0 };
    repairs.field('category', 1, ['items', index, 'taxCategory'], value, title, traits);
    if (repairs.once(`category ${taxRate} ${category} ${value}`))
      repairs.fields('category', 1, ofRate(repairs, taxRate, value, category), title, traits);
  }
}
