import fc from 'fast-check';
import type { LineItem } from '../document/types.generated.js';
import { lineBounds, type TransactionOptions } from './options.js';
import { fallingTo, starting } from './starting.js';
import { optional, textsOf } from './text.js';

/** The parts of a line. */
export interface LineParts {
  /** If the price is too large for the document's sums, it is replaced by the largest possible price. */
  readonly factors: { readonly quantity: number; readonly unitPrice: number };
  /** Percent of the gross amount, may exceed 100; undefined for none. */
  readonly discount: number | undefined;
  readonly reason: string | undefined;
  /** Whether to round up an amount that is not a whole number. */
  readonly up: boolean;
  /** Returned goods, with a negative quantity or a negative price. */
  readonly returned: 'no' | 'quantity' | 'price';
  /** Selects one of the destination's rates. */
  readonly rate: number | 'lowest';
  /** Selects one of the categories for untaxed lines. */
  readonly category: number;
  /** Whether the VAT deviates from the rounded value, within the law's tolerance. */
  readonly vatOff: -1 | 0 | 1;
  /** Whether the amount deviates by as much as the rounding of the weight allows; only used for unusual documents. */
  readonly weightOff: boolean;
  readonly name: string;
  readonly more: Pick<LineItem, 'unit' | 'category' | 'sku'>;
}

type Factors = fc.Arbitrary<LineParts['factors']>;

const pieces: Factors = fc.record({ quantity: fc.integer({ min: 1, max: 20 }), unitPrice: fc.nat({ max: 200_000 }) });
const weighed: Factors = fc.record({
  quantity: fc.integer({ min: 1, max: 20_000 }).map((grams) => grams / 1000),
  unitPrice: fc.nat({ max: 100_000 }),
});

/** Generated as digits and decimals, which shrink to readable numbers, unlike the bits of a double. */
const longDecimals: Factors = fc.record({
  quantity: fc
    .tuple(fc.maxSafeNat(), fc.integer({ min: 4, max: 17 }))
    .map(([digits, decimals]) => Number(`${digits % 10 ** Math.min(decimals + 2, 15)}e-${decimals}`)),
  unitPrice: fc.nat({ max: 10_000 }),
});

/** Amounts up to 2^53 − 1. */
const huge: Factors = starting(Number.MAX_SAFE_INTEGER).map((unitPrice) => ({ quantity: 1, unitPrice }));
const extremePieces: Factors = fc.constantFrom({ quantity: 0, unitPrice: 100 }, { quantity: 1e308, unitPrice: 0 });
const extremeDecimals: Factors = fc.constantFrom(
  { quantity: 1e-7, unitPrice: 15_000_000 },
  { quantity: 5e-324, unitPrice: 1 },
);

/** The simplest amount that is not a whole number. */
const halved: Factors = starting(3).map((unitPrice) => ({ quantity: 0.5, unitPrice }));
const odd: Factors = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: longDecimals },
  { weight: 1, arbitrary: extremeDecimals },
);
/** A fractional quantity shrinks to half a piece, or to grams. */
const parts: Factors = fallingTo(
  halved,
  fc.oneof(
    { withCrossShrink: true },
    { weight: 8, arbitrary: weighed },
    { weight: 3, arbitrary: odd },
    { weight: 1, arbitrary: halved },
  ),
);
const wholes: Factors = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: pieces },
  { weight: 1, arbitrary: extremePieces },
  { weight: 1, arbitrary: huge },
);

/** Prices large enough that one percent is at least one minor unit. */
const expensivePieces: Factors = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: fc.integer({ min: 100, max: 200_000 }),
});
const expensiveParts: Factors = fc.record({
  quantity: fc.integer({ min: 100, max: 20_000 }).map((grams) => (grams + (grams % 1000 === 0 ? 1 : 0)) / 1000),
  unitPrice: fc.integer({ min: 1000, max: 100_000 }),
});

const abovePrice = fc.integer({ min: 101, max: 250 });
const percent = fc.oneof(
  { withCrossShrink: true },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 1, arbitrary: abovePrice },
);

/**
 * Prices at half increments of cash rounding: without them, hardly any total would be halfway between two multiples.
 */
const roundPrices = (half: number): Factors =>
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    unitPrice: fc.nat({ max: 2000 }).map((halves) => halves * half),
  });

/** At most one increment, for laws with special rules for small totals. */
const coins = (increment: number): Factors =>
  fc.record({ quantity: fc.constant(1), unitPrice: fc.nat({ max: increment }) });

function lineDraft(options: TransactionOptions, factors: Factors): fc.Arbitrary<LineParts> {
  const { named, text } = textsOf(options.plainText);
  return fc.record<LineParts>({
    factors,
    discount: options.discounted === false ? fc.constant(undefined) : optional(percent),
    reason: optional(text),
    up: fc.boolean(),
    returned: options.returned === false ? fc.constant('no') : fc.constantFrom('no', 'no', 'quantity', 'price'),
    rate: fc.nat({ max: 59 }),
    category: fc.nat({ max: 11 }),
    vatOff: fc.constantFrom(0, 0, 0, 0, 1, -1),
    weightOff: options.unusual === true ? fc.constantFrom(false, false, true) : fc.constant(false),
    name: named('Coffee', 'Tea'),
    more: fc.record({ unit: optional(text), category: optional(text), sku: optional(text) }),
  });
}

/** The line to which every line shrinks. */
const PLAINEST: LineParts = {
  factors: { quantity: 1, unitPrice: 0 },
  discount: undefined,
  reason: undefined,
  up: false,
  returned: 'no',
  rate: 0,
  category: 0,
  vatOff: 0,
  weightOff: false,
  name: 'Coffee',
  more: {},
};

/** Some lines. May be empty: if at least one element were required, [wanted, other] could only shrink to [other]. */
function several(line: fc.Arbitrary<LineParts>, options: TransactionOptions): fc.Arbitrary<LineParts[]> {
  const { min, max } = lineBounds(options);
  const size = options.lines === undefined ? 'small' : 'max';
  const list = fc.array(line, { minLength: min === 1 ? 0 : min, maxLength: max, size });
  return list.map((lines) => (lines.length === 0 ? [PLAINEST] : lines));
}

/**
 * As few lines as possible; the first makes the total half an increment. Every halfway total shrinks to this draft. The
 * first line has the lowest rate, so that the total is also halfway if prices exclude tax.
 */
function tied(options: TransactionOptions, half: number): fc.Arbitrary<LineParts[]> {
  const others = new Array<LineParts>(lineBounds(options).min - 1).fill(PLAINEST);
  return fc.tuple(starting(half), starting(1)).map(([unitPrice, untaxed]) => {
    const rate = untaxed === 1 ? 'lowest' : 0;
    return [{ ...PLAINEST, factors: { quantity: 1, unitPrice }, rate }, ...others];
  });
}

/** The options' requirements for the first line. */
function firstLine({ discounted, weighed, returned }: TransactionOptions): fc.Arbitrary<Partial<LineParts>> {
  const factors =
    weighed === undefined ? fc.oneof(expensivePieces, expensiveParts) : weighed ? expensiveParts : expensivePieces;
  return fc.record({
    ...(discounted === true || weighed === true || returned === true ? { factors } : {}),
    ...(discounted === true ? { discount: percent } : {}),
    ...(returned === true ? { returned: fc.constantFrom<LineParts['returned'][]>('quantity', 'price') } : {}),
  });
}

/**
 * The lines of a document.
 *
 * @param increment the cash rounding increment, in minor units
 */
export function lineParts(options: TransactionOptions, increment: number): fc.Arbitrary<LineParts[]> {
  const half = Math.ceil(increment / 2);
  const factors =
    options.weighed === false
      ? wholes
      : fc.oneof({ withCrossShrink: true }, { weight: 6, arbitrary: wholes }, { weight: 5, arbitrary: parts });
  const plain = { ...options, discounted: false };
  const few = { ...options, lines: lineBounds(options).min };
  const deducted = fc
    .tuple(lineDraft(options, pieces), abovePrice)
    .map(([line, discount]): LineParts => ({ ...line, returned: 'no', discount }));
  const lines = fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: tied(options, half) },
    { weight: 16, arbitrary: several(lineDraft(options, factors), options) },
    { weight: 4, arbitrary: several(lineDraft(plain, roundPrices(half)), options) },
    { weight: 2, arbitrary: several(lineDraft(plain, huge), few) },
    { weight: 2, arbitrary: several(lineDraft(plain, coins(increment)), few) },
    { weight: options.discounted === false ? 0 : 3, arbitrary: several(deducted, few) },
  );
  return fc
    .tuple(lines, firstLine(options))
    .map(([[first, ...others], wanted]) => [{ ...first!, ...wanted }, ...others]);
}
