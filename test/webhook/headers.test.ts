import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebhookHeaders } from '../../src/webhook/signature-header.js';
import { BODY, header, outcome, verifier } from './support.js';

const OK = header(BODY);
const verify = (headers: unknown) => outcome(verifier().verify(BODY, headers as WebhookHeaders));
const withoutPrototype = (entries: object) => Object.assign(Object.create(null) as object, entries);
const joined = () => {
  const headers = new Headers({ 'Service-Signature': OK });
  headers.append('Service-Signature', OK);
  return headers;
};

describe('reading the signature header', () => {
  it.each<[string, WebhookHeaders]>([
    ['text', OK],
    ['one-entry array', [OK]],
    ['fetch Headers', new Headers({ 'service-signature': OK, 'Content-Type': 'application/json' })],
    ['Node headers', { host: 'x', 'service-signature': OK, 'set-cookie': ['a', 'b'], 'x-none': undefined }],
    ['as signed', { 'Service-Signature': OK, 'Service-Event': 'x' }],
    ['upper case', { 'SERVICE-SIGNATURE': OK }],
    ['array of one', { 'service-signature': [OK] }],
    ['no prototype', withoutPrototype({ 'service-signature': OK }) as Record<string, string>],
    ['beside an undefined one', { 'service-signature': undefined, 'Service-Signature': OK }],
    ['beside an empty array', { 'service-signature': [], 'Service-Signature': OK }],
    ['beside a header named get', { get: 'x', 'service-signature': OK }],
  ])('finds it in %s', async (_, headers) => {
    expect(await verify(headers)).toBe('ok');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['empty text', ''],
    ['empty array', []],
    ['no headers', {}],
    ['no fetch headers', new Headers()],
    ['other headers', { signature: OK, 'service-signature2': OK, 'x-service-signature': OK }],
    ['undefined value', { 'service-signature': undefined }],
    ['null value', { 'service-signature': null }],
    ['empty value', { 'service-signature': '' }],
    ['array of an empty value', { 'service-signature': [''] }],
    ['array of undefined', { 'service-signature': [undefined] }],
    ['empty fetch header', new Headers({ 'service-signature': '' })],
    ['inherited', Object.create({ 'service-signature': OK })],
  ])('reports the header as missing from %s', async (_, headers) => {
    expect(await verify(headers)).toBe('missing_signature');
  });

  it.each<[string, unknown]>([
    ['array of two', { 'service-signature': [OK, OK] }],
    ['array of an empty and a correct header', { 'service-signature': ['', OK] }],
    ['two names that differ in case', { 'service-signature': OK, 'Service-Signature': OK }],
    ['an empty and a right one', { 'service-signature': '', 'Service-Signature': OK }],
    ['two joined by fetch', joined()],
    ['two texts', [OK, OK]],
    ['number', { 'service-signature': 1 }],
    ['boolean', { 'service-signature': true }],
    ['symbol', { 'service-signature': Symbol('x') }],
    ['object', { 'service-signature': { toString: () => OK } }],
    ['nested array', { 'service-signature': [[OK]] }],
    ['a number for headers', 7],
    ['a function for headers', () => OK],
    ['get that gives a number', { get: () => 7 }],
  ])('reports it as malformed: %s', async (_, headers) => {
    expect(await verify(headers)).toBe('malformed_signature');
  });

  it('throws only WebhookVerificationError, whatever the headers', async () => {
    const anything = fc.anything({ withBigInt: true, withMap: true, withSet: true, withNullPrototype: true });
    const headers = fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom('service-signature', 'Service-Signature', 'get', '__proto__'), anything),
    );
    await fc.assert(
      fc.asyncProperty(headers, async (value) => {
        expect(await verify(value)).toMatch(/^(missing|malformed)_signature$/);
      }),
      { seed: 20261121, numRuns: 2000 },
    );
  });
});
