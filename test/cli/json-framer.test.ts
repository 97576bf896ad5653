import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonFramer, type DocumentFrame, type Frame } from '../../cli/json-stream/framer.js';
import { measureGrowth } from '../../scripts/fuzz/growth.js';

type Told =
  | { readonly text: string; readonly at: string }
  /** Text that is not valid JSON. */
  | { readonly broken: string; readonly at: string }
  | { readonly separator: string; readonly at: string }
  | { readonly oversized: true; readonly at: string };

/** All frames in an input that arrives in chunks. The chunk sizes repeat in the given order. */
function frame(input: string | Uint8Array, sizes: readonly number[] = [Infinity], maxBytes = 1e6): Told[] {
  const bytes = Buffer.from(input);
  const framer = new JsonFramer(maxBytes);
  const told: Told[] = [];
  /** The input contains the document at its range. Between its lines, there may be byte order marks. */
  const expectRange = ({ text, range }: DocumentFrame) => {
    if (range === undefined) expect(isUtf8(bytes)).toBe(false);
    else {
      const found = bytes.toString('utf8', range.start, range.start + range.length);
      expect(found.replaceAll('\n\ufeff', '\n').trimEnd()).toBe(text);
    }
  };
  const take = (frames: Iterable<Frame>) => {
    for (const found of frames) {
      told.push(tell(found));
      if (found.kind === 'document') expectRange(found);
    }
  };
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    take(framer.push(bytes.subarray(at, at + size)));
    at += size;
  }
  take(framer.end());
  return told;
}

function tell(frame: Frame): Told {
  const at = `${frame.place.line}:${frame.place.column}`;
  if (frame.kind === 'oversized') return { oversized: true, at };
  if (frame.kind === 'separator') return { separator: frame.found, at };
  if (frame.kind === 'broken') return { broken: frame.text, at };
  const isDeep = frame.text.length > 1e5;
  if (!isDeep && !isDeepStrictEqual(frame.value, JSON.parse(frame.text)))
    throw new Error(`other value than ${frame.text}`);
  return { text: frame.text, at };
}

/** The text of each document; for a broken document, an array that contains its text. */
const texts = (told: readonly Told[]) =>
  told.map((each) => ('text' in each ? each.text : 'broken' in each ? [each.broken] : each));

/**
 * Removes trailing white space, which is not part of a truncated document. The only unescaped white space is U+0020.
 */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  return line.slice(0, end);
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r\n', '\t'), maxLength: 4 });
const someSpace = space.filter((text) => text !== '');
const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'å', '€', '😀', '\u0001'),
});
const scalar = fc.oneof(text, fc.double({ noDefaultInfinity: true, noNaN: true }), fc.boolean(), fc.constant(null));

/** JSON text with any white space wherever the grammar allows it. */
const { value: json, object } = fc.letrec<{ value: string; array: string; object: string; scalar: string }>((tie) => ({
  scalar: scalar.map((value) => JSON.stringify(value)),
  array: fc
    .array(
      fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
      { maxLength: 4 },
    )
    .map((parts) => `[${parts.join(',')}]`),
  object: fc
    .array(fc.tuple(space, text, space, space, tie('value'), space), { maxLength: 4 })
    .map((members) => members.map(([a, key, b, c, value, d]) => `${a}${JSON.stringify(key)}${b}:${c}${value}${d}`))
    .map((members) => `{${members.join(',')}}`),
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('scalar'), tie('array'), tie('object')),
}));

/** Joins the parts to an input, and computes the expected position of each document in it. */
function placed(
  parts: readonly { readonly text: string; readonly document: boolean }[],
): [input: string, told: Told[]] {
  let input = '';
  const told: Told[] = [];
  for (const { text, document } of parts) {
    const lineStart = input.lastIndexOf('\n') + 1;
    if (document) told.push({ text, at: `${input.split('\n').length}:${input.length - lineStart + 1}` });
    input += text;
  }
  return [input, told];
}

const filler = (text: string) => ({ text, document: false });
const document = (text: string) => ({ text, document: true });

const single = object.map((text) => [document(text)]);
const array = fc
  .array(fc.tuple(space, json, space), { maxLength: 4 })
  .map((elements) => [
    filler('['),
    ...elements.flatMap(([before, text, after], i) => [
      filler((i === 0 ? '' : ',') + before),
      document(text),
      filler(after),
    ]),
    filler(elements.length === 0 ? ' ]' : ']'),
  ]);

describe('valid input', () => {
  it('is framed unchanged, with any white space and in any chunks', () => {
    const groups = fc.array(fc.tuple(fc.oneof(single, array), someSpace), { maxLength: 6 });
    fc.assert(
      fc.property(space, groups, sizes, (before, groups, sizes) => {
        const parts = groups.flatMap(([group, after]) => [...group, filler(after)]);
        const [input, told] = placed([filler(before), ...parts]);
        expect(frame(input, sizes)).toEqual(told);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing', '', []],
    ['white space', ' \n\t\r\n', []],
    ['an empty array', '[ ]', []],
    ['documents with nothing between them', '{"a":1}{"b":2}["x",3]{}', ['{"a":1}', '{"b":2}', '"x"', '3', '{}']],
    ['values other than objects, on separate lines', '"x"\n{}\n-1.5e3', ['"x"', '{}', '-1.5e3']],
    ['an array in an array', '[[1],[]]', ['[1]', '[]']],
    ['byte order marks', '\ufeff{"a":1}\n\ufeff{"b":2}', ['{"a":1}', '{"b":2}']],
    ['lines that begin with nested values', '{"items":[\n{"a":1},\n{"b":[\n[1],\n{}\n]}\n]}', undefined],
  ])('is framed: %s', (_, input, documents) => {
    expect(texts(frame(input))).toEqual(documents ?? [input]);
    expect(texts(frame(input, [1]))).toEqual(documents ?? [input]);
  });

  it('may begin with a byte order mark, which does not count as a column', () => {
    expect(frame('\ufeff{} {}')).toEqual([
      { text: '{}', at: '1:1' },
      { text: '{}', at: '1:4' },
    ]);
  });
});

describe('broken input', () => {
  const lines = fc.array(
    fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    {
      minLength: 2,
      maxLength: 6,
    },
  );

  it('only loses the truncated lines of NDJSON', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        sizes,
        (documents, which, part, sizes) => {
          const whole = documents.map((document) => JSON.stringify(document));
          const cut = new Set(which.map((index) => index % whole.length));
          const input = whole.map((line, i) =>
            cut.has(i) ? line.slice(0, 1 + Math.floor(part * (line.length - 2))) : line,
          );
          const found = frame(input.join('\n'), sizes);
          expect(found).toEqual(
            input.map((line, i) => {
              const at = `${i + 1}:1`;
              return cut.has(i) ? { broken: withoutSpacesAtEnd(line), at } : { text: line, at };
            }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('yields the same frames for any chunk sizes, each frame a part of the input', () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '\n',
      ' ',
      'a',
      '1',
      'é',
      '{"a":',
      '\n{',
      '\ufeff',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), sizes, (input, sizes) => {
        const told = frame(input);
        expect(frame(input, sizes)).toEqual(told);
        for (const found of told) if ('text' in found) expect(input).toContain(found.text);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[what: string, input: string, told: unknown[]]>([
    ['an extra brace', '{"a":1}}\n{"b":2}', [['{"a":1}}'], '{"b":2}']],
    ['an extra comma', '{"a":1},\n{"b":2}', [['{"a":1},'], '{"b":2}']],
    ['a brace missing', '{"a":{"b":1}\n{"c":1}\n', [['{"a":{"b":1}'], '{"c":1}']],
    ['a quote missing', '{"a":"x}\n{"b":1}', [['{"a":"x}'], '{"b":1}']],
    ['a quote missing, pretty-printed', '{\n "a": "x,\n "b": 2\n}\n{\n "c": 1\n}', [['{\n "a": "x,'], '{\n "c": 1\n}']],
    ['a mismatched bracket', '{"a":[1}\n{"b":1}', [['{"a":[1}'], '{"b":1}']],
    ['an invalid value', '{"a": NaN} {"b":1}\n{"c":1}', [['{"a": NaN}'], '{"b":1}', '{"c":1}']],
    ['a truncated file', '{"a":1}\n{"b":[1,', ['{"a":1}', ['{"b":[1,']]],
    [
      'several truncated lines in a row',
      '{"a":[\n{"b":\n{"c":[1,\n{"d":1}\n{"e":1}',
      [['{"a":['], ['{"b":'], ['{"c":[1,'], '{"d":1}', '{"e":1}'],
    ],
    [
      'a nested value on a separate line, then a missing brace',
      '{"a":[\n{"b":1},\n{"c":1}\n]\n{"d":1}',
      [['{"a":['], ['{"b":1},'], '{"c":1}', [']'], '{"d":1}'],
    ],
    [
      'a missing comma between indented values',
      '{\n  "a": [\n    {"b":1}\n    {"c":2}\n  ]\n}\n{"d":1}',
      [['{\n  "a": [\n    {"b":1}\n    {'], '{"d":1}'],
    ],
    ['text around documents', 'data: {"a":1} ok\n{"b":2}', [['data: {"a":1} ok'], '{"b":2}']],
    [
      'a truncated document in a pretty-printed array',
      '[\n  {\n    "a": {\n  },\n  {\n    "b": 1\n  }\n]',
      [['{\n    "a": {\n  },'], '{\n    "b": 1\n  }'],
    ],
    ['a broken element', '[{"a":1},\n{"b":[2},\n{"c":3}]\n[{"d":4}]', ['{"a":1}', ['{"b":[2}'], '{"c":3}', '{"d":4}']],
    ['a brace in an array', '[{"a":1},}\n,{"b":1}]', ['{"a":1}', ['}'], '{"b":1}']],
  ])('does not hide the next document after %s', (_, input, told) => {
    expect(texts(frame(input))).toEqual(told);
  });

  it.each<[what: string, input: string, told: Told[]]>([
    [
      'an array that is not closed',
      '[{"a":1}\n',
      [
        { text: '{"a":1}', at: '1:2' },
        { separator: 'end of text', at: '2:1' },
      ],
    ],
    [
      'two commas',
      '[1,,2]',
      [
        { text: '1', at: '1:2' },
        { separator: ',', at: '1:4' },
        { text: '2', at: '1:5' },
      ],
    ],
    [
      'a comma at the end',
      '[1,]',
      [
        { text: '1', at: '1:2' },
        { separator: ']', at: '1:4' },
      ],
    ],
    [
      'a missing comma',
      '[1\n{}\n{}]',
      [
        { text: '1', at: '1:2' },
        { separator: '{', at: '2:1' },
        { text: '{}', at: '2:1' },
        { text: '{}', at: '3:1' },
      ],
    ],
  ])('is reported once: %s', (_, input, told) => {
    expect(frame(input)).toEqual(told);
    expect(frame(input, [1])).toEqual(told);
  });
});

describe('the framer', () => {
  it('skips a document that is larger than the buffer, and finds the next document', () => {
    const input = `{"a":"${'x'.repeat(200)}"}\n{"b":1}\n`;
    for (const size of [1, 7, 1000]) {
      expect(frame(input, [size], 100)).toEqual([
        { oversized: true, at: '1:1' },
        { text: '{"b":1}', at: '2:1' },
      ]);
    }
    expect(texts(frame('{"a":1}', [Infinity], 7))).toEqual(['{"a":1}']);
  });

  it('accepts characters of any byte length in a line that arrives in parts', () => {
    for (const character of ['å', '€', '😀']) {
      for (let before = 0; before < 4; before++) {
        const long = `[{"a":"${'x'.repeat(before)}${character.repeat(700_000)}"},{"b":1}]`;
        const told = frame(long, [65_536], 1e9);
        expect(told.map((each) => ('text' in each ? each.text.length : each))).toEqual([
          8 + before + character.length * 700_000,
          7,
        ]);
      }
    }
  });

  it('accepts nesting of any depth', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(texts(frame(`${deep}\n{"b":1}`, [4096]))).toEqual([deep, '{"b":1}']);
  });

  it.each<[what: string, begin: string, part: string, sizes: number[]]>([
    ['lines that are all truncated', '', '{"a":[\n', [65536]],
    ['nesting that is never closed', '', '[{"a":', [65536]],
    ['closing brackets that were never opened', '', '{"a":[1}]', [65536]],
    ['one long string in small chunks', '"', 'xyz', [3]],
    ['backslashes in small chunks', '"', String.raw`\\`, [3]],
    ['nothing but commas', '[', ',', [65536]],
  ])('takes linear time for %s', (name, begin, part, sizes) => {
    const prepare = (bytes: number) => {
      const input = begin + part.repeat(bytes / part.length);
      return () => frame(input, sizes, 1e9);
    };
    const { times, linear } = measureGrowth({ name, size: 4_000, prepare }, 1);
    expect(linear, `${times.join(', ')} ms`).toBe(true);
  });
});
