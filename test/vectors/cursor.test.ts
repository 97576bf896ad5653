import {
  compareNewestFirst,
  instantMicros,
  iterateTransactions,
  parseListQuery,
  toPage,
  type ListQuery,
} from 'receipt-rule-packs/cursor';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../src/cursor/list-query';
import { load, loadPack, type Entry } from './load';

interface TimestampVector {
  readonly name: string;
  readonly text: string;
  readonly expect: { readonly valid: true; readonly micros: string } | { readonly valid: false };
}

interface QueryVector {
  readonly name: string;
  readonly query: string;
  readonly expect:
    | { readonly valid: true; readonly query: ListQuery }
    | { readonly valid: false; readonly issues: readonly Entry[] };
}

interface PageVector {
  readonly name: string;
  readonly limit: number;
  readonly rows: readonly { readonly id: string; readonly timestamp: string }[];
  readonly pages: readonly {
    readonly data: readonly string[];
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  }[];
}

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('vectors/timestamps.json', () => {
  const registry = createRegistry(packs);
  const sale = loadPack('se-receipt-1').find(({ expect: { valid } }) => valid)!;

  it.each(load<TimestampVector>('timestamps'))('$name', ({ text, expect: expected }) => {
    if (expected.valid) expect(String(instantMicros(text))).toBe(expected.micros);
    else expect(() => instantMicros(text)).toThrow(RangeError);
    // A document's timestamp must have the same form.
    const { issues } = registry.validate({ ...sale.document, timestamp: text }, sale.business);
    const found = issues.map(({ field, code }) => ({ field, code }));
    expect(found).toEqual(expected.valid ? [] : [{ field: 'timestamp', code: 'invalid_format' }]);
  });
});

describe('vectors/list-query.json', () => {
  const vectors = load<QueryVector>('list-query');

  it.each(vectors)('$name', ({ query, expect: expected }) => {
    const found = parseListQuery(new URLSearchParams(query));
    if (found.valid) expect(found).toEqual(expected);
    else expect({ valid: false, issues: found.issues.map(({ field, code }) => ({ field, code })) }).toEqual(expected);
  });

  it.each([...CHECKS.keys()])('accepts and rejects %s', (name) => {
    const sent = vectors.filter(({ query }) => new URLSearchParams(query).has(name));
    const accepted = sent.some(({ expect: { valid } }) => valid);
    const rejected = sent.some(({ expect: to }) => !to.valid && to.issues.some(({ field }) => field === name));
    const missing = `no vector accepts, or none rejects ${name}: add it to scripts/vectors/cursor/list_query.py`;
    expect([accepted, rejected], missing).toEqual([true, true]);
  });

  it('rejects all parameters in the order of the parser', () => {
    const names = [...CHECKS.keys()];
    const orders = vectors.map(({ expect: to }) => (to.valid ? [] : to.issues.map(({ field }) => field)));
    const missing = `no vector rejects all of ${names.join(', ')}: add one to scripts/vectors/cursor/list_query.py`;
    expect(orders, missing).toContainEqual(names);
  });
});

describe('vectors/page.json', () => {
  it.each(load<PageVector>('page'))('$name', async ({ rows, limit, pages }) => {
    const ordered = [...rows].sort(compareNewestFirst);
    const order = pages.flatMap(({ data }) => data);
    expect(ids(ordered)).toEqual(order);
    expect(ids([...rows].reverse().sort(compareNewestFirst))).toEqual(order);

    const list = ({ startAfter }: { startAfter?: string }) => {
      const start = ids(ordered).indexOf(startAfter ?? '') + 1;
      return toPage(ordered.slice(start, start + limit + 1), limit);
    };
    let startAfter: string | undefined;
    for (const page of pages) {
      const { data, hasMore, nextCursor } = list({ startAfter });
      expect({ data: ids(data), hasMore, nextCursor }).toEqual(page);
      startAfter = nextCursor ?? undefined;
    }
    const walked: string[] = [];
    for await (const { id } of iterateTransactions(list, { limit })) walked.push(id);
    expect(walked).toEqual(order);
  });

  it('has lists with totally ordered keys', () => {
    for (const { rows } of load<PageVector>('page')) {
      for (const a of rows) {
        for (const b of rows)
          expect(Math.sign(compareNewestFirst(a, b))).toBe(-Math.sign(compareNewestFirst(b, a)) + 0);
      }
    }
  });
});
