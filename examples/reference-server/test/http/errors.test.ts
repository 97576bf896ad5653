import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { checkedClient, refusalOf, type Refusal } from './support.js';

type Write = [document: unknown, options?: CallOptions];

const ITEM = receipt().items[0]!;
const OSS = { ...receipt().tax, scheme: 'EU_VAT' as const };
const TOO_LARGE = ' '.repeat(1_048_577);

anyDatabase((database) => {
  const server = serverFor(database, fixtures);
  const api = (token: string = TOKENS.writer) => checkedClient(server.url, token);

  describe('| status | code | condition | of POST /v1/transactions', () => {
    it.each<[condition: string, expected: Refusal, ...Write]>([
      ['an unknown top-level field', [400, 'invalid_json', ['total: unknown_field']], { ...receipt(), total: 1 }],
      [
        'unknown nested fields, which are all listed',
        [400, 'invalid_json', ['items[0].rate: unknown_field', 'payment["odd key"]: unknown_field']],
        { ...receipt(), items: [{ ...ITEM, rate: 1 }], payment: { method: 'card', 'odd key': 1 } },
      ],
      [
        'fields that only the service writes',
        [
          400,
          'invalid_json',
          [
            'vendor.name: unknown_field',
            'source.syncedAt: unknown_field',
            'createdAt: unknown_field',
            'id: unknown_field',
          ],
        ],
        {
          ...receipt(),
          id: 'txn_1',
          createdAt: '2026-11-21T10:00:00Z',
          vendor: { id: 'biz_1', name: 'x' },
          source: { platform: 'pos', externalId: 'x', syncedAt: '2026-11-21T10:00:00Z' },
        },
      ],
      [
        'fiscal, a field from schema 2.0',
        [400, 'invalid_json', ['fiscal: unknown_field']],
        { ...receipt(), fiscal: {} },
      ],
      ['invalid JSON', [400, 'invalid_json', []], '{"type": }'],
      ['an empty body', [400, 'invalid_json', []], ''],
      ['an array', [400, 'invalid_json', []], [receipt()]],
      ['null', [400, 'invalid_json', []], 'null'],
      ['an empty Idempotency-Key', [400, 'invalid_idempotency_key'], receipt(), { key: '' }],
      ['an Idempotency-Key of 256 characters', [400, 'invalid_idempotency_key'], receipt(), { key: 'k'.repeat(256) }],
      ['no credential', [401, 'unauthorized'], receipt(), { headers: { Authorization: null } }],
      ['a personal key', [403, 'forbidden'], receipt(), { token: TOKENS.ownerWide }],
      ['a token without the scope transactions.write', [403, 'forbidden'], receipt(), { token: TOKENS.reader }],
      ['an app that is not a partner', [403, 'forbidden'], receipt(), { token: TOKENS.noPartner }],
      ["the vendor.id of the app's other business", [403, 'forbidden'], { ...receipt(), vendor: { id: 'biz_2' } }],
      ['a vendor.id that does not exist', [403, 'forbidden'], { ...receipt(), vendor: { id: 'biz_404' } }],
      ['a body over 1 MiB', [413, 'payload_too_large'], TOO_LARGE],
      ['no content type', [415, 'unsupported_media_type'], receipt(), { headers: { 'Content-Type': '' } }],
      [
        'another content type',
        [415, 'unsupported_media_type'],
        receipt(),
        { headers: { 'Content-Type': 'text/json' } },
      ],
      [
        'a profileId that is not the resolved profile, as the only issue',
        [422, 'profile_mismatch', ['profileId: profile_mismatch']],
        { ...receipt(), profileId: 'no-receipt-1', currency: 'EUR' },
      ],
      [
        'a business in a country without a rule pack',
        [422, 'validation_failed', ['vendor.id: unsupported_country']],
        { ...receipt(), vendor: { id: 'biz_zz' } },
        { token: TOKENS.writerWithoutPack },
      ],
      [
        'a Swedish document from a Norwegian business',
        [422, 'validation_failed', ['currency: currency_not_allowed', 'tax.scheme: tax.scheme/scheme_not_allowed']],
        { ...receipt(), vendor: { id: 'biz_no' } },
        { token: TOKENS.writerInNorway },
      ],
      [
        'no vendor.locationName for a business with several locations',
        [422, 'validation_failed', ['vendor.locationName: required']],
        { ...receipt(), vendor: { id: 'biz_many' } },
        { token: TOKENS.writerOfMany },
      ],
      [
        'an invoice tier',
        [422, 'validation_failed', ['documentTier: unsupported_tier']],
        { ...receipt(), documentTier: 'full_invoice' },
      ],
      [
        'several problems in one document, which are all listed in the order of the fields',
        [
          422,
          'validation_failed',
          [
            'type: invalid_value',
            'receiptNumber: required',
            'currency: currency_not_allowed',
            'items[0].amount: invalid_type',
            'items[0].taxRate: invalid_rate',
            'totals.rounding: required',
            'payment.last4: invalid_format',
            'extensions.se: required',
          ],
        ],
        {
          ...receipt(),
          type: 'gift',
          receiptNumber: undefined,
          currency: 'EUR',
          items: [{ ...ITEM, amount: '3000', taxRate: 13 }],
          tax: { ...receipt().tax, summary: [{ rate: 13, category: 'S', taxableAmount: 2679, taxAmount: 321 }] },
          payment: { method: 'cash', last4: '12345' },
          extensions: {},
        },
      ],
      [
        'customer.country/required',
        [422, 'validation_failed', ['customer.country: customer.country/required']],
        { ...receipt(), channel: 'ecommerce', tax: OSS },
      ],
      [
        'customer.country/invalid_country',
        [422, 'validation_failed', ['customer.country: customer.country/invalid_country']],
        { ...receipt(), channel: 'ecommerce', tax: OSS, customer: { country: 'DEU' } },
      ],
      [
        'tax.scheme/scheme_not_allowed',
        [422, 'validation_failed', ['tax.scheme: tax.scheme/scheme_not_allowed']],
        { ...receipt(), channel: 'ecommerce', tax: OSS, customer: { country: 'SE' } },
      ],
      [
        'a missing identity',
        [422, 'validation_failed', ['vendor: required', 'source: required']],
        { ...receipt(), vendor: undefined, source: undefined },
      ],
      [
        'an empty identity',
        [
          422,
          'validation_failed',
          ['vendor.id: too_short', 'source.platform: too_short', 'source.externalId: too_short'],
        ],
        { ...receipt(), vendor: { id: '' }, source: { platform: '', externalId: '' } },
      ],
    ])('| %s |', async (_, expected, document, options) => {
      expect(refusalOf(await api().post(document, options))).toEqual(expected);
    });

    it('| 409 | duplicate_transaction | same identity, another Idempotency-Key |', async () => {
      const document = receipt();
      await api().post(document, { key: 'a' });
      expect(refusalOf(await api().post(document, { key: 'b' }))).toEqual([409, 'duplicate_transaction']);
    });

    it('states the number of issues in the message', async () => {
      const { json } = await api().post({ ...receipt(), currency: 'EUR' });
      expect(json).toMatchObject({ error: { message: 'Validation failed with 1 issue.' } });
      const three = { ...receipt(), currency: 'EUR', type: 'gift', items: [] };
      expect((await api().post(three)).json).toMatchObject({ error: { message: 'Validation failed with 3 issues.' } });
    });

    it('returns the same response for a business without a grant and for a business that does not exist', async () => {
      const [other, none] = await Promise.all(
        ['biz_3', 'biz_404'].map((id) => api().post({ ...receipt(), vendor: { id } })),
      );
      expect(other!.text).toBe(none!.text);
    });
  });

  describe('| status | code | condition | of GET /v1/transactions', () => {
    it.each<[condition: string, expected: Refusal, query: string, token: string]>([
      ['limit 0', [400, 'invalid_parameter', ['limit: invalid_parameter']], '?limit=0', TOKENS.writer],
      ['an unknown parameter', [400, 'invalid_parameter', ['offset: invalid_parameter']], '?offset=1', TOKENS.writer],
      ['an unknown cursor', [400, 'invalid_cursor'], '?startAfter=txn_1', TOKENS.writer],
      ['no credential', [401, 'unauthorized'], '', 'unknown'],
      ["a businessId that is not the credential's", [403, 'forbidden'], '?businessId=biz_2', TOKENS.writer],
      [
        'an owner-wide key without businessId',
        [400, 'invalid_parameter', ['businessId: invalid_parameter']],
        '',
        TOKENS.ownerWide,
      ],
    ])('| %s |', async (_, expected, query, token) => {
      expect(refusalOf(await api(token).list(query))).toEqual(expected);
    });
  });

  describe('| status | code | condition | of any request', () => {
    it.each([
      '/',
      '/v1',
      '/v1/',
      '/v1/transactions/',
      '/v1/transactions/txn_1',
      '/v2/transactions',
      '/V1/Transactions',
    ])('| 404 | not_found | %s |', async (path) => {
      expect(refusalOf(await api().call('GET', path))).toEqual([404, 'not_found']);
    });

    it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('| 405 | method_not_allowed | %s |', async (method) => {
      const answer = await api().call(method, '/v1/transactions');
      expect(refusalOf(answer)).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST');
    });

    it.each<[method: string, path: string, type: string, body: string, expected: Refusal]>([
      ['PUT', '/v1/transactions', 'zzz', '{}', [405, 'method_not_allowed']],
      ['DELETE', '/v1/transactions', ';;;', '{}', [405, 'method_not_allowed']],
      ['PUT', '/v1/transactions', 'application/json', TOO_LARGE, [405, 'method_not_allowed']],
      ['POST', '/v1/nothing', 'zzz', '{}', [404, 'not_found']],
      ['DELETE', '/nothing', ';;;', '{}', [404, 'not_found']],
      ['POST', '/nothing', 'application/json', TOO_LARGE, [404, 'not_found']],
    ])('| %s %s | with any body of type %s |', async (method, path, type, body, expected) => {
      const answer = await api().call(method, path, {
        headers: { 'Content-Type': type },
        body,
      });
      expect(refusalOf(answer)).toEqual(expected);
      expect(answer.headers.get('Allow')).toBe(expected[0] === 405 ? 'GET, HEAD, POST' : null);
    });

    it.each(['/healthz', '/readyz', '/metrics', '/openapi.json'])(
      '| 405 | method_not_allowed | POST %s |',
      async (path) => {
        const answer = await api().call('POST', path);
        expect(refusalOf(answer)).toEqual([405, 'method_not_allowed']);
        expect(answer.headers.get('Allow')).toBe('GET, HEAD');
      },
    );
  });

  describe('the order of checks on POST, where the first failed check determines the response', () => {
    const noToken = { Authorization: null };
    const noJson = { 'Content-Type': 'text/plain' };
    const noKey = { 'Idempotency-Key': '' };
    const elsewhere = { id: 'biz_2' };

    it.each<[earlier: string, later: string, expected: number, ...Write]>([
      ['credential', 'content type', 401, receipt(), { headers: { ...noToken, ...noJson } }],
      ['credential', 'key', 401, receipt(), { headers: { ...noToken, ...noKey } }],
      ['credential', 'size', 401, TOO_LARGE, { headers: noToken }],
      ['credential', 'bytes', 401, '{', { headers: noToken }],
      ['scope', 'content type', 403, receipt(), { token: TOKENS.reader, headers: noJson }],
      ['partner', 'bytes', 403, '{', { token: TOKENS.noPartner }],
      ['content type', 'key', 415, receipt(), { headers: { ...noJson, ...noKey } }],
      ['content type', 'size', 415, TOO_LARGE, { headers: noJson }],
      ['content type', 'bytes', 415, '{', { headers: noJson }],
      ['content type', 'access', 415, { ...receipt(), vendor: elsewhere }, { headers: noJson }],
      ['key', 'size', 400, TOO_LARGE, { headers: noKey }],
      ['key', 'access', 400, { ...receipt(), vendor: elsewhere }, { headers: noKey }],
      ['size', 'bytes', 413, TOO_LARGE],
      ['unknown field', 'access', 400, { ...receipt(), vendor: elsewhere, unknown: 1 }],
      ['unknown field', 'profile', 400, { ...receipt(), profileId: 'no-receipt-1', unknown: 1 }],
      ['unknown field', 'rules', 400, { ...receipt(), currency: 'EUR', unknown: 1 }],
      ['access', 'profile', 403, { ...receipt(), vendor: elsewhere, profileId: 'no-receipt-1' }],
      ['access', 'rules', 403, { ...receipt(), vendor: elsewhere, currency: 'EUR' }],
      ['access', 'structure', 403, { vendor: elsewhere, source: receipt().source }],
    ])('%s before %s: %i', async (_, __, expected, document, options) => {
      expect((await api().post(document, options)).status).toBe(expected);
    });

    it.each<[what: string, expected: Refusal, change: (first: ReturnType<typeof receipt>) => object, key: string]>([
      [
        'unknown field before replay',
        [400, 'invalid_json', ['x: unknown_field']],
        (first) => ({ ...first, x: 1 }),
        'a',
      ],
      ['access before replay', [403, 'forbidden'], (first) => ({ ...first, vendor: elsewhere }), 'a'],
      ['duplicate before profile', [409, 'duplicate_transaction'], (first) => ({ ...first, profileId: 'x' }), 'b'],
      ['duplicate before rules', [409, 'duplicate_transaction'], (first) => ({ ...first, currency: 'EUR' }), 'b'],
    ])('%s', async (_, expected, change, key) => {
      const first = receipt({ externalId: randomUUID() });
      expect((await api().post(first, { key: 'a' })).status).toBe(201);
      expect(refusalOf(await api().post(change(first), { key }))).toEqual(expected);
    });
  });
});
