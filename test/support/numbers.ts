import fc from 'fast-check';

export const MAX = Number.MAX_SAFE_INTEGER;

/** The seed of all properties. A failure prints it with the path to replay. */
export const SEED = 20261121;

/**
 * The number of documents that `npm run check` generates for each of the thirty packs. Tests for one pack, or for no
 * pack, generate a fixed multiple or fraction of this number. The run in a copy of the repository with five more packs
 * generates fewer. `npm run test:draws`, part of `npm run nightly`, generates 5,000: with a fixed seed, more documents
 * in every check would only repeat what has passed.
 */
export const DRAWS = Number(process.env.DRAWS ?? 200);

const spread = (...arbitraries: fc.Arbitrary<number>[]): fc.Arbitrary<number> => fc.oneof(...arbitraries);

/** Amounts in minor units: small, large, and at the limits of safe integers. */
export const minorUnits = spread(
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, MAX, -MAX, MAX - 1, 2 ** 38, 2 ** 41, 2 ** 41 - 1, -(2 ** 51), 2 ** 51),
);

/** Quantities: whole units, grams, longer decimals, any double, and the extremes. */
export const quantities = spread(
  fc.integer({ min: -50, max: 50 }),
  fc.integer({ min: -99_999, max: 99_999 }).map((grams) => grams / 1000),
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => n / 10 ** 6),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    1e-7,
    5e-324,
    1e308,
    -1e308,
    0,
    -0,
    MAX,
    -MAX,
    0.1 + 0.2,
    1e15,
    1e12 + 0.001,
    999_999_999_999.999,
    1e21,
    123456.789e-30,
  ),
);

/** Percentages: rates from real tables, others with few decimals, any double, and the extremes. */
export const percentages = spread(
  fc.constantFrom(25, 12, 6, 0, 25.5, 13.5, 4.9, 19, 5.5, 2.1, 8.1),
  fc.integer({ min: -20_000, max: 20_000 }).map((n) => n / 100),
  fc.integer({ min: 0, max: 10 ** 6 }).map((n) => n / 10 ** 4),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-100, -99.99, -100.01, 1e308, 5e-324, -0, 100, 100.01),
);

/** A day after every review of a law, for checks that refuse later days. */
export const LATER = '2500-01-01';
