import fc from 'fast-check';

/** A field that may be absent, and shrinks to its absence. */
export const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Strings that are easy to recognise as non-ASCII. Other non-ASCII strings shrink to these. */
const READABLE = ['Räksmörgås', 'Kaffe ☕', '🧾', 'ﷺ'];
const ODD_ASCII = ['"\\', '__proto__', ' '];
const ODD_TEXT = [...READABLE, 'a\u0000b', '\ud800', ...ODD_ASCII];
const ODD_IDENTITY = ['ö', '🧾', '0', '\n'];

/** The arbitraries for strings in documents. */
export interface Texts {
  /** A simple name, or any valid text, which shrinks to a simple name. */
  readonly named: (...plain: readonly string[]) => fc.Arbitrary<string>;
  /** Text that may be empty. */
  readonly text: fc.Arbitrary<string>;
  /** Like `named`, but without NUL and lone surrogates, for fields that identify a document. */
  readonly identity: (plain: string) => fc.Arbitrary<string>;
}

const strings = (unit: 'grapheme' | 'grapheme-ascii', minLength: number) =>
  fc.string({ unit, minLength, maxLength: 12 });

/** Any text. Shrinks non-ASCII text to readable text. */
const anyText = (minLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constantFrom(...READABLE) },
    { weight: 4, arbitrary: strings('grapheme', minLength) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXT) },
  );

const ANY: Texts = {
  named: (...plain) =>
    fc.oneof(
      { withCrossShrink: true },
      { weight: 1, arbitrary: fc.constantFrom(...plain) },
      { weight: 3, arbitrary: anyText(1) },
    ),
  text: fc.oneof({ withCrossShrink: true }, fc.constant(''), anyText(0)),
  identity: (plain) =>
    fc
      .oneof(
        { withCrossShrink: true },
        fc.constant(plain),
        fc.oneof({ withCrossShrink: true }, fc.constantFrom(...ODD_IDENTITY), strings('grapheme', 1)),
      )
      .filter((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value)),
};

const PLAIN: Texts = {
  named: (...plain) =>
    fc.oneof(
      { withCrossShrink: true },
      fc.constantFrom(...plain),
      strings('grapheme-ascii', 1),
      fc.constantFrom(...ODD_ASCII),
    ),
  text: fc.oneof(strings('grapheme-ascii', 0), fc.constantFrom(...ODD_ASCII)),
  identity: (plain) => fc.oneof({ withCrossShrink: true }, fc.constant(plain), strings('grapheme-ascii', 1)),
};

/** Arbitraries for all valid strings, or only for printable ASCII. */
export function textsOf(plainText: boolean | undefined): Texts {
  return plainText === true ? PLAIN : ANY;
}

/** An object with any keys, like parsed JSON: never -0, but possibly own keys named `__proto__`. */
export const free: fc.Arbitrary<Record<string, unknown>> = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
