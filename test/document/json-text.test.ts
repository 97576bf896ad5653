import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/document/json-text';
import { SEED } from '../support/numbers';

interface Place {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The position in the message; undefined if the text is JSON. */
function faultOf(text: string): Place | undefined {
  const reading = readJson(text);
  if (reading.ok) return undefined;
  const [, line, column, offset] = /line (\d+), column (\d+) \(offset (\d+)\)/.exec(reading.message)!.map(Number);
  return { offset: offset!, line: line!, column: column! };
}

function byteOf(bytes: Uint8Array): number | undefined {
  const reading = readJson(bytes);
  if (reading.ok) return undefined;
  const byte = /byte (\d+)/.exec(reading.message)?.[1];
  return byte === undefined ? undefined : Number(byte);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('reading JSON text', () => {
  it.each<[string, number, number, number]>([
    ['', 0, 1, 1],
    ['  ', 2, 1, 3],
    ['x', 0, 1, 1],
    ['{', 1, 1, 2],
    ['{"a" 1}', 5, 1, 6],
    ['{"a":}', 5, 1, 6],
    ['{"a":1,}', 7, 1, 8],
    ['{"a":1 "b":2}', 7, 1, 8],
    ['{a:1}', 1, 1, 2],
    ['[1,]', 3, 1, 4],
    ['[1 2]', 3, 1, 4],
    ['[1}', 2, 1, 3],
    ['{} {}', 3, 1, 4],
    ['{"a":1}x', 7, 1, 8],
    ['{\n  "a": 1,\n  b: 2\n}', 14, 3, 3],
    ['{\r\n"a":\r\n!}', 9, 3, 1],
    ['"🧾" x', 5, 1, 6],
    ["{'a':1}", 1, 1, 2],
    ['{"a":01}', 6, 1, 7],
    ['{"a":"b\nc"}', 7, 1, 8],
    ['{"a":"b\\x"}', 7, 1, 8],
    ['{"a":"b', 7, 1, 8],
    ['{"a":tru}', 5, 1, 6],
    ['\ufeff\ufeff{}', 0, 1, 1],
    ['{"a":1}\u0000', 7, 1, 8],
    ['\u00a0{}', 0, 1, 1],
  ])('finds the fault in %j', (text, offset, line, column) => {
    expect(faultOf(text)).toEqual({ offset, line, column });
  });

  it('skips one byte order mark, in text and in bytes', () => {
    expect(readJson('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 }, text: '{"a":1}' });
    expect(readJson(utf8('\ufeff{"a":1}'))).toEqual({ ok: true, value: { a: 1 }, text: '{"a":1}' });
    expect(readJson('{"\ufeff":1}')).toEqual({ ok: true, value: { '\ufeff': 1 }, text: '{"\ufeff":1}' });
  });

  it('returns the same value as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown, text });
        expect(readJson(utf8(text))).toEqual(readJson(text));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it.each(['[', '{"a":', '[{"b":'])('finds the missing end of a million %s', (opening) => {
    const text = opening.repeat(1e6);
    expect(faultOf(text)!.offset).toBe(text.length);
  });

  const mutatedTexts = fc
    .tuple(
      fc.oneof(
        fc.json(),
        validTransaction(seReceipt1).map((transaction) => JSON.stringify(transaction, undefined, 2)),
      ),
      fc.nat(),
      fc.constantFrom(
        '',
        ',',
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ':',
        '-',
        '.',
        'e',
        '0',
        'x',
        '\n',
        '\u0000',
        ' ',
        'é',
        '\ud800',
        '/*',
      ),
      fc.nat({ max: 3 }),
    )
    .map(([text, at, piece, cut]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + cut);
    });

  it('reports an offset up to which the text can still become JSON', () => {
    let refused = 0;
    fc.assert(
      fc.property(mutatedTexts, (text) => {
        const fault = faultOf(text);
        expect(fault === undefined).toBe(parses(text));
        if (fault === undefined) return;
        refused++;
        const { offset, line, column } = fault;
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(canBecomeJson(text.slice(0, offset))).toBe(true);
        // Line and column match the offset.
        const lines = text.slice(0, offset).split('\n');
        expect([line, column]).toEqual([lines.length, lines.at(-1)!.length + 1]);
      }),
      { seed: SEED, numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Tries to complete JSON text: closes a string, adds what may be missing, and closes every bracket. */
function canBecomeJson(prefix: string): boolean {
  const closers: string[] = [];
  const withoutStrings = prefix.replace(/"(?:[^"\\]|\\.)*"?/gs, '0');
  for (const c of withoutStrings) {
    if (c === '{' || c === '[') closers.unshift(c === '{' ? '}' : ']');
    else if (c === '}' || c === ']') closers.shift();
  }
  const endings = ['', '0', '"', '\\"', '":0', '"a":0', ':0', '""', '":', '0"', '"0'];
  return endings.some((ending) => parses(prefix + ending + closers.join('')));
}

describe('reading bytes', () => {
  // Reports an invalid UTF-8 sequence at its first byte, even if that byte is a lead byte without continuation bytes.
  it.each<[string, number[], number]>([
    ['a lone continuation byte', [0x7b, 0x80, 0x7d], 1],
    ['a lead byte without continuation bytes', [0x7b, 0x22, 0xe2, 0x28, 0x22], 2],
    ['two bytes of three', [0x7b, 0x22, 0xe2, 0x82, 0x22], 2],
    ['an end within a sequence', [0x7b, 0x22, 0xe2, 0x82], 2],
    ['an end after three of four bytes', [0x22, 0xf0, 0x9f, 0xa7], 1],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], 1],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['FF', [0x7b, 0xff], 1],
    ['an invalid first byte', [0x80], 0],
    ['an invalid byte after a written U+FFFD', [...utf8('"\ufffd'), 0xff], 4],
    ['the first and last byte of U+FFFD', [0x22, 0xef, 0x41, 0xbd, 0x22], 1],
    ['an invalid byte after other text', [...utf8('{"name":"räksmörgås 🧾'), 0xff], 27],
  ])('finds the fault: %s', (_, bytes, offset) => {
    expect(byteOf(Uint8Array.from(bytes))).toBe(offset);
  });

  it('refuses exactly the bytes that a strict UTF-8 decoder rejects', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const byte = byteOf(bytes);
        const isUtf8 = decodes(bytes);
        expect(byte === undefined).toBe(isUtf8);
        if (byte !== undefined) {
          expect(byte).toBeLessThan(bytes.length);
          expect(decodes(bytes.subarray(0, byte))).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it('accepts views of larger buffers and Node buffers', () => {
    const buffer = Buffer.from('xx{"a":1}xx');
    expect(readJson(buffer.subarray(2, 9))).toEqual({ ok: true, value: { a: 1 }, text: '{"a":1}' });
    expect(readJson(new Uint8Array(buffer.buffer, buffer.byteOffset + 2, 7))).toEqual({
      ok: true,
      value: { a: 1 },
      text: '{"a":1}',
    });
  });

  it('results in invalid_json without issues', () => {
    const registry = createRegistry(packs);
    for (const input of [
      '{',
      Uint8Array.of(0xff),
      5 as unknown as string,
      undefined as unknown as string,
      new ArrayBuffer(2) as unknown as Uint8Array,
    ]) {
      expect(registry.validateJson(input, { country: 'SE' })).toMatchObject({
        valid: false,
        error: { code: 'invalid_json' },
        issues: [],
      });
    }
  });
});

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
