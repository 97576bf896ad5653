type Path = readonly (string | number)[];

/** Deeper steps are looked for no further: the place of the value above them is told. */
const MAX_STEPS = 100;
const SCALAR = /[^\s,\]}]*/y;
const NEXT_BRACKET_OR_STRING = /[{}[\]"]/g;

/** The steps that are looked for, as a tree, so that one walk through the text finds all. */
interface Wanted {
  offset: number;
  readonly steps: Map<string | number, Wanted>;
}

/**
 * Finds the fields of a document in its text: of each path the offset where its key, or array element, begins; where
 * the field is missing, that of the nearest field above it. One walk through the text, whatever the number of paths.
 *
 * @param text JSON; nothing is promised for any other
 */
export function locateFields(text: string, paths: readonly Path[]): number[] {
  const root: Wanted = { offset: 0, steps: new Map() };
  const nodes = paths.map((path) => branch(root, path));
  walk(text, skipSpace(text, 0), root);
  return nodes.map((chain) => chain.reduce((nearest, { offset }) => (offset >= 0 ? offset : nearest), 0));
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

/** Walks over the value at `at` and notes the offsets of what is wanted in it; returns the offset behind the value. */
function walk(text: string, at: number, wanted: Wanted | undefined): number {
  const first = text[at];
  if (wanted === undefined || wanted.steps.size === 0 || (first !== '{' && first !== '[')) return skipValue(text, at);
  const close = first === '{' ? '}' : ']';
  at = skipSpace(text, at + 1);
  for (let index = 0; at < text.length && text[at] !== close; index++) {
    const begin = at;
    let step: string | number = index;
    if (first === '{') {
      at = skipString(text, at);
      step = key(text.slice(begin, at));
      at = skipSpace(text, skipSpace(text, at) + 1);
    }
    const next = wanted.steps.get(step);
    // Of a repeated key JSON.parse takes the last, and so does this.
    if (next !== undefined) next.offset = begin;
    at = skipSpace(text, walk(text, at, next));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The offset behind a value; a loop, however deep the nesting. */
function skipValue(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at);
  if (text[at] !== '{' && text[at] !== '[') return skipScalar(text, at);
  let depth = 0;
  do {
    NEXT_BRACKET_OR_STRING.lastIndex = at;
    const found = NEXT_BRACKET_OR_STRING.exec(text);
    if (found === null) return text.length;
    at = found[0] === '"' ? skipString(text, found.index) : found.index + 1;
    if (found[0] === '{' || found[0] === '[') depth++;
    else if (found[0] !== '"') depth--;
  } while (depth > 0);
  return at;
}

/** The offset behind the string that begins at `at`. No expression: those run out of stack on strings of megabytes. */
function skipString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function skipScalar(text: string, at: number): number {
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : at;
}

function skipSpace(text: string, at: number): number {
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function key(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
