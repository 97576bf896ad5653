/** Where a text stops being JSON, and what is there. */
export interface JsonFault {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly found: string;
}

// `[0-9][0-9]*` in place of `[0-9]+`, on which the engine can run out of stack if the text is millions of digits long.
// eslint-disable-next-line regexp/optimal-quantifier-concatenation
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9][0-9]*)?(?:[eE][+-]?[0-9][0-9]*)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'after';

/**
 * Finds the first place where a text that JSON.parse refused breaks the grammar of RFC 8259. The messages of engines
 * differ, and some do not name the place, so it is found here. It is a loop, so that deep nesting does not overflow the
 * stack.
 */
export function jsonFault(text: string): JsonFault {
  const open: ('{' | '[')[] = [];
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
    if (expected === 'after') {
      if (open.length === 0) break;
      const closing = open.at(-1) === '{' ? '}' : ']';
      if (next === ',') expected = closing === '}' ? 'key' : 'value';
      else if (next === closing) open.pop();
      else break;
      at++;
    } else if ((next === '}' && expected === 'key or }') || (next === ']' && expected === 'value or ]')) {
      open.pop();
      at++;
      expected = 'after';
    } else if (expected === 'key' || expected === 'key or }') {
      if (!string()) break;
      skip(SPACE);
      if (text[at] !== ':') break;
      at++;
      expected = 'value';
    } else if (next === '{' || next === '[') {
      open.push(next);
      at++;
      expected = next === '{' ? 'key or }' : 'value or ]';
    } else {
      const literal = ['true', 'false', 'null'].find((word) => text.startsWith(word, at));
      if (literal !== undefined) at += literal.length;
      else if (!(next === '"' ? string() : skip(NUMBER))) break;
      expected = 'after';
    }
  }
  return { offset: at, found: at >= text.length ? 'end of text' : describe(text.codePointAt(at)!) };
}

function describe(codePoint: number): string {
  const printable =
    codePoint > 0x20 && !(codePoint >= 0x7f && codePoint <= 0x9f) && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return printable ? String.fromCodePoint(codePoint) : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
