import type { Issue } from '../issues/issue.js';
import type { Edit, Repairs } from './repairs.js';
import type { Path } from './revision.js';
import { amountOf, isMoney, isNumber, rounded, sumOf, taxOf, type Line, type View } from './view.js';

const INPUTS: readonly unknown[] = ['amount', 'quantity', 'unitPrice', 'discount', 'taxAmount', 'taxRate'];
const TAXED: readonly unknown[] = ['taxAmount', 'taxRate', 'amount', 'taxCategory'];

/** What an issue in a line suggests for the figures of the line. */
export function suggestLine(repairs: Repairs, issue: Issue): void {
  const [, index, name] = issue.path;
  if (issue.path[0] !== 'items' || typeof index !== 'number') return;
  const line = repairs.view.lines[index];
  if (line?.isObject !== true) return;
  if (name === 'taxCategory' && ['invalid_value', 'required', 'invalid_type'].includes(issue.code)) {
    for (const entry of repairs.view.entries) {
      if (entry.isObject && entry.rate === line.taxRate && typeof entry.category === 'string') {
        repairs.field('category', 'of entry', 0.98, issue.path, entry.category, 'The category is that of the summary', {
          variant: entry.category,
        });
      }
    }
  }
  if (INPUTS.includes(name)) suggestInputs(repairs, issue, line, index);
  if (!TAXED.includes(name)) return;
  suggestTax(repairs, issue, line, index);
  suggestRates(repairs, issue, line, index);
  suggestCategory(repairs, issue, line, index);
}

const SCALES = [100, 0.01];

function suggestInputs(repairs: Repairs, { code, path }: Issue, line: Line, index: number): void {
  const { quantity, unitPrice, amount, discount } = line;
  const at = (field: string): Path => ['items', index, field];
  const title = 'The amount is not quantity × unitPrice − discount';
  repairs.field('line_amount', 'amount', 1.02, at('amount'), amountOf(line), title);
  const gross = Math.abs(amount) + discount;
  const misfit = (field: string): string => `${field} does not fit the amount`;
  if (quantity !== 0) {
    const price = rounded(gross / Math.abs(quantity)) * (Math.sign(amount) * Math.sign(quantity) || 1);
    repairs.field('line_input', 'unitPrice', 1.12, at('unitPrice'), price, misfit('unitPrice'));
  }
  if (unitPrice !== 0) {
    const sign = Math.sign(amount) * Math.sign(unitPrice) || 1;
    const units = Number((gross / Math.abs(unitPrice)).toFixed(3)) * sign;
    const cost = Number.isInteger(units) ? 1.14 : 1.3;
    if (Math.abs(units) < 1e6) repairs.field('line_input', 'quantity', cost, at('quantity'), units, misfit('quantity'));
  }
  const price = Math.abs(quantity * unitPrice);
  if (code === 'amount_mismatch' && price > Math.abs(amount)) {
    const missing = rounded(price - Math.abs(amount));
    const path =
      line.discount === 0 && line.fields.discount === undefined ? at('discount') : [...at('discount'), 'amount'];
    repairs.field(
      'line_input',
      'discount',
      1.16,
      path,
      path.length === 3 ? { amount: missing } : missing,
      misfit('discount'),
      {
        variant: path.length === 3 ? missing : '',
      },
    );
  }
  if (code === 'amount_mismatch' && discount !== 0 && Math.abs(amount) >= price) {
    repairs.field('line_input', 'no discount', 1.2, at('discount'), undefined, misfit('discount'));
  }
  if (code === 'tax_amount_deviates') return;
  for (const field of ['unitPrice', 'amount', 'taxAmount'] as const) {
    for (const scale of SCALES) {
      const value = Number((line[field] * scale).toFixed(4));
      if (!isMoney(value)) continue;
      const fault = scale === 100 ? 'in major units, not in minor units' : 'a hundred times too large';
      const title = `${path.length === 0 ? '' : `items[${index}].`}${field} is ${fault}`;
      repairs.field('minor_units', `scale ${scale}`, 0.95, at(field), value, title);
    }
  }
}

function suggestTax(repairs: Repairs, _issue: Issue, line: Line, index: number): void {
  const { pricesIncludeTax, entries, lines } = repairs.view;
  const path = ['items', index, 'taxAmount'];
  if (!repairs.refusedLines.has(index) && pricesIncludeTax !== undefined && line.taxRate >= 0) {
    const tax = taxOf(line.amount, line.taxRate, pricesIncludeTax);
    const isOfOther = Math.abs(line.taxAmount - taxOf(line.amount, line.taxRate, !pricesIncludeTax)) <= 1;
    if (!isOfOther) {
      repairs.field('line_tax', 'tax', 1, path, tax, 'taxAmount does not follow from amount and rate');
    } else if (pricesIncludeTax) {
      repairs.field('tax_of_gross', 'tax of gross', 1, path, tax, 'Tax was computed of the gross amount');
    } else {
      repairs.field('tax_of_net', 'tax of net', 1, path, tax, 'Tax was computed as if prices included it');
    }
  }
  const entry = entries.find(({ pair }) => pair === line.pair);
  if (entry === undefined || !isMoney(entry.taxAmount)) return;
  const others = lines.filter((other) => other !== line && other.pair === line.pair);
  const rest = entry.taxAmount - sumOf(others.map(({ taxAmount }) => taxAmount));
  repairs.field('line_tax', 'tax of entry', 1.03, path, rest, 'taxAmount is not what the summary leaves for the line');
}

/** Every line and entry of a rate, and of a category if it is given, gets another rate. */
function ofRate({ lines, entries }: View, from: number, to: number, category?: unknown): Edit[] {
  const isMeant = (rate: number, other: unknown): boolean =>
    rate === from && (category === undefined || other === category);
  return [
    ...lines.flatMap((line, i): Edit[] =>
      isMeant(line.taxRate, line.category) ? [{ path: ['items', i, 'taxRate'], value: to }] : [],
    ),
    ...entries.flatMap((entry, j): Edit[] =>
      isMeant(entry.rate, entry.category) ? [{ path: ['tax', 'summary', j, 'rate'], value: to }] : [],
    ),
  ];
}

function suggestRates(repairs: Repairs, { code }: Issue, line: Line, index: number): void {
  const { view, today } = repairs;
  const { pricesIncludeTax, entries, lines } = view;
  const { amount, taxRate, taxAmount } = line;
  const path = ['items', index, 'taxRate'];
  const isOfTax = (rate: number): boolean => Math.abs(taxOf(amount, rate, pricesIncludeTax) - taxAmount) <= 1;
  const title = (rate: number): string => `The tax is that of ${rate} %`;
  if (isNumber(amount) && isNumber(taxAmount) && taxAmount !== 0) {
    const implied = (100 * taxAmount) / (pricesIncludeTax === true ? amount - taxAmount : amount);
    const known = [...today.rates, ...entries.map(({ rate }) => rate), ...lines.map((other) => other.taxRate)];
    const fitting = [...new Set(known)]
      .filter((rate) => rate > 0 && rate !== taxRate && isOfTax(rate))
      .sort((a, b) => Math.abs(a - implied) - Math.abs(b - implied));
    for (const rate of fitting.slice(0, 3)) {
      repairs.field('rate_of_line', 'rate', 1.02, path, rate, title(rate), { variant: rate });
      if (isNumber(taxRate))
        repairs.fields('rate_of_line', 1.02, ofRate(view, taxRate, rate, line.category), title(rate));
    }
  }
  const isUsed = (rate: number): boolean => lines.some((other) => other !== line && other.taxRate === rate);
  if (code === 'invalid_rate' || code === 'invalid_type' || code === 'required') {
    for (const { isObject, rate } of entries) {
      if (
        isObject &&
        !lines.some((other) => (code === 'invalid_rate' || other !== line) && other.taxRate === rate) &&
        !isUsed(rate)
      ) {
        repairs.field('rate_of_line', 'rate of entry', 1, path, rate, `The rate is ${rate} %, as in the summary`, {
          variant: rate,
        });
      }
    }
  }
  if ((code === 'invalid_type' || code === 'required') && isNumber(amount) && isNumber(taxAmount)) {
    for (const rate of new Set([...entries.map((entry) => entry.rate), ...today.ratesToday])) {
      const cost = entries.some((entry) => entry.rate === rate) ? 1 : 1.1;
      if (isOfTax(rate)) repairs.field('rate_of_line', 'rate', cost, path, rate, title(rate), { variant: rate });
    }
  }
  if (code === 'invalid_rate') suggestRateOfDay(repairs, line, index);
}

function suggestRateOfDay(repairs: Repairs, { taxRate, amount, taxAmount }: Line, index: number): void {
  const { view, today } = repairs;
  if (!isNumber(taxRate)) return;
  for (const rate of new Set([0, ...today.ratesToday])) {
    if (rate === taxRate) continue;
    const title = `${taxRate} % is ${rate} %${goodsOf(repairs, rate)}`;
    repairs.fields('rate_of_line', 1.5, ofRate(view, taxRate, rate), title, { isGuess: true });
  }
  if (taxRate <= 100) return;
  const title = 'Rates are hundredths of a percent';
  if (Math.abs(taxOf(amount, taxRate / 100, view.pricesIncludeTax) - taxAmount) <= 2) {
    const rates = new Set([...view.lines.map((line) => line.taxRate), ...view.entries.map(({ rate }) => rate)]);
    const edits = [...rates].filter((rate) => rate > 100).flatMap((rate) => ofRate(view, rate, rate / 100));
    repairs.fields('rate_hundredfold', 0.95, edits, title);
  }
  if (today.rates.includes(taxRate / 100)) {
    repairs.field('rate_hundredfold', 'hundredth', 1, ['items', index, 'taxRate'], taxRate / 100, title, {
      variant: taxRate,
    });
  }
}

/** The goods that the rate holds for on the day, if it does not hold for others too. */
function goodsOf({ today }: Repairs, rate: number): string {
  const rows = today.rows.filter((row) => row.rate === rate);
  const classes = rows.flatMap(({ productTaxClass }) => productTaxClass ?? []);
  if (classes.length === 0 || classes.length < rows.length) return '';
  return ` (${[...new Set(classes)].map((name) => name.replaceAll('_', ' ')).join(', ')})`;
}

function suggestCategory(repairs: Repairs, { code }: Issue, { taxRate, category }: Line, index: number): void {
  if (code !== 'category_rate' || !isNumber(taxRate) || typeof category !== 'string') return;
  const { lines, entries } = repairs.view;
  const title = `The category ${category} does not fit the rate`;
  const value = taxRate > 0 ? 'S' : 'Z';
  repairs.field('category', 'category', 1, ['items', index, 'taxCategory'], value, title, {
    isGuess: taxRate === 0,
    variant: value,
  });
  const edits = [
    ...lines.flatMap((line, i): Edit[] =>
      line.taxRate === taxRate && line.category === category ? [{ path: ['items', i, 'taxCategory'], value }] : [],
    ),
    ...entries.flatMap((entry, j): Edit[] =>
      entry.rate === taxRate && entry.category === category ? [{ path: ['tax', 'summary', j, 'category'], value }] : [],
    ),
  ];
  repairs.fields('category', 1, edits, title, { isGuess: taxRate === 0 });
}
