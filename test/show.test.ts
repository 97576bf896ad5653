import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { quoted, shortened, show } from '../src/text/show';
import { SEED } from './support/numbers';

/** Text with any mixture of characters that must be escaped and characters that need not be. */
const text = fc.string({
  unit: fc.constantFrom('a', 'å', '"', '\\', '\n', '\0', '\x7f', '\x9f', '\u2028', '\u2029', '\ud83d', '\ude00', '0'),
  maxLength: 70,
});
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_LENGTH = 60;

describe('quoted', () => {
  it('can be parsed as JSON, up to 60 characters', async () => {
    // Loads the module inside the test, so that mutation testing records that the test covers the constants.
    vi.resetModules();
    const { quoted } = await import('../src/text/show');
    fc.assert(
      fc.property(text, (given) => {
        const read = JSON.parse(quoted(given)) as string;
        expect(read.slice(0, MAX_LENGTH)).toBe(given.slice(0, MAX_LENGTH));
        expect(read === given).toBe(given.length <= MAX_LENGTH);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('is safe to print', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(quoted(given)).not.toMatch(UNPRINTABLE);
      }),
      { seed: SEED, numRuns: 300 },
    );
    // The limit falls within a surrogate pair.
    expect(quoted(`${'a'.repeat(MAX_LENGTH - 1)}😀`)).not.toMatch(UNPRINTABLE);
  });

  it.each(['a', '"', '\n'])('cuts a long run of %j, and shows that it continues', (unit) => {
    const long = quoted(unit.repeat(100_000));
    expect(long).toBe(quoted(unit.repeat(MAX_LENGTH + 1)));
    expect(long).not.toBe(quoted(unit.repeat(MAX_LENGTH)));
    expect((JSON.parse(long) as string).length).toBe(MAX_LENGTH + 1);
  });
});

describe('shortened', () => {
  it('keeps text up to the length that quoted shows, and cuts longer text', () => {
    expect(shortened('a'.repeat(MAX_LENGTH))).toBe('a'.repeat(MAX_LENGTH));
    expect(shortened('a'.repeat(MAX_LENGTH + 1))).toBe(shortened('a'.repeat(5000)));
    expect(shortened('a'.repeat(5000)).length).toBe(MAX_LENGTH + 1);
  });

  it('does not split a surrogate pair', () => {
    expect(shortened(`${'a'.repeat(MAX_LENGTH - 1)}😀`)).not.toMatch(UNPRINTABLE);
    expect(shortened('😀'.repeat(MAX_LENGTH))).toContain('😀'.repeat(MAX_LENGTH / 2));
  });
});

describe('show', () => {
  it('quotes text, except the empty string', () => {
    for (const given of ['x', ' ', '"', 'nothing']) expect(show(given)).toBe(quoted(given));
    expect(show('')).not.toBe(quoted(''));
  });

  it('shows numbers and booleans unchanged', () => {
    for (const given of [0, -1.5, 1e300, NaN, Infinity, true, false]) expect(show(given)).toBe(String(given));
  });

  it('describes each kind of value', () => {
    const kinds = [
      '',
      'x',
      5,
      true,
      undefined,
      null,
      1n,
      Symbol('x'),
      () => 1,
      [],
      {},
      new Date(0),
      new Uint8Array(),
    ].map(show);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.every((words) => words !== '')).toBe(true);
  });

  it('shows only the kind of other values', () => {
    expect([[1], [[]], Array(3)].map(show)).toEqual(Array(3).fill(show([])));
    expect([{ a: 1 }, new Map(), Object.create(null)].map(show)).toEqual(Array(3).fill(show({})));
    expect([new Date(NaN), new Date(5)].map(show)).toEqual(Array(2).fill(show(new Date(0))));
    expect([Buffer.from('x'), new DataView(new ArrayBuffer(1))].map(show)).toEqual(
      Array(2).fill(show(new Uint8Array())),
    );
  });

  it("runs none of the value's code", () => {
    const throws = () => {
      throw new Error('ran');
    };
    const own = { toString: throws, valueOf: throws, toJSON: throws, [Symbol.toPrimitive]: throws };
    Object.defineProperty(own, Symbol.toStringTag, { get: throws });
    expect(show(own)).toBe(show({}));
    expect(show(Object.assign([], own))).toBe(show([]));
    expect(show(Object.assign(() => 1, own))).toBe(show(() => 1));
  });
});
