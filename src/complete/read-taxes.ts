import type { Jurisdiction } from '../document/types.generated.js';
import { sumAsWritten } from '../money/decimal.js';
import { show } from '../text/show.js';
import { sumOf } from './exact.js';
import { checkAmount } from './order-discounts.js';
import { fieldsOf, finite, type CompletionContext, type Fields } from './completion-context.js';

/** One of the taxes on a line. */
export interface LineTax {
  readonly level: Jurisdiction['level'] | undefined;
  readonly name: string;
  readonly rate: number;
  readonly amount: number | undefined;
}

const LEVELS: readonly unknown[] = ['state', 'county', 'city', 'district'] satisfies Jurisdiction['level'][];

/**
 * Reads the taxes on a line or charge, and sets its rate and tax to their sums.
 *
 * @returns undefined if there are none, or if one is invalid
 */
export function readTaxes(
  context: CompletionContext,
  path: readonly (string | number)[],
  fields: Fields,
): readonly LineTax[] | undefined {
  const { taxes: given } = fields;
  if (given === undefined) return undefined;
  const at = [...path, 'taxes'];
  const count = context.issues.length;
  if (!Array.isArray(given)) context.reportType(at, 'invalid_type', 'an array of taxes with name and rate', given);
  const list = Array.isArray(given) ? (given as unknown[]) : [];
  const taxes = list.map((tax, m) => readTax(context, [...at, m], tax));
  if (context.issues.length > count) return undefined;
  const amounts = taxes.map(({ amount }) => amount);
  settle(context, path, fields, 'taxRate', sumAsWritten(taxes.map(({ rate }) => rate)));
  if (taxes.length > 0 && !amounts.includes(undefined)) settle(context, path, fields, 'taxAmount', sumOf(amounts));
  return taxes;
}

/** Sets a field to the sum of the taxes. Reports a stated value that differs. */
function settle(
  context: CompletionContext,
  path: readonly (string | number)[],
  fields: Fields,
  name: string,
  sum: number | undefined,
): void {
  const stated = fields[name];
  fields[name] ??= sum;
  if (stated === undefined || stated === sum) return;
  const problem = `is ${show(stated)}, but the taxes add up to ${sum}`;
  context.report([...path, name], 'sum_mismatch', problem, stated, sum);
}

function readTax(context: CompletionContext, path: readonly (string | number)[], given: unknown): LineTax {
  const tax = fieldsOf(given) ?? {};
  context.checkFields(path, tax, ['level', 'name', 'rate', 'amount']);
  const { level, name, amount } = tax;
  const rate = finite(tax.rate);
  if (level !== undefined && !LEVELS.includes(level))
    context.reportWrong([...path, 'level'], level, 'string', 'invalid_value', LEVELS.join(', '));
  context.checkName([...path, 'name'], name);
  if (rate === undefined || rate < 0)
    context.reportWrong([...path, 'rate'], tax.rate, 'number', 'out_of_range', 'a percentage of 0 or more');
  if (amount !== undefined) checkAmount(context, [...path, 'amount'], amount);
  return { level, name, rate, amount } as LineTax;
}
