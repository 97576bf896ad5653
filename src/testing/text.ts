import fc from 'fast-check';

/** A field that may be left out; it shrinks to being absent. */
export const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const ODD_TEXT = ['Räksmörgås', 'Kaffe ☕', '🧾', 'ﷺ', 'a\u0000b', '\ud800', '"\\', '__proto__', ' '];
const ODD_IDENTITY = ['ö', '🧾', '0', '\n'];

/** A name that a reader knows at a glance, or any text of the legal space; it shrinks to the former. */
export function named(...plain: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constantFrom(...plain) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXT) },
  );
}

/** Text that may be empty. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(...ODD_TEXT),
);

/** Like `named`, for the fields that identify a document: no NUL, no lone surrogate. */
export function identity(plain: string): fc.Arbitrary<string> {
  return fc
    .oneof(
      { withCrossShrink: true },
      fc.constant(plain),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.constantFrom(...ODD_IDENTITY),
    )
    .filter((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value));
}

/** An object with keys of the sender's own, as JSON reads it back: without -0, with own keys named `__proto__`. */
export const free: fc.Arbitrary<Record<string, unknown>> = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
