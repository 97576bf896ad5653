// `[0-9][0-9]*`, because `[0-9]+` can exhaust the engine's stack on millions of digits.
// eslint-disable-next-line regexp/optimal-quantifier-concatenation
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9][0-9]*)?(?:[eE][+-]?[0-9][0-9]*)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'after';

/** Callbacks of a walk: for each object or array, each element except the first, and each key. */
export interface Follower {
  open(isObject: boolean): void;
  close(): void;
  nextElement(): void;
  /** @param quoted the key as written, with its quotation marks */
  key(quoted: string): void;
}

/**
 * Walks over JSON text by the grammar of RFC 8259, and returns the offset where it stops being JSON: the length of the
 * text if all of it is JSON. Uses a loop, so that deep nesting does not overflow the stack.
 */
export function walkJson(text: string, follower?: Follower): number {
  const open: ('}' | ']')[] = [];
  let expected: Expectation = 'value';
  let at = 0;
  const skip = (grammar: RegExp): boolean => {
    grammar.lastIndex = at;
    const matched = grammar.test(text);
    if (matched) at = grammar.lastIndex;
    return matched;
  };
  const string = (): boolean => {
    if (text[at] !== '"') return false;
    at++;
    do skip(PLAIN);
    while (skip(ESCAPE));
    if (text[at] !== '"') return false;
    at++;
    return true;
  };
  for (;;) {
    skip(SPACE);
    const next = text[at];
    const closing = open.at(-1);
    if (expected === 'after' && closing === undefined) return at;
    if (next === closing && (expected === 'after' || expected.endsWith(closing!))) {
      open.pop();
      follower?.close();
      at++;
      expected = 'after';
    } else if (expected === 'after') {
      if (next !== ',') return at;
      at++;
      if (closing === ']') follower?.nextElement();
      expected = closing === '}' ? 'key' : 'value';
    } else if (expected.startsWith('key')) {
      const start = at;
      if (!string()) return at;
      follower?.key(text.slice(start, at));
      skip(SPACE);
      if (text[at] !== ':') return at;
      at++;
      expected = 'value';
    } else if (next === '{' || next === '[') {
      const isObject = next === '{';
      open.push(isObject ? '}' : ']');
      follower?.open(isObject);
      at++;
      expected = isObject ? 'key or }' : 'value or ]';
    } else {
      const literal = ['true', 'false', 'null'].find((word) => text.startsWith(word, at));
      if (literal !== undefined) at += literal.length;
      else if (!(next === '"' ? string() : skip(NUMBER))) return at;
      expected = 'after';
    }
  }
}
