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
    ['a string', OK],
    ['an array of one string', [OK]],
    ['fetch Headers', new Headers({ 'service-signature': OK, 'Content-Type': 'application/json' })],
    ['Node headers', { host: 'x', 'service-signature': OK, 'set-cookie': ['a', 'b'], 'x-none': undefined }],
    ['the headers returned by the signer', { 'Service-Signature': OK, 'Service-Event': 'x' }],
    ['an upper-case name', { 'SERVICE-SIGNATURE': OK }],
    ['a header whose value is an array of one string', { 'service-signature': [OK] }],
    ['headers without a prototype', withoutPrototype({ 'service-signature': OK }) as Record<string, string>],
    ['one of two spellings, the other undefined', { 'service-signature': undefined, 'Service-Signature': OK }],
    ['one of two spellings, the other an empty array', { 'service-signature': [], 'Service-Signature': OK }],
    ['headers that include one named get', { get: 'x', 'service-signature': OK }],
  ])('finds it in %s', async (_, headers) => {
    expect(await verify(headers)).toBe('ok');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an empty string', ''],
    ['an empty array', []],
    ['an empty object', {}],
    ['empty fetch Headers', new Headers()],
    ['other headers', { signature: OK, 'service-signature2': OK, 'x-service-signature': OK }],
    ['an undefined value', { 'service-signature': undefined }],
    ['a null value', { 'service-signature': null }],
    ['an empty value', { 'service-signature': '' }],
    ['an array of an empty value', { 'service-signature': [''] }],
    ['an array of undefined', { 'service-signature': [undefined] }],
    ['an empty fetch header', new Headers({ 'service-signature': '' })],
    ['an inherited property', Object.create({ 'service-signature': OK })],
  ])('reports the header as missing from %s', async (_, headers) => {
    expect(await verify(headers)).toBe('missing_signature');
  });

  it.each<[string, unknown]>([
    ['a header whose value is an array of two strings', { 'service-signature': [OK, OK] }],
    ['an array of an empty and a correct header', { 'service-signature': ['', OK] }],
    ['two names that differ in case', { 'service-signature': OK, 'Service-Signature': OK }],
    ['two names that differ in case, one without a value', { 'service-signature': '', 'Service-Signature': OK }],
    ['two headers joined by fetch', joined()],
    ['an array of two strings', [OK, OK]],
    ['number', { 'service-signature': 1 }],
    ['boolean', { 'service-signature': true }],
    ['symbol', { 'service-signature': Symbol('x') }],
    ['object', { 'service-signature': { toString: () => OK } }],
    ['nested array', { 'service-signature': [[OK]] }],
    ['a number instead of headers', 7],
    ['a function instead of headers', () => OK],
    ['a get method that returns a number', { get: () => 7 }],
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
