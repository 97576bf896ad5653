import { describe, expect, it } from 'vitest';
import { BODY, ENGINES, EVENT, header, outcome, verifier } from './support.js';

const { data: _data, ...withoutData } = EVENT;
const INVALID: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['text that is not JSON', 'hello'],
  ['truncated JSON', BODY.slice(0, -1)],
  ['two documents', `${BODY}${BODY}`],
  ['array', `[${BODY}]`],
  ['text', '"x"'],
  ['null', 'null'],
  ['number', '1'],
  ['two byte order marks', `\uFEFF\uFEFF${BODY}`],
  ['a lone byte order mark', '\uFEFF'],
  ['lone surrogate', BODY.replace('txn_1', 'txn_\ud800')],
  ['bytes that are not UTF-8', Buffer.from(BODY.replace('€', 'é'), 'latin1')],
  ['an overlong form', Buffer.from(BODY.replace('txn_1', 'txn_\u00c0\u0080'), 'latin1')],
  ['an encoded surrogate', Buffer.from(`{"a":"\u00ed\u00a0\u0080"}`, 'latin1')],
  ['UTF-16', Buffer.from(BODY, 'utf16le')],
  ['missing data', JSON.stringify(withoutData)],
  ['null as data', JSON.stringify({ ...EVENT, data: null })],
  ['an array as data', JSON.stringify({ ...EVENT, data: [] })],
  ['text as data', JSON.stringify({ ...EVENT, data: 'x' })],
  ['fields inside __proto__', `{"__proto__":${BODY}}`],
  ...(['eventId', 'schemaVersion', 'type', 'businessId', 'createdAt'] as const).flatMap((name): [string, string][] => [
    [`no ${name}`, JSON.stringify({ ...EVENT, [name]: undefined })],
    [`null as ${name}`, JSON.stringify({ ...EVENT, [name]: null })],
    [`a number as ${name}`, JSON.stringify({ ...EVENT, [name]: 2.1 })],
    [`an array as ${name}`, JSON.stringify({ ...EVENT, [name]: ['x'] })],
  ]),
];

describe.each(ENGINES)('verify on %s', (_, engine) => {
  it.each(INVALID)('refuses the payload: %s', async (__, body) => {
    expect(await outcome(verifier({}, engine).verify(body, header(body)))).toBe('invalid_payload');
  });

  it('accepts the bytes of arrayBuffer()', async () => {
    const bytes = await new Blob([BODY]).arrayBuffer();
    expect(await verifier({}, engine).verify(bytes, header(BODY))).toEqual(EVENT);
  });

  it.each<[string, string | Uint8Array, object]>([
    ['bytes', new TextEncoder().encode(BODY), EVENT],
    ['byte order mark before text', `\uFEFF${BODY}`, EVENT],
    ['byte order mark before bytes', Buffer.from(`\uFEFF${BODY}`), EVENT],
    ['unknown type', JSON.stringify({ ...EVENT, type: 'new.kind' }), { ...EVENT, type: 'new.kind' }],
    ['empty strings', JSON.stringify({ ...EVENT, eventId: '' }), { ...EVENT, eventId: '' }],
    ['additional fields', JSON.stringify({ ...EVENT, more: [1] }), { ...EVENT, more: [1] }],
    ['empty data', JSON.stringify({ ...EVENT, data: {} }), { ...EVENT, data: {} }],
    ['an escaped surrogate', BODY.replace('txn_1', '\\ud800'), { ...EVENT, data: { ...EVENT.data, id: '\ud800' } }],
  ])('accepts %s', async (__, body, event) => {
    expect(await verifier({}, engine).verify(body, header(body))).toEqual(event);
  });

  it('survives a deeply nested payload', async () => {
    const depth = 200_000;
    const body = BODY.replace('"txn_1"', `${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(['ok', 'invalid_payload']).toContain(await outcome(verifier({}, engine).verify(body, header(body))));
  });
});
