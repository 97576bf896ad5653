import fc from 'fast-check';
import type { ValidationResult } from '../../src/index.js';
import { documents, receipt, registry, SETTINGS } from './receipts.js';
import { checkResult } from './result-promises.js';
import { checkAgainstSchema } from './schema-oracle.js';
import { mutated } from './mutate.js';
import { repeatedFields } from './repeated-keys.js';
import { promise, target } from './target.js';

interface Sent {
  readonly input: string | Uint8Array;
  /** Index of the setting. */
  readonly setting: number;
}

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '{}',
    '[]',
    '""',
    'null',
    'true',
    'fals',
    '1e400',
    '-0',
    '0.1',
    '01',
    '-',
    '1.',
    'NaN',
  ],
  ...[
    '\\u0000',
    '\\ud800',
    '\\u',
    '\\x',
    '\ufeff',
    '\n',
    ' ',
    '//',
    '"id":1,',
    '"__proto__":{},',
    '"type":"void",',
    ',"fiscal":{}',
    '"currency":"SEK",',
    '"metadata":{"a":1,"a":[{"b":1,"b":2}]},',
    '{"a":1,"\\u0061":2}',
    '{"":":","a" : 1}',
  ],
];

const layouts = fc.constantFrom(undefined, 1, '\t', '\r\n');
const written = fc.tuple(documents, layouts).map(([document, layout]) => JSON.stringify(document, null, layout) ?? '');
const texts = fc.oneof(
  { weight: 5, arbitrary: written },
  { weight: 4, arbitrary: mutated(written, TOKENS) },
  { weight: 1, arbitrary: mutated(fc.json({ maxDepth: 4 }), TOKENS) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...TOKENS), { maxLength: 12 }).map((list) => list.join('')) },
);
const byteChange = fc.tuple(fc.nat(0xffff), fc.nat(255));
const bytes = fc
  .tuple(
    texts,
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<[number, number][]>([]) },
      { weight: 1, arbitrary: fc.array(byteChange, { maxLength: 3 }) },
    ),
  )
  .map(([text, changes]) => {
    const buffer = new Uint8Array(Buffer.from(text));
    for (const [at, byte] of changes) if (buffer.length > 0) buffer[at % buffer.length] = byte;
    return buffer;
  });

/** Decodes bytes, without a byte order mark; undefined if they are not UTF-8. */
function textOf(input: string | Uint8Array): string | undefined {
  const text = typeof input === 'string' ? input : Buffer.from(input).toString('utf8');
  if (typeof input !== 'string' && !Buffer.from(text).equals(input)) return undefined;
  return text.replace(/^\ufeff/, '');
}

/**
 * The position at which text stops being JSON, according to V8; undefined if V8 does not state one, or if the text is
 * JSON.
 */
function faultByEngine(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith('Unexpected end')) return text.length;
    const at = /at position (\d+)/.exec(message)?.[1];
    return at === undefined ? undefined : Number(at);
  }
}

function checkPlace(text: string, message: string): void {
  const match = / at line (\d+), column (\d+) \(offset (\d+)\)\.$/.exec(message);
  promise(match !== null, `message ${message}`);
  const [line, column, offset] = match.slice(1).map(Number) as [number, number, number];
  const before = text.slice(0, offset);
  promise(offset <= text.length && line === before.split('\n').length, `${message}: another line`);
  promise(column === offset - before.lastIndexOf('\n'), `${message}: another column`);
  const fault = faultByEngine(text);
  promise(fault === undefined || offset <= fault, `${message}: but the engine stops at ${fault}`);
  // The text before that position may be the beginning of valid JSON.
  const earlier = faultByEngine(before);
  promise(earlier === undefined || earlier >= before.length, `${message}: but the engine stops at ${earlier} already`);
}

/** Whether a document repeats keys: the result then reports only repeated keys and unknown fields. */
function checkRepeated(text: string, document: unknown, result: ValidationResult): boolean {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  const repeated = isObject ? repeatedFields(text) : [];
  // The library cuts longer paths.
  if (repeated === undefined || repeated.some((field) => field.length > 200)) return true;
  const found = result.issues.filter(({ code }) => code === 'duplicate_key').map(({ field }) => field);
  promise(found.sort().join() === repeated.join(), `${repeated.join()} repeated, found ${found.join()}`);
  return repeated.length > 0;
}

const withoutDocument = (result: ValidationResult) => JSON.stringify({ ...result, transaction: undefined });

const validating = (input: string | Uint8Array) => () => registry.validateJson(input, SETTINGS[0]!.business);
const json = (value: unknown) => validating(JSON.stringify(value));
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const fields = (count: number, make: (i: number) => unknown) =>
  Object.fromEntries(many(count, (i) => [`k${i}`, make(i)]));

const { items, tax } = receipt;
const line = items[0]!;
const entry = tax.summary[0]!;

export const validateJson = target<Sent>({
  name: 'validate-json',
  inputs: fc.record({ input: fc.oneof(texts, bytes), setting: fc.nat(SETTINGS.length - 1) }),
  check({ input, setting }) {
    const { business, options } = SETTINGS[setting]!;
    const result = registry.validateJson(input, business, options);
    checkResult(result, options.maxIssues);

    const text = textOf(input);
    if (text === undefined) {
      promise(!result.valid && result.error.message.includes('not UTF-8'), 'bytes that are not UTF-8 were read');
      return;
    }
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      promise(
        !result.valid && result.error.code === 'invalid_json' && result.issues.length === 0,
        'invalid JSON text was accepted',
      );
      checkPlace(text, result.error.message);
      return;
    }
    if (options.maxIssues === undefined && checkRepeated(text, document, result)) return;
    if (!result.valid && result.issues.some(({ code }) => code === 'duplicate_key')) return;
    const again = registry.validate(document, business, options);
    promise(
      withoutDocument(again) === withoutDocument(result),
      'validate gives a different result for the output of JSON.parse',
    );
    promise(!again.valid || again.transaction === document, 'the result has a different transaction object');
    promise(JSON.stringify(document) === JSON.stringify(JSON.parse(text)), 'the document was changed');
    if (options.maxIssues === undefined) checkAgainstSchema(document, result);
  },
  growth: [
    // Sizes in characters, from 32 Ki up. The largest body is 256 Ki.
    { name: 'nested open arrays', size: 1 << 15, prepare: (size) => validating('['.repeat(size)) },
    {
      name: 'nested open objects',
      size: 1 << 15,
      prepare: (size) => validating('{"a":'.repeat(size / 5)),
    },
    {
      name: 'nested arrays',
      size: 1 << 15,
      prepare: (size) => validating(`{"metadata":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`),
    },
    { name: 'an unterminated string', size: 1 << 15, prepare: (size) => validating(`{"a":"${'x'.repeat(size)}`) },
    {
      name: 'an unterminated string of escapes',
      size: 1 << 15,
      prepare: (size) => validating(`{"a":"${'\\u0000'.repeat(size / 6)}`),
    },
    {
      name: 'white space instead of a value',
      size: 1 << 15,
      prepare: (size) => validating(`{"a":${' \t\r\n'.repeat(size / 4)}`),
    },
    { name: 'line breaks before a fault', size: 1 << 15, prepare: (size) => validating(`${'\n'.repeat(size)}x`) },
    { name: 'an unterminated number', size: 1 << 12, prepare: (size) => validating(`{"a":${'1'.repeat(size)}`) },
    {
      name: 'invalid UTF-8 at the end',
      size: 1 << 15,
      prepare: (size) => validating(Buffer.concat([Buffer.alloc(size, 'ö'), Buffer.from([0xc3])])),
    },
    {
      name: 'invalid UTF-8 from the start',
      size: 1 << 15,
      prepare: (size) => validating(Buffer.alloc(size, 0x80)),
    },
    {
      name: 'the same field repeated many times',
      size: 1 << 15,
      prepare: (size) => validating(`{${'"type":"sale",'.repeat(size / 14)}"type":1}`),
    },
    {
      name: 'a key repeated on every level',
      size: 1 << 15,
      prepare: (size) => validating(`{"metadata":${'{"a":1,"a":1,"b":'.repeat(size / 17)}1${'}'.repeat(size / 17)}}`),
    },
    {
      name: 'keys repeated in a long path',
      size: 1 << 15,
      prepare: (size) => validating(`{"${'x'.repeat(size)}":{${many(size >> 4, (i) => `"${i}":1,"${i}":1`).join()}}}`),
    },
    {
      name: 'backslashes before quotation marks',
      size: 1 << 15,
      prepare: (size) => validating(`{"a":1,"a":"${'\\'.repeat(size / 4)}${String.raw`\"`.repeat(size / 4)}"}`),
    },
    {
      name: 'a long field name',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, ['\n'.repeat(size / 2)]: 1 }),
    },
    {
      name: 'a long locale',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, locale: `en${'-a1b2c3d'.repeat(size / 8)}!` }),
    },
    {
      name: 'a long locale of one-letter subtags',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, locale: `en${'-a-bb'.repeat(size / 5)}-` }),
    },
    {
      name: 'a long private locale',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, locale: `x${'-1'.repeat(size / 2)}-` }),
    },
    {
      name: 'a long timestamp',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, timestamp: `2026-11-21T10:00:00.${'9'.repeat(size)}` }),
    },
    {
      name: 'a long id',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, vendor: { id: `${'x'.repeat(size)}\0` } }),
    },
    {
      name: 'a long control code',
      size: 1 << 15,
      prepare: (size) => json({ ...receipt, extensions: { se: { controlCode: 'A'.repeat(size) } } }),
    },
    {
      name: 'a long country',
      size: 1 << 15,
      prepare: (size) =>
        json({ ...receipt, tax: { ...tax, scheme: 'EU_VAT' }, customer: { country: 'D'.repeat(size) } }),
    },
    // Sizes in elements, each about a hundred bytes.
    { name: 'lines (by number)', size: 256, prepare: (size) => json({ ...receipt, items: many(size, () => line) }) },
    {
      name: 'empty lines (by number)',
      size: 256,
      prepare: (size) => json({ ...receipt, items: many(size, () => ({})) }),
    },
    {
      name: 'items that are not lines (by number)',
      size: 1024,
      prepare: (size) => json({ ...receipt, items: many(size, () => 0) }),
    },
    {
      name: 'lines with tiny quantities (by number)',
      size: 64,
      prepare: (size) => json({ ...receipt, items: many(size, (i) => ({ ...line, quantity: (i + 1) * 5e-324 })) }),
    },
    {
      name: 'lines with huge quantities (by number)',
      size: 64,
      prepare: (size) => json({ ...receipt, items: many(size, () => ({ ...line, quantity: 1.7976931348623157e308 })) }),
    },
    {
      name: 'lines with many rates (by number)',
      size: 256,
      prepare: (size) => json({ ...receipt, items: many(size, (i) => ({ ...line, taxRate: i / 7 })) }),
    },
    {
      name: 'lines with the largest amounts (by number)',
      size: 256,
      prepare: (size) =>
        json({ ...receipt, items: many(size, () => ({ ...line, amount: 2 ** 53 - 1, taxAmount: 2 ** 53 - 1 })) }),
    },
    {
      name: 'entries with many rates (by number)',
      size: 512,
      prepare: (size) => json({ ...receipt, tax: { ...tax, summary: many(size, (i) => ({ ...entry, rate: i / 7 })) } }),
    },
    {
      name: 'the same entry repeated (by number)',
      size: 512,
      prepare: (size) => json({ ...receipt, tax: { ...tax, summary: many(size, () => entry) } }),
    },
    {
      name: 'rates of lines and entries (by number)',
      size: 256,
      prepare: (size) =>
        json({
          ...receipt,
          items: many(size, (i) => ({ ...line, taxRate: i })),
          tax: { ...tax, summary: many(size, (i) => ({ ...entry, rate: size - i })) },
        }),
    },
    {
      name: 'jurisdictions (by number)',
      size: 512,
      prepare: (size) => json({ ...receipt, tax: { ...tax, jurisdictions: many(size, () => ({})) } }),
    },
    {
      name: 'unknown fields (by number)',
      size: 512,
      prepare: (size) => json({ ...receipt, ...fields(size, () => 1) }),
    },
    {
      name: 'unknown fields in lines (by number)',
      size: 256,
      prepare: (size) => json({ ...receipt, items: many(size, (i) => ({ ...line, [`x${i}`]: 1 })) }),
    },
    {
      name: 'metadata fields (by number)',
      size: 1024,
      prepare: (size) => json({ ...receipt, metadata: fields(size, (i) => [i, { i }]) }),
    },
  ],
});
