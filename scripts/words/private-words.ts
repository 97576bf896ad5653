/** A word that is refused, where it stands, and what to write. */
export interface Found {
  readonly word: string;
  /** Counted from 1. */
  readonly line: number;
  readonly instead: string;
}

/** Between two words: a space, or the end of a line and what a comment or a quotation begins the next one with. */
const GAP = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*|//|#|>|--)?[ \t]*)+`;

/** Matched against text in which `trimEnd` is `trim End`, so that the parts of names count as words. */
const REFUSED: readonly (readonly [pattern: string, instead: string])[] = [
  [String.raw`(?:un)?mend(?:s|ed|ing|ers?|able)?`, 'write "fix", "correct" or "repair"'],
  [`h(?:old|olds|olding|eld)${GAP}fast`, 'write "keep" or "block"'],
  [`by${GAP}and${GAP}by`, 'write "later" or "in time"'],
];

/** Refused in identifiers alone: ESLint does that where it parses, this in SQL. */
const IN_SQL: typeof REFUSED = [
  ['bells?', 'write "signal"'],
  ['rooms?', 'write "capacity"'],
  ['sketch(?:es)?', 'write "draft" or "outline"'],
  ['markets?', 'write "destination" or "country"'],
];

// The list itself has to name them.
const EXEMPT = /^(?:scripts\/words\/|test\/scripts\/private-words\.test\.ts$|eslint\.config\.js$)/;

/** Every refused word of a text that stands in the file `path`. */
export function privateWords(text: string, path: string): Found[] {
  if (EXEMPT.test(path)) return [];
  const words = apart(text);
  return (path.endsWith('.sql') ? [...REFUSED, ...IN_SQL] : REFUSED).flatMap(([pattern, instead]) =>
    [...words.matchAll(new RegExp(String.raw`(?<![a-z])${pattern}(?![a-z])`, 'gi'))].map(({ 0: word, index }) => ({
      word: word.replaceAll(/\s+/g, ' '),
      line: words.slice(0, index).split('\n').length,
      instead,
    })),
  );
}

/** The parts of names in camel case as words of their own. */
function apart(text: string): string {
  return text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
}
