/** Part of the text. Offsets are in UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A value in a JSON text, with its position. */
export interface JsonNode extends Range {
  readonly kind: 'object' | 'array' | 'scalar';
  /** The members of an object or the elements of an array, in text order. */
  readonly members: JsonMember[];
}

export interface JsonMember {
  /** The name of the member, or the index of the array element. */
  readonly key: string | number;
  /** The range of the name, including its quotes; for an array element, the range of the element. */
  readonly name: Range;
  readonly node: JsonNode;
}

export type JsonScan =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; /** The offset at which the text stops being valid JSON. */ readonly at: number };

type Open = { from: number; kind: 'object' | 'array'; members: JsonMember[]; name?: Range; key?: string };
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'after';

const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Finds the position of each value in a JSON text (RFC 8259), or the offset at which the text stops being valid JSON.
 * Does not use recursion, so that deeply nested text does not overflow the stack.
 */
export function scanJson(text: string): JsonScan {
  const open: Open[] = [];
  let expected = 'value' as Expected;
  let root: JsonNode | undefined;
  // Skip a byte order mark, as the library does.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  /** Returns the length of a pattern's match at the current offset, or 0. */
  const length = (grammar: RegExp): number => {
    grammar.lastIndex = at;
    return grammar.test(text) ? grammar.lastIndex - at : 0;
  };
  const close = (node: JsonNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.kind === 'array') parent.members.push({ key: parent.members.length, name: node, node });
    else parent.members.push({ key: parent.key!, name: parent.name!, node });
    expected = 'after';
  };
  for (;;) {
    at += length(SPACE);
    const next = text[at];
    const inside = open.at(-1);
    if (expected === 'after' && inside === undefined) break;
    if ((next === '}' && closes(expected, inside, 'object')) || (next === ']' && closes(expected, inside, 'array'))) {
      const { from, kind, members } = open.pop()!;
      at++;
      close({ from, to: at, kind, members });
    } else if (expected === 'after') {
      if (next !== ',') break;
      at++;
      expected = inside!.kind === 'object' ? 'name' : 'value';
    } else if (expected === 'name' || expected === 'name or }') {
      const end = stringEnd(text, at);
      if (end <= 0) {
        at = -end;
        break;
      }
      inside!.name = { from: at, to: end };
      inside!.key = JSON.parse(text.slice(at, end)) as string;
      at = end;
      at += length(SPACE);
      if (text[at] !== ':') break;
      at++;
      expected = 'value';
    } else if (next === '{' || next === '[') {
      open.push({ from: at, kind: next === '{' ? 'object' : 'array', members: [] });
      at++;
      expected = next === '{' ? 'name or }' : 'value or ]';
    } else {
      const end = next === '"' ? stringEnd(text, at) : at + length(SCALAR);
      if (end <= at) {
        at = next === '"' ? -end : at;
        break;
      }
      close({ from: at, to: end, kind: 'scalar', members: [] });
      at = end;
    }
  }
  return root !== undefined && open.length === 0 && at === text.length ? { ok: true, root } : { ok: false, at };
}

function closes(expected: Expected, inside: Open | undefined, kind: Open['kind']): boolean {
  if (inside?.kind !== kind) return false;
  return expected === 'after' || expected === (kind === 'object' ? 'name or }' : 'value or ]');
}

/**
 * Returns the end of the string that begins at an offset. If there is no complete string, returns the negated offset of
 * the error.
 */
function stringEnd(text: string, from: number): number {
  if (text[from] !== '"') return -from;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 0x20) return -at;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return -at;
      at = ESCAPE.lastIndex - 1;
    }
  }
  return -text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
