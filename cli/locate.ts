type Path = readonly (string | number)[];

/** Does not search for deeper paths; reports the position of the ancestor at this depth instead. */
const MAX_STEPS = 100;
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
/** Setting this bit maps `[` to `{` and `]` to `}`. */
const BRACE_BIT = 0x20;
const [OPEN, CLOSE] = [0x7b, 0x7d];

/** The paths to find, as a tree, so that one walk through the text finds them all. */
interface Wanted {
  offset: number;
  readonly steps: Map<string | number, Wanted>;
}

/**
 * Finds fields of a document in its text. Returns for each path the offset of its key or array element; for a missing
 * field, the offset of its nearest ancestor. Walks through the text only once for any number of paths.
 *
 * @param text JSON
 * @param value the parsed text
 */
export function locateFields(text: string, value: unknown, paths: readonly Path[]): number[] {
  const only = paths.length === 1 ? onlyKey(text, existing(value, paths[0]!)) : undefined;
  if (only !== undefined) return [only];
  const root: Wanted = { offset: 0, steps: new Map() };
  const nodes = paths.map((path) => branch(root, path));
  walk(text, skipSpace(text, 0), root);
  return nodes.map((chain) => chain.reduce((nearest, { offset }) => (offset >= 0 ? offset : nearest), 0));
}

/** The part of the path that exists. */
function existing(value: unknown, path: Path): Path {
  let at = value;
  const end = path.findIndex((step) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return true;
    at = (at as Readonly<Record<string | number, unknown>>)[step];
    return false;
  });
  return end < 0 ? path : path.slice(0, end);
}

/**
 * The offset of a field if its key occurs only once in the text, as is true of most keys outside lines; otherwise
 * undefined. A text search is several times faster than a walk. In text without backslashes, everything that looks like
 * a key is a key.
 */
function onlyKey(text: string, path: Path): number | undefined {
  const last = path.at(-1);
  if (typeof last !== 'string' || last === '' || text.includes('\\')) return undefined;
  // Searches without the opening quote, which is too frequent in the text.
  const key = `${last}"`;
  const at = text.indexOf(key);
  const after = skipSpace(text, at + key.length);
  const isKey = at > 0 && text.charCodeAt(at - 1) === QUOTE && text.charCodeAt(after) === COLON;
  return isKey && !text.includes(key, at + 1) ? at - 1 : undefined;
}

/** Adds a path to the tree; returns the nodes along it. */
function branch(root: Wanted, path: Path): Wanted[] {
  const chain = [root];
  let node = root;
  for (const step of path.slice(0, MAX_STEPS)) {
    let next = node.steps.get(step);
    if (next === undefined) node.steps.set(step, (next = { offset: -1, steps: new Map() }));
    chain.push((node = next));
  }
  return chain;
}

/** Walks over the value at `at` and records the offsets of the wanted fields. Returns the offset after the value. */
function walk(text: string, at: number, wanted: Wanted | undefined): number {
  const first = text.charCodeAt(at);
  if (wanted === undefined || wanted.steps.size === 0 || (first | BRACE_BIT) !== OPEN) return skipValue(text, at);
  at = skipSpace(text, at + 1);
  for (let index = 0; at < text.length && (text.charCodeAt(at) | BRACE_BIT) !== CLOSE; index++) {
    const begin = at;
    let step: string | number = index;
    if (first === OPEN) {
      at = skipString(text, at);
      step = key(text.slice(begin, at));
      at = skipSpace(text, skipSpace(text, at) + 1);
    }
    const next = wanted.steps.get(step);
    // Uses the last of repeated keys, as JSON.parse does.
    if (next !== undefined) next.offset = begin;
    at = skipSpace(text, walk(text, at, next));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The offset after a value. A loop, so that deep nesting does not overflow the stack. */
export function skipValue(text: string, at: number): number {
  let depth = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bracket = code | BRACE_BIT;
    if (code === QUOTE) {
      at = skipString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (bracket === OPEN) depth++;
    else if (bracket === CLOSE) {
      // The end of the object or array that contains a number or word.
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || code <= 0x20)) return at;
  }
  return at;
}

/**
 * The offset after the string that begins at `at`. Not a regular expression, which would overflow the stack on strings
 * of several megabytes.
 */
export function skipString(text: string, at: number): number {
  for (at++; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

export function skipSpace(text: string, at: number): number {
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

export function key(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
