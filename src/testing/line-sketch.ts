import fc from 'fast-check';
import type { LineItem } from '../document/types.generated.js';
import { lineBounds, type TransactionOptions } from './options.js';
import { named, optional, text } from './text.js';

/** What a line is made of. */
export interface LineSketch {
  readonly factors: { readonly quantity: number; readonly unitPrice: number };
  /** Percent of the gross amount; undefined for none. */
  readonly discount: number | undefined;
  readonly reason: string | undefined;
  /** Which neighbour the amount is, where it is no whole number. */
  readonly up: boolean;
  /** Goods that come back, told by a negative quantity or a negative price. */
  readonly returned: 'no' | 'quantity' | 'price';
  /** Choose from the rates of the market, and from the categories of untaxed lines. */
  readonly rate: number;
  readonly category: number;
  readonly name: string;
  readonly more: Pick<LineItem, 'unit' | 'category' | 'sku'>;
}

const pieces = fc.record({ quantity: fc.integer({ min: 1, max: 20 }), unitPrice: fc.nat({ max: 200_000 }) });
const weighed = fc.record({
  quantity: fc.integer({ min: 1, max: 20_000 }).map((grams) => grams / 1000),
  unitPrice: fc.nat({ max: 100_000 }),
});
const longDecimals = fc.record({
  quantity: fc.double({ min: 0, max: 100, noNaN: true }),
  unitPrice: fc.nat({ max: 10_000 }),
});

/** All sums of the document, VAT included, stay below 2^53. */
const extremes = (lines: number) =>
  fc.constantFrom(
    { quantity: 0, unitPrice: 100 },
    { quantity: 1, unitPrice: Math.floor(2 ** 51 / lines) },
    { quantity: 1e-7, unitPrice: 15_000_000 },
    { quantity: 5e-324, unitPrice: 1 },
    { quantity: 1e308, unitPrice: 0 },
  );

const discountable = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: fc.integer({ min: 100, max: 200_000 }),
});
const percent = fc.integer({ min: 1, max: 100 });

/** Prices at half steps of the cash-rounding grid: without them a total would hardly ever be a tie. */
const roundPrices = (half: number) =>
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    unitPrice: fc.nat({ max: 2000 }).map((halves) => halves * half),
  });

function lineSketch(
  { discounted }: TransactionOptions,
  factors: fc.Arbitrary<LineSketch['factors']>,
): fc.Arbitrary<LineSketch> {
  return fc.record<LineSketch>({
    factors,
    discount: discounted === false ? fc.constant(undefined) : optional(percent),
    reason: optional(text),
    up: fc.boolean(),
    returned: fc.constantFrom('no', 'no', 'quantity', 'price'),
    rate: fc.nat({ max: 59 }),
    category: fc.nat({ max: 11 }),
    name: named('Coffee', 'Tea'),
    more: fc.record({ unit: optional(text), category: optional(text), sku: optional(text) }),
  });
}

/** What every line shrinks to. */
const PLAINEST: LineSketch = {
  factors: { quantity: 1, unitPrice: 0 },
  discount: undefined,
  reason: undefined,
  up: false,
  returned: 'no',
  rate: 0,
  category: 0,
  name: 'Coffee',
  more: {},
};

/** Some lines. Drawn from none on, since of [wanted, other] an array that has to keep one can only drop the first. */
function several(line: fc.Arbitrary<LineSketch>, options: TransactionOptions): fc.Arbitrary<LineSketch[]> {
  const { min, max } = lineBounds(options);
  const size = options.lines === undefined ? 'small' : 'max';
  const list = fc.array(line, { minLength: min === 1 ? 0 : min, maxLength: max, size });
  return list.map((lines) => (lines.length === 0 ? [PLAINEST] : lines));
}

/**
 * The lines of a document. Where a discount is wanted, the first one has it.
 *
 * @param step of the cash-rounding grid, in minor units
 */
export function lineSketches(options: TransactionOptions, step: number): fc.Arbitrary<LineSketch[]> {
  const { max } = lineBounds(options);
  const anyFactors = fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: pieces },
    { weight: 4, arbitrary: weighed },
    { weight: 1, arbitrary: longDecimals },
    { weight: 1, arbitrary: extremes(max) },
  );
  const rounded = { ...options, discounted: false };
  const lines = fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: several(lineSketch(options, anyFactors), options) },
    { weight: 1, arbitrary: several(lineSketch(rounded, roundPrices(Math.ceil(step / 2))), options) },
  );
  if (options.discounted !== true) return lines;
  return fc
    .tuple(lines, discountable, percent)
    .map(([[first, ...others], factors, discount]) => [{ ...first!, factors, discount }, ...others]);
}
