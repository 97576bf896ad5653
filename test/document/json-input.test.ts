import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/document/json-text';

describe('readJson', () => {
  it.each<[string, unknown]>([
    ['a number', 5],
    ['null', null],
    ['an object', {}],
    ['an array buffer', new TextEncoder().encode('{}').buffer],
    ['a view of other numbers', Uint16Array.of(0x7d7b)],
    ['a DataView', new DataView(new TextEncoder().encode('{}').buffer)],
    ['an object that only claims to be bytes', { [Symbol.toStringTag]: 'Uint8Array' }],
  ])('rejects %s', (_, input) => {
    expect(readJson(input)).toMatchObject({ ok: false });
  });
});
