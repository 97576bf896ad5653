import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, decimalText } from '../../src/money/decimal';
import {
  isLineAmount,
  isWeighedAmount,
  lineAmountText,
  neighbours,
  roundedLineAmount,
} from '../../src/money/line-amount';
import { MAX, minorUnits, quantities, SEED } from '../support/numbers';
import {
  ceiling,
  compare,
  decimal,
  floor,
  lineAmount,
  magnitude,
  plus,
  rational,
  rounded,
  type Rational,
} from '../support/rational';

/** Enough digits for the product of the smallest and the largest numbers. */
const Exact = Decimal.clone({ precision: 800, toExpNeg: -9e15, toExpPos: 9e15 });

const discounts = fc.oneof(
  fc.constant(0),
  minorUnits.filter((n) => n > 0),
);

/** An amount near the exact amount, usually the next integer on either side. */
function near(exact: Rational, off: number): number {
  const candidate = floor(exact) + BigInt(off);
  const limit = BigInt(MAX);
  return Number(candidate > limit ? limit : candidate < -limit ? -limit : candidate);
}

const right = (exact: Rational, amount: number) => floor(exact) <= BigInt(amount) && BigInt(amount) <= ceiling(exact);

describe('isLineAmount', () => {
  it('agrees with exact fractions for the integers next to the exact amount', () => {
    const verdicts = [0, 0];
    fc.assert(
      fc.property(
        quantities,
        minorUnits,
        discounts,
        fc.integer({ min: -2, max: 3 }),
        (quantity, unitPrice, discount, off) => {
          const exact = lineAmount(quantity, unitPrice, discount);
          const amount = near(exact, off);
          const expected = right(exact, amount);
          verdicts[Number(expected)]!++;
          expect(isLineAmount(quantity, unitPrice, discount, amount)).toBe(expected);
        },
      ),
      { seed: SEED, numRuns: 20_000 },
    );
    expect(Math.min(...verdicts)).toBeGreaterThan(3000);
  });

  it('agrees with exact fractions for any amount', () => {
    fc.assert(
      fc.property(quantities, minorUnits, discounts, minorUnits, (quantity, unitPrice, discount, amount) => {
        expect(isLineAmount(quantity, unitPrice, discount, amount)).toBe(
          right(lineAmount(quantity, unitPrice, discount), amount),
        );
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  it.each([
    [6.46, 194122510657126, 1254031418844678, 355],
    [5.996, 288021434492518, 1726976521216838, 301],
    [13.164, 660663870056038, 8696979185417262, 423],
    [9.293, 232675210847846, 2162250734408987, 45],
    [31.232, 226366776305254, 7069887157565521, 171],
  ])('is exact where doubles are not: %d × %d − %d is about %d', (quantity, unitPrice, discount, about) => {
    const exact = lineAmount(quantity, unitPrice, discount);
    for (const amount of [-2, -1, 0, 1, 2].map((off) => about + off))
      expect(isLineAmount(quantity, unitPrice, discount, amount)).toBe(right(exact, amount));
  });

  it('agrees with decimal.js on grams and öre', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: -1, max: 2 }),
        (grams, price, off) => {
          const exact = new Exact(grams / 1000).times(price);
          const amount = exact.floor().plus(off).toNumber();
          expect(isLineAmount(grams / 1000, price, 0, amount)).toBe(exact.minus(amount).abs().lt(1));
        },
      ),
      { seed: SEED, numRuns: 10_000 },
    );
  });

  // quantity, unitPrice, exact product in thousandths. Math.round of the product of doubles rounds down here.
  it.each(WRONG_BY_ROUNDING())(
    'accepts the integers on either side of the half öre in %d × %d, where Math.round rounds down',
    (quantity, price, milli) => {
      const halfUp = (milli + 500) / 1000;
      expect(Math.round(quantity * price)).toBe(halfUp - 1);
      for (const [off, verdict] of [
        [-2, false],
        [-1, true],
        [0, true],
        [1, false],
      ] as const) {
        expect(isLineAmount(quantity, price, 0, halfUp + off)).toBe(verdict);
      }
    },
  );

  it.each([
    [0.029, 1000, 29],
    [0.07, 100, 7],
    [0.28, 100, 28],
    [0.29, 100, 29],
    [0.57, 10_000, 5700],
    [0.579, 1000, 579],
    [1.1, 30, 33],
    [4.35, 100, 435],
  ])('accepts only the whole product of %d × %d', (quantity, price, product) => {
    for (const off of [-1, 0, 1]) {
      expect(isLineAmount(quantity, price, 0, product + off)).toBe(off === 0);
      expect(isLineAmount(-quantity, price, 0, -product - off)).toBe(off === 0);
    }
  });

  it('is exact where doubles cannot represent half an öre', () => {
    expect(isLineAmount(0.1, MAX, 0, 900719925474099)).toBe(true);
    expect(isLineAmount(0.1, MAX, 0, 900719925474100)).toBe(true);
    expect(isLineAmount(0.1, MAX, 0, 900719925474098)).toBe(false);
    expect(isLineAmount(2, MAX, MAX, MAX)).toBe(true);
    expect(isLineAmount(2, MAX, MAX, MAX - 1)).toBe(false);
    expect(isLineAmount(1e308, MAX, 0, MAX)).toBe(false);
    expect(isLineAmount(5e-324, MAX, 0, 1)).toBe(true);
    expect(isLineAmount(5e-324, MAX, 0, 2)).toBe(false);
  });
});

/**
 * Every tenth combination of a weight below 1 kg and a price in öre whose line amount ends in half an öre that
 * Math.round rounds the wrong way.
 */
function WRONG_BY_ROUNDING(): [number, number, number][] {
  const wrong: [number, number, number][] = [];
  for (let grams = 1; grams < 1000; grams++) {
    for (let price = 5; price < 10_000; price += 10) {
      const milli = grams * price;
      if (milli % 1000 === 500 && Math.round((grams / 1000) * price) !== (milli + 500) / 1000)
        wrong.push([grams / 1000, price, milli]);
    }
  }
  return wrong.filter((_, i) => i % 10 === 0);
}

describe('decimal arithmetic', () => {
  it('computes the same line amounts as decimal.js', () => {
    fc.assert(
      fc.property(quantities, minorUnits, discounts, (quantity, unitPrice, discount) => {
        const product = new Exact(quantity).times(unitPrice);
        const net = product.isZero()
          ? new Exact(0)
          : product
              .abs()
              .minus(discount)
              .times(product.isNegative() ? -1 : 1);
        expect(lineAmountText(quantity, unitPrice, discount)).toBe((net.isZero() ? new Exact(0) : net).toFixed());
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  it('reads numbers as their shortest decimal notation', () => {
    fc.assert(
      fc.property(quantities, (value) => {
        const { coefficient, scale } = decimalOf(value);
        expect(compare(rational(coefficient, 10n ** BigInt(scale)), decimal(value))).toBe(0);
        expect(decimalText({ coefficient, scale })).toBe(new Exact(Object.is(value, -0) ? 0 : value).toFixed());
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });
});

describe('the neighbours', () => {
  it.each<[number, number, number, number[]]>([
    [2, 50, 0, [100]],
    [0.333, 10, 0, [3, 4]],
    [-0.333, 10, 0, [-4, -3]],
    [0.5, 1, 1, [-1, 0]],
    [1e-7, 15_000_000, 0, [1, 2]],
    [-1e-7, 15_000_000, 0, [-2, -1]],
    [1e-7, 10_000_000, 0, [1]],
    [MAX, 2, 0, []],
    [MAX, 1, 0, [MAX]],
  ])('of %d × %d − %d are the valid integers', (quantity, unitPrice, discount, expected) => {
    expect(neighbours(quantity, unitPrice, discount)).toEqual(expected);
  });

  it('of any line are valid, and the integers beyond those are not', () => {
    fc.assert(
      fc.property(quantities, minorUnits, discounts, (quantity, unitPrice, discount) => {
        const found = neighbours(quantity, unitPrice, discount);
        fc.pre(found.length > 0 && found.every((one) => Math.abs(one) < MAX - 1));
        for (const amount of found) expect(isLineAmount(quantity, unitPrice, discount, amount)).toBe(true);
        for (const amount of [found[0]! - 1, found.at(-1)! + 1])
          expect(isLineAmount(quantity, unitPrice, discount, amount)).toBe(false);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });
});

describe('roundedLineAmount', () => {
  it('agrees with exact fractions', () => {
    fc.assert(
      fc.property(quantities, minorUnits, discounts, (quantity, unitPrice, discount) => {
        const exact = Number(rounded(lineAmount(quantity, unitPrice, discount)));
        expect(roundedLineAmount(quantity, unitPrice, discount)).toBe(Number.isSafeInteger(exact) ? exact : undefined);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it.each([
    [0.5, 1, 0, 1],
    [-0.5, 1, 0, -1],
    [0.499, 1, 0, 0],
    [-0.499, 1, 0, 0],
    [0.0005, 1000, 0, 1],
    [-0.0005, 1000, 0, -1],
    [-0.0004, 1000, 0, 0],
    [MAX, 1, 0, MAX],
    [-MAX, 1, 0, -MAX],
    [MAX, 2, 0, undefined],
    [1e300, 0, 5, 0],
  ])('rounds %d × %d − %d to %s, halves away from zero', (quantity, unitPrice, discount, amount) => {
    expect(roundedLineAmount(quantity, unitPrice, discount)).toBe(amount);
  });
});

/**
 * The definition: the weight may differ by half a unit of its last decimal, or of the third decimal if that is larger.
 */
function isWeighed(quantity: number, unitPrice: number, discount: number, amount: number): boolean {
  const { d } = decimal(quantity);
  const unit = rational(1, d > 1000n ? d : 1000n);
  const tolerance = plus(rational(BigInt(Math.abs(unitPrice)) * unit.n, 2n * unit.d), rational(1, 2));
  const off = magnitude(plus(lineAmount(quantity, unitPrice, discount), rational(-amount)));
  return !Number.isInteger(quantity) && compare(off, tolerance) <= 0;
}

describe('isWeighedAmount', () => {
  it('agrees with exact fractions around the tolerance', () => {
    const verdicts = [0, 0];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.integer({ min: -9999, max: 9999 }).map((grams) => grams / 1000),
          fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100_000),
          quantities,
        ),
        fc.oneof(fc.integer({ min: -200_000, max: 200_000 }), minorUnits),
        discounts,
        fc.integer({ min: -3, max: 3 }),
        fc.boolean(),
        (quantity, unitPrice, discount, off, isFar) => {
          const far = isFar ? Math.floor(Math.abs(unitPrice) / 2000) * Math.sign(off) : 0;
          const amount = near(lineAmount(quantity, unitPrice, discount), off + far);
          const expected = isWeighed(quantity, unitPrice, discount, amount);
          verdicts[Number(expected)]!++;
          expect(isWeighedAmount(quantity, unitPrice, discount, amount)).toBe(expected);
        },
      ),
      { seed: SEED, numRuns: 2000 },
    );
    expect(Math.min(...verdicts)).toBeGreaterThan(200);
  });

  it.each([
    [0.333, 1000, [331, 332, 333, 334, 335], [332, 333, 334]],
    [0.3333, 10_000, [3331, 3332, 3333, 3334, 3335], [3332, 3333, 3334]],
    [0.5, 3000, [1497, 1498, 1500, 1502, 1503], [1498, 1500, 1502]],
    [-0.333, 1000, [-335, -334, -333, -332, -331], [-334, -333, -332]],
    [1, 100_000, [99_999, 100_000, 100_001], []],
  ])(
    'tolerates, in %d × %d, half a unit of the last decimal plus half a minor unit',
    (quantity, price, amounts, right) => {
      expect(amounts.filter((amount) => isWeighedAmount(quantity, price, 0, amount))).toEqual(right);
    },
  );
});
