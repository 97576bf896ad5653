import { describe, expect, it } from 'vitest';
import { JsonFramer } from '../../cli/json-stream/framer.js';
import { judge } from '../../cli/judge.js';
import type { Entry } from '../../cli/entry.js';
import { packs } from '../../packs/index.js';
import { createRegistry } from '../../src/index.js';
import { receipt, refusedReceipt, warnedReceipt } from './receipt.js';

const registry = createRegistry(packs);

function entries(input: string | Uint8Array, maxIssues?: number): Entry[] {
  const framer = new JsonFramer(1e6);
  const business = { country: 'SE' };
  const by = {
    validate: (document: unknown) => registry.validate(document, business),
    maxIssues,
  };
  const found: Entry[] = [];
  for (const frame of [...framer.push(Buffer.from(input)), ...framer.end()]) {
    if (frame.kind === 'oversized') throw new Error('oversized');
    found.push(judge(frame, 'x.json', found.length, by));
  }
  return found;
}

describe('judge', () => {
  it('states where an issue is in the input', () => {
    const pretty = JSON.stringify(refusedReceipt(), undefined, 2);
    const [, entry] = entries(`${JSON.stringify(receipt())}\n${pretty}\n`);
    expect(entry).toMatchObject({ source: 'x.json', index: 1, line: 2, column: 1, valid: false });
    const line = 2 + pretty.split('\n').findIndex((text) => text.includes('"currency"'));
    expect(entry?.issues).toMatchObject([{ field: 'currency', code: 'currency_not_allowed', line, column: 3 }]);
  });

  it('states where text stops being JSON, as a position in the input', () => {
    const [first, second] = entries(`${JSON.stringify(receipt())}\n{"å":\n  1,, "b": 2}`);
    expect(first).toMatchObject({ valid: true });
    expect(first?.error).toBeUndefined();
    expect(second).toMatchObject({
      line: 2,
      column: 1,
      error: { code: 'invalid_json', line: 3, column: 5 },
      issues: [],
    });
  });

  it.each<[what: string, input: string | Uint8Array, line: number, column: number]>([
    ['text instead of an object', '\n "x"', 2, 2],
    ['bytes that are not UTF-8', Uint8Array.of(0x0a, 0x7b, 0x22, 0xff, 0x22, 0x7d), 2, 3],
    ['NaN as a number', '{"a": NaN}', 1, 7],
    ['a control character in a string', '{"a": "\u0001"}', 1, 8],
    ['invalid text between the elements of an array', '[,]', 1, 2],
    ['debris', '{}}'.slice(2), 1, 1],
  ])('reports %s', (_, input, line, column) => {
    expect(entries(input)[0]).toMatchObject({
      valid: false,
      error: { code: 'invalid_json', line, column },
      issues: [],
    });
  });

  it('lets the library report numbers that no document may contain', () => {
    const [entry] = entries(JSON.stringify(receipt()).replace('"unitPrice":4990', '"unitPrice":1e999'));
    expect(entry?.error?.code).toBe('validation_failed');
    expect(entry?.issues[0]).toMatchObject({ field: 'items[0].unitPrice' });
  });

  it("states the positions of a valid document's warnings", () => {
    const document = JSON.stringify(warnedReceipt());
    const [entry] = entries(document);
    expect(entry).toMatchObject({
      valid: true,
      issues: [],
      warnings: [{ field: 'payment.last4', code: 'last4_without_card', line: 1, offset: document.indexOf('"last4"') }],
      warningCount: 1,
    });
  });

  it('counts the warnings that it omits', () => {
    expect(entries(JSON.stringify(warnedReceipt()), 0)).toMatchObject([{ valid: true, warnings: [], warningCount: 1 }]);
  });

  it('accepts U+FFFD, the replacement character, in the input', () => {
    expect(entries(JSON.stringify(receipt({ locale: '\ufffd' })))[0]?.error?.code).not.toBe('invalid_json');
    const text = Buffer.from(JSON.stringify(receipt({ receiptNumber: 'R-\ufffd' })));
    expect(entries(text)[0]).toMatchObject({ valid: true });
  });
});
