import fc from 'fast-check';

/**
 * Characters that are difficult for parsers: controls, non-ASCII digits, letters that fold to ASCII, lone surrogates,
 * separators.
 */
export const ODD_CHARACTERS: readonly string[] = [
  ...['\0', '\n', '\r', '\t', '\x7f', '\x80', ' ', '\u00a0', '\u200b', '\u2028', '\ufeff', '\ufffd'],
  ...['\u0660', '\uff11', '\u{1d7d8}', '\u017f', '\u212a', '\u0131', 'é', '\ud800', '\udc00', '🧾', '−'],
  ...[',', '=', '&', ';', '%', '+', '-', '.', ':', '/', '\\', '"', "'", '[', ']', '{', '}', '#', '?'],
];

const KINDS = ['insert', 'replace', 'delete', 'repeat', 'move', 'cut', 'case', 'digit'] as const;

/** One change. Positions are modulo the length of the text, so that they stay valid while a case shrinks. */
interface Mutation {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly length: number;
  readonly piece: string;
}

/** Strings with at most a few changes; about a third stay unchanged. */
export function mutated(texts: fc.Arbitrary<string>, dictionary: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...dictionary) },
    { weight: 3, arbitrary: fc.constantFrom(...ODD_CHARACTERS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  );
  const mutation: fc.Arbitrary<Mutation> = fc.record({
    kind: fc.constantFrom(...KINDS),
    at: fc.nat(0xffff),
    length: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 1, arbitrary: fc.nat(200) }),
    piece,
  });
  const mutations = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 4 }) },
  );
  return fc.tuple(texts, mutations).map(([text, changes]) => changes.reduce(mutate, text));
}

function mutate(text: string, { kind, at, length, piece }: Mutation): string {
  const start = at % (text.length + 1);
  const end = Math.min(text.length, start + length);
  const before = text.slice(0, start);
  const range = text.slice(start, end);
  const after = text.slice(end);
  switch (kind) {
    case 'insert':
      return before + piece + range + after;
    case 'replace':
      return before + piece + after;
    case 'delete':
      return before + after;
    case 'repeat':
      return before + range.repeat(1 + (at % 9)) + after;
    case 'move':
      return after + before + range;
    case 'cut':
      return before;
    case 'case':
      return before + (range === range.toLowerCase() ? range.toUpperCase() : range.toLowerCase()) + after;
    case 'digit':
      return before + range.replace(/[0-9]/g, (digit) => String((Number(digit) + at) % 10)) + after;
  }
}
