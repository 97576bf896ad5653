import { invalidOption } from '../usage/assert.js';
import type { DifferenceCause, Severity } from '../issues/issue.js';
import { fieldPath } from '../issues/field-path.js';
import { roundedLineTax } from '../money/tax.js';
import type { RateRow, ReceiptLaw } from '../law/types.js';
import { issueAt, figure, type Line } from './completion-context.js';
import { figureOf, totalsOf, type Attempt, type Computation, type Variant } from './computation.js';
import { sumOf } from './exact.js';
import type { Expectation } from './types.js';

type TaxRounding = 'line' | 'group';

/** The chosen computation, and how it rounds tax. */
export interface Found {
  readonly done: Computation;
  /** Undefined if the rounding was given, or if no rounding produces the expected tax. */
  readonly taxRounding?: TaxRounding;
}

/**
 * Finds out whether the source rounds tax by line or by group. Keeps the taxes stated on the lines. If no rounding then
 * produces the expected tax, tries without the stated taxes, provided that each is within 1 minor unit of the computed
 * tax.
 *
 * @param given the shop's rounding, which is used without trying another
 */
export function findRounding(attempt: Attempt, { tax }: Expectation, given: TaxRounding | undefined): Found {
  const first = attempt({ taxRounding: given ?? 'line' });
  if (given !== undefined || tax === undefined) return { done: first };
  if (figureOf(first, 'tax') === tax) return { done: first, taxRounding: 'line' };
  const { lines, known } = first.context;
  const isStated = known.keepsTax !== true && lines.some(({ hasTax }) => hasTax);
  const others: [TaxRounding, boolean][] = [['group', false]];
  if (isStated) others.push(['group', true], ['line', true]);
  for (const [taxRounding, withoutStatedTax] of others) {
    const done = attempt({ taxRounding, withoutStatedTax });
    if (figureOf(done, 'tax') === tax && (!withoutStatedTax || isNear(done, first))) return { done, taxRounding };
  }
  return { done: first };
}

/** Whether each stated tax is within 1 minor unit of the computed tax. */
const isNear = ({ context: { lines } }: Computation, stated: Computation): boolean =>
  stated.context.lines.every(
    ({ hasTax, taxAmount }, i) => !hasTax || Math.abs((taxAmount ?? NaN) - (lines[i]?.taxAmount ?? NaN)) <= 1,
  );

type Field = 'total' | 'tax' | 'subtotal';

/** The difference between a line of the draft and the source's line: draft − source. */
interface Difference {
  readonly cause: 'line_missing' | 'line_amount' | 'line_tax' | 'line_extra';
  /** Undefined if the source does not state the line's amount. */
  readonly amount: number | undefined;
  readonly tax: number | undefined;
  /** Names the line and both figures. */
  readonly text: string;
}

const LINE_CAUSES = ['line_missing', 'line_amount', 'line_tax', 'line_extra'] as const;

/** Descriptions of the causes that do not concern individual lines. */
const TEXTS: Readonly<Partial<Record<DifferenceCause, string>>> = {
  tax_rounding: 'the source rounds tax differently',
  prices_include_tax: 'the figures agree if tax.pricesIncludeTax is inverted',
  cash_rounding: 'the source rounds cash differently',
};

/**
 * Compares the figures with the source's, and reports each difference with its cause.
 *
 * @param severity `off`: reports no differences
 * @throws UsageError if a tolerance exceeds the number of lines
 */
export function reconcile(
  done: Computation,
  expect: Expectation,
  attempt: Attempt,
  law: ReceiptLaw | undefined,
  severity: Severity | 'off',
): void {
  const { context } = done;
  const { tolerance = {} } = expect;
  for (const name of ['total', 'tax'] as const) {
    const most = tolerance[name];
    if (most !== undefined && most > context.lines.length)
      throw invalidOption(
        `${context.known.expectAt ?? 'options.expect'}.tolerance.${name}`,
        `at most the number of lines, ${context.lines.length}`,
        most,
      );
  }
  const report = (
    path: readonly (string | number)[],
    found: number,
    expected: number,
    cause: DifferenceCause,
    message: string,
    within: number,
  ): void => {
    const isWithin = Math.abs(found - expected) <= within;
    const issue = { ...issueAt(path, 'differs_from_source', '', found, expected), message, cause };
    if (isWithin || severity === 'warning') context.warnings.push({ ...issue, severity: 'warning' });
    else if (severity === 'error') context.issues.push(issue);
  };
  const differences = compareLines(done, expect, (i, found, expected, cause, text) => {
    const within = (cause === 'line_tax' ? tolerance.tax : tolerance.total) ?? 0;
    report(['items', i], found, expected, cause, `${text}.`, within);
  });
  const texts = (cause: DifferenceCause): string =>
    differences.find((one) => one.cause === cause)?.text ?? TEXTS[cause] ?? '';
  for (const name of ['total', 'tax', 'subtotal'] as const) {
    const expected = expect[name];
    const found = figureOf(done, name);
    if (expected === undefined || found === undefined || found === expected) continue;
    const { cause, text = texts(cause) } =
      causeOfLines(name, found - expected, differences, context.pricesIncludeTax === true) ??
      causeOf(done, name, found, expected, attempt, law);
    const path = ['totals', name];
    const message = `${fieldPath(path)} is ${found}, but the source charged ${expected}${text === '' ? '' : `: ${text}`}.`;
    report(path, found, expected, cause, message, (name === 'tax' ? tolerance.tax : tolerance.total) ?? 0);
  }
}

/** The sums of the lines that share a key. */
interface Sums {
  /** Index in the document's `items` of the first of these lines. */
  readonly at: number;
  readonly lines: Line[];
}

function compareLines(
  { context }: Computation,
  { lines: expected = [] }: Expectation,
  report: (i: number, found: number, expected: number, cause: DifferenceCause, text: string) => void,
): Difference[] {
  if (expected.length === 0) return [];
  const groups = new Map<string | number, Sums>();
  const add = (id: string | number | undefined, line: Line, at: number): void => {
    if (id === undefined || id === -1) return;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { at, lines: [line] });
    else group.lines.push(line);
  };
  context.lines.forEach((line, i) => {
    add(line.key, line, i);
    add(line.draftIndex, line, i);
  });
  const wanted = new Map<string | number, { j: number; amount: number | undefined; tax: number | undefined }>();
  expected.forEach(({ key, index, amount, tax }, j) => {
    const id = key ?? index;
    const other = wanted.get(id);
    if (other === undefined) wanted.set(id, { j, amount, tax });
    else wanted.set(id, { j: other.j, amount: sumOf([other.amount, amount]), tax: sumOf([other.tax, tax]) });
  });
  const differences: Difference[] = [];
  for (const [id, { j, amount, tax }] of wanted) {
    const group = groups.get(id);
    if (group === undefined) {
      if (context.keysOfNothing.includes(id as string) && !amount && !tax) continue;
      const named = typeof id === 'string' ? `the key ${JSON.stringify(id)}` : `the index ${id}`;
      const text = `the draft has no line with ${named}`;
      context.report(['expect', 'lines', j], 'line_not_found', `names ${named}, but ${text}`, id);
      differences.push({ cause: 'line_missing', amount: amount && -amount, tax: tax && -tax, text });
      continue;
    }
    const found = sumsOf(group.lines);
    const isOff = (own: number | undefined, given: number | undefined): boolean =>
      own !== undefined && given !== undefined && own !== given;
    const amountIsOff = isOff(found.amount, amount);
    if (!amountIsOff && !isOff(found.tax, tax)) continue;
    const cause = amountIsOff ? 'line_amount' : 'line_tax';
    const [own, given] = amountIsOff ? [found.amount!, amount!] : [found.tax!, tax!];
    const text = `items[${group.at}].${amountIsOff ? 'amount' : 'taxAmount'} is ${own}, but the source has ${given}`;
    differences.push({
      cause,
      amount: amount === undefined ? 0 : found.amount! - amount,
      tax: tax === undefined ? (amountIsOff ? undefined : 0) : found.tax! - tax,
      text,
    });
    report(group.at, own, given, cause, text);
  }
  if (expected.some(({ key }) => key === undefined)) return differences;
  context.lines.forEach((line, at) => {
    if (line.key !== undefined && wanted.has(line.key)) return;
    const { amount, taxAmount } = line;
    const text = `items[${at}], amount ${amount}, is not a line of the source`;
    differences.push({ cause: 'line_extra', amount, tax: taxAmount, text });
    report(at, amount ?? 0, 0, 'line_extra', text);
  });
  return differences;
}

const sumsOf = (lines: readonly Line[]): { amount: number | undefined; tax: number | undefined } => ({
  amount: sumOf(lines.map(({ amount }) => amount)),
  tax: sumOf(lines.map(({ taxAmount }) => taxAmount)),
});

/** A cause, and a description of the difference. */
interface Explained {
  readonly cause: DifferenceCause;
  readonly text?: string;
}

/**
 * The kind of line difference that by itself explains the whole difference; if only all kinds together explain it, the
 * first of them.
 */
function causeOfLines(
  name: Field,
  difference: number,
  differences: readonly Difference[],
  including: boolean,
): Explained | undefined {
  const effects = (those: readonly Difference[]): number | undefined =>
    sumOf(those.map((one) => effectOf(name, one, including)));
  const kinds = LINE_CAUSES.filter((cause) => differences.some((one) => one.cause === cause));
  for (const cause of kinds) {
    const effect = effects(differences.filter((one) => one.cause === cause));
    // If the source does not state a line's tax, a difference in the line's amount explains the difference in tax.
    if (effect === undefined ? kinds.length === 1 : effect === difference) return { cause };
  }
  return kinds.length > 0 && effects(differences) === difference ? { cause: kinds[0]! } : undefined;
}

/** How much an amount and its tax contribute to a figure. */
function effectOf(
  name: Field,
  { amount, tax }: { readonly amount: number | undefined; readonly tax: number | undefined },
  including: boolean,
): number | undefined {
  if (name === 'tax') return tax;
  return name === 'subtotal' || including ? amount : sumOf([amount, tax]);
}

/** The first cause that explains the whole difference, if differences from the source's lines do not. */
function causeOf(
  done: Computation,
  name: Field,
  found: number,
  expected: number,
  attempt: Attempt,
  law: ReceiptLaw | undefined,
): Explained {
  const gives = (variant: Variant): boolean => figureOf(attempt(variant), name) === expected;
  const roundings = ['group', 'line'] as const;
  const isRounding = [false, true].some((withoutStatedTax) =>
    roundings.some((taxRounding) => gives({ taxRounding, withoutStatedTax })),
  );
  if (isRounding) return { cause: 'tax_rounding' };
  if (roundings.some((taxRounding) => gives({ taxRounding, isFlipped: true }))) return { cause: 'prices_include_tax' };
  const { context } = done;
  if (name === 'total') {
    const { rounding } = totalsOf(done);
    const exact = found - (figure(rounding) ?? 0);
    if (rounding !== undefined && (expected === exact || isCash(exact, expected))) return { cause: 'cash_rounding' };
  }
  const size = Math.abs(found - expected);
  const including = context.pricesIncludeTax === true;
  const weighs = (lines: readonly Line[]): boolean => {
    const effect = effectOf(name, sumsOf(lines), including);
    return effect !== undefined && Math.abs(effect) === size;
  };
  const goods = context.lines.findIndex((line) => line.draftIndex >= 0 && weighs([line]));
  if (goods >= 0) return { cause: 'one_line', text: `the difference equals items[${goods}]` };
  const discounts = context.lines.map(({ discount = 0 }) => discount);
  const off = discounts.findIndex((discount) => discount !== 0 && discount === size);
  const isDiscount = discounts.some((discount) => discount !== 0);
  if (
    isDiscount &&
    (off >= 0 || sumOf(discounts) === size || gives({ without: 'discounts' }) || gives({ without: 'items' }))
  )
    return { cause: 'discount', text: 'the difference equals a discount' };
  const added = new Map<string | undefined, Line[]>();
  for (const line of context.lines)
    if (line.draftIndex < 0) added.set(line.key, [...(added.get(line.key) ?? []), line]);
  const one = [...added].find(([, lines]) => weighs(lines));
  if (one !== undefined) return { cause: 'tip_or_charge', text: `the difference equals ${one[0]}` };
  const rate = rateOf(context.lines, name, expected - found, including, law);
  return rate ?? { cause: 'unknown' };
}

/** Cash rounding increments used in any country, in minor units. */
const COINS = [5, 10, 20, 25, 50, 100, 500];

const isCash = (exact: number, expected: number): boolean =>
  COINS.some((coin) => expected % coin === 0 && 2 * Math.abs(expected - exact) <= coin);

/** The first line that explains the difference if taxed at a different rate, taken from the draft or the law. */
function rateOf(
  lines: readonly Line[],
  name: Field,
  missing: number,
  including: boolean,
  law: ReceiptLaw | undefined,
): Explained | undefined {
  // If prices include tax, a different rate changes only the tax.
  if (name === 'subtotal' || (name === 'total' && including)) return undefined;
  const rows = Array.isArray(law?.rates) ? (law.rates as readonly RateRow[]) : [];
  const rates = new Set([...lines.map(({ rate }) => rate), ...rows.map(({ rate }) => rate), 0]);
  for (const [i, { amount, taxAmount }] of lines.entries()) {
    if (amount === undefined || taxAmount === undefined) continue;
    for (const rate of rates) {
      if (rate !== undefined && roundedLineTax(amount, rate, including) === taxAmount + missing)
        return { cause: 'rate', text: `items[${i}] at ${rate} % gives the source's figure` };
    }
  }
  return undefined;
}
