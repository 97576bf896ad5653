import fc from 'fast-check';
import { sensitivity, type SensitivityOptions } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';

/** The fields that a failing call reports, with their counts. */
function dropped<T>(inputs: readonly T[] | fc.Arbitrary<T>, map: (input: T) => unknown, options?: SensitivityOptions) {
  try {
    sensitivity(inputs, map, options);
  } catch (error) {
    const { message } = error as Error;
    return [...message.matchAll(/^- (.*?), .* (\d+) of (\d+) uses/gm)].map(
      ([, field, off, of]) => `${field} ${off}/${of}`,
    );
  }
  return [];
}

const order = {
  at: '2026-11-21',
  rows: [
    { name: 'Coffee', qty: 2 },
    { name: 'Tea', qty: 1 },
  ],
};

describe('sensitivity', () => {
  it('accepts a mapper that reads everything', () => {
    expect(dropped([order], (input) => input)).toEqual([]);
  });

  it('reports an unread field, and counts its uses in all entries and inputs', () => {
    const withoutNames = ({ at, rows }: typeof order) => ({ at, rows: rows.map(({ qty }) => qty) });
    expect(dropped([order, order], withoutNames)).toEqual(['rows[].name 4/4', 'rows[].name 4/4']);
  });

  it('reports a field that the mapper reads imprecisely', () => {
    expect(dropped([{ qty: '1.25' }, { qty: '2' }], ({ qty }) => parseInt(qty))).toEqual(['qty 1/2', 'qty 2/2']);
  });

  it('tries every value in place of the others if a field has only a few', () => {
    const kinds = [{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }];
    const names: Record<string, number> = { a: 1, b: 1, c: 2 };
    // Swaps a for b, and b for a.
    expect(dropped(kinds, ({ kind }) => names[kind] ?? kind)).toEqual(['kind 2/6']);
    const many = Array.from({ length: 13 }, (_, i) => ({ kind: `kind ${i}` }));
    expect(dropped(many, ({ kind }) => (kind.endsWith('x') ? kind : 'other'))).toEqual([]);
    expect(dropped(many.slice(1), ({ kind }) => (kind.endsWith('x') ? kind : 'other'))).toEqual(['kind 132/132']);
  });

  it('tolerates fields without effect in less than 2 % of tries', () => {
    const inputs = Array.from({ length: 100 }, (_, i) => ({ on: i + 1 }));
    expect(dropped(inputs, ({ on }) => (on === 50 || on === 51 ? 'same' : on))).toEqual([]);
    expect(dropped(inputs, ({ on }) => (on >= 50 && on <= 52 ? 'same' : on))).toEqual(['on 2/100']);
  });

  it('ignores only the given fields and their contents', () => {
    const input = { row: { a: 1 }, rows: [{ a: 1 }], rowTotal: 1 };
    const none = () => 'document';
    expect(dropped([input], none, { ignores: ['row', 'rows[].a'] })).toEqual(['rowTotal 1/1', 'rowTotal 1/1']);
    expect(dropped([input], none, { ignores: ['row', 'rows', 'rowTotal'] })).toEqual([]);
  });

  it('counts an error as an effect, unless every input causes an error', () => {
    const strict = ({ qty }: { qty: number }) => {
      if (qty !== 2) throw new Error('not two');
      return 'two';
    };
    expect(dropped([{ qty: 2 }, { qty: 3 }], strict)).toEqual([]);
    const failure = new Error('never');
    const never = () => {
      throw failure;
    };
    expect(() => sensitivity([{ qty: 2 }], never)).toThrow(expect.objectContaining({ cause: failure }));
  });

  it('rejects a promise', () => {
    const misuse = expect.objectContaining({ code: 'invalid_argument', argument: 'map' }) as Error;
    const later = () => Promise.resolve({});
    expect(() => sensitivity([order], later)).toThrow(expect.objectContaining({ cause: misuse }));
  });

  it('reports the seed of generated inputs', () => {
    const failureOf = (options: SensitivityOptions): string => {
      try {
        sensitivity(fc.record({ kind: fc.string() }), () => 'document', options);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    const first = failureOf({ numRuns: 5 });
    const seed = Number(/seed: (\d+)/.exec(first)?.[1]);
    expect(failureOf({ numRuns: 5, seed })).toBe(first);
    expect(failureOf({ numRuns: 5, seed: seed + 1 })).not.toBe(first);
  });

  it('reads the document, issues and warnings of a completion', () => {
    const completion = (qty: number) => ({ valid: true, transaction: {}, issues: [], warnings: [], filled: [qty] });
    expect(dropped([{ qty: 2 }], ({ qty }) => completion(qty))).toEqual(['qty 1/1', 'qty 1/1']);
    expect(dropped([{ qty: 2 }], ({ qty }) => ({ ...completion(1), warnings: [qty] }))).toEqual([]);
    expect(
      dropped([{ qty: 2 }], ({ qty }) => ({
        ...completion(1),
        valid: false,
        transaction: undefined,
        document: { qty },
      })),
    ).toEqual([]);
  });

  it('changes no input, and keeps classes, dates, large integers and cycles', () => {
    class Money {
      constructor(readonly amount: bigint) {}
      get text() {
        return `${this.amount}`;
      }
    }
    const input = { money: new Money(5n), at: new Date(0), self: undefined as unknown, none: null };
    input.self = input;
    Object.freeze(input);
    expect(dropped([input], ({ money, at }) => [money.text, at.getTime()])).toEqual([]);
    expect(dropped([input], ({ money }) => money.text)).toEqual(['at 1/1']);
    expect(input.money.amount).toBe(5n);
  });

  it('generates the requested number of inputs, the same for the same seed', () => {
    const drawnBy = (options: SensitivityOptions) => {
      const drawn: number[] = [];
      const one = fc.nat().map((value) => (drawn.push(value), { value }));
      sensitivity(one, (input) => input, options);
      return drawn;
    };
    expect(drawnBy({ numRuns: 3, seed: 1 })).toHaveLength(3);
    expect(drawnBy({ numRuns: 3, seed: 1 })).toEqual(drawnBy({ numRuns: 3, seed: 1 }));
    expect(drawnBy({})).toHaveLength(150);
  });
});
