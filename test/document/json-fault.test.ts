import { describe, expect, it, vi } from 'vitest';

/** Loads the module inside a test, so that mutation testing records that the test covers the grammar. */
async function loaded() {
  vi.resetModules();
  const { jsonFault } = await import('../../src/document/json-text');
  return (text: string) => jsonFault(text).offset;
}

const STRING = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const TOKEN = new RegExp(
  `[{}[\\],:]|${STRING.source}"|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
);

function match(grammar: RegExp, text: string, at: number): string | undefined {
  grammar.lastIndex = at;
  return grammar.exec(text)?.[0];
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether complete tokens can be extended to valid JSON: adds a missing value if needed, and closes every bracket. */
function canBecomeJson(tokens: readonly string[]): boolean {
  const closers: string[] = [];
  for (const token of tokens) {
    if (token === '{' || token === '[') closers.unshift(token === '{' ? '}' : ']');
    else if (token === '}' || token === ']') closers.shift();
  }
  const text = tokens.join(' ');
  return ['', '0', ':0', '"a":0'].some((ending) => parses(`${text} ${ending}${closers.join('')}`));
}

/**
 * A slow reference implementation that uses JSON.parse: the offset of the first token, or invalid text, that cannot be
 * extended to valid JSON. Also looks inside strings.
 */
function naiveFault(text: string): number {
  const tokens: string[] = [];
  for (let at = 0; ; at += tokens.at(-1)!.length) {
    at += /^[ \t\n\r]*/.exec(text.slice(at))![0].length;
    const token = match(TOKEN, text, at);
    if (token === undefined && text[at] === '"' && canBecomeJson([...tokens, '"a"'])) {
      return at + match(STRING, text, at)!.length;
    }
    if (token === undefined || !canBecomeJson([...tokens, token])) return at;
    tokens.push(token);
  }
}

const PIECES = ['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '0', '-', '.', 'e', 'u', 'true', ' ', '\t', '\n', '\0'];

async function expectAgreement(texts: Iterable<string>): Promise<void> {
  const offsetOf = await loaded();
  const differing: [string, number, number][] = [];
  let refused = 0;
  for (const text of texts) {
    if (parses(text)) continue;
    refused++;
    const [found, expected] = [offsetOf(text), naiveFault(text)];
    if (found !== expected) differing.push([text, found, expected]);
    if (differing.length === 5) break;
  }
  expect(differing).toEqual([]);
  expect(refused).toBeGreaterThan(1000);
}

describe("a JSON fault's offset", () => {
  it('agrees with a naive parser for every text of up to three tokens', async () => {
    const pieces = ['', ...PIECES.filter((piece) => !'.eu\t\n'.includes(piece))];
    await expectAgreement(pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => a + b + c))));
  });

  it('agrees with a naive parser if any token is inserted, replaced or removed', async () => {
    const text =
      '{"a":[1,-2.5e+3,0.10E-2,{"b":{}},[],[[9]]],"\\n\\u00eF\\"":"x é","d":\r\nnull,\t"e" : true , "f":false} ';
    expect(parses(text)).toBe(true);
    const changes = function* () {
      for (let at = 0; at <= text.length; at++) {
        yield text.slice(0, at);
        for (const piece of ['', ...PIECES]) {
          yield text.slice(0, at) + piece + text.slice(at);
          yield text.slice(0, at) + piece + text.slice(at + 1);
        }
      }
    };
    await expectAgreement(changes());
  });

  it.each<[string, number]>([
    ['"\\u00e"', 1],
    ['"\\u00eg"', 1],
    ['"\\U00ee"', 1],
    ['"a\\x"', 2],
    ['"\x1f"', 1],
    ['"\x20\x7f', 3],
    ['+1', 0],
    ['1e', 1],
    ['1e+', 1],
    ['1.e5', 1],
    ['-01', 2],
    ['nul', 0],
    ['nullx', 4],
    ['\v1', 0],
  ])('in %j is %d', async (text, offset) => {
    expect(parses(text)).toBe(false);
    expect((await loaded())(text)).toBe(offset);
  });
});
