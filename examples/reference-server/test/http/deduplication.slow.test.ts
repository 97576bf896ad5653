import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sqlEventId } from '../../src/sql/documents.js';
import type { Answer, CallOptions } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request, sendRaw } from '../support/raw.js';
import { checkedClient, refusalOf } from './support.js';

/**
 * Two endpoints of app_1 get each new document of biz_1; the third one subscribes to another event type. No attempt is
 * made during the test.
 */
const ENDPOINTS = [
  { id: 'ep_1', appId: 'app_1', events: ['transaction.created'] },
  { id: 'ep_2', appId: 'app_1', events: ['transaction.created', 'source.connected'] },
  { id: 'ep_3', appId: 'app_1', events: ['source.connected'] },
].map((endpoint) => ({ ...endpoint, url: 'http://127.0.0.1:9/', secret: 'whsec_test' }));
const NEVER = { DELIVERY_DELAYS_MS: Array(6).fill(3_600_000).join(',') };

anyDatabase((database) => {
  const server = serverFor(database, () => fixtures(ENDPOINTS), NEVER);
  const post = (document: unknown, options?: CallOptions) =>
    checkedClient(server.url, TOKENS.writer).post(document, options);

  /** The numbers of documents stored under an externalId, of their events, and of the deliveries of these events. */
  const stored = async (externalId: string) => {
    const [row] = await server.server.database.query<{ documents: number; events: number; deliveries: number }>(
      `SELECT count(DISTINCT t.id)::integer AS documents, count(DISTINCT d.event_id)::integer AS events, count(d.event_id)::integer AS deliveries
       FROM transactions t LEFT JOIN deliveries d ON d.business_id = t.business_id AND d.event_id = ${sqlEventId('t.id')}
       WHERE t.external_id = $1`,
      [externalId],
    );
    return row;
  };

  describe('| situation | status | result |', () => {
    it('| first write of the identity | 201 | document stored and returned |', async () => {
      const externalId = randomUUID();
      const document = receipt({ externalId });
      const { status, json, headers } = await post(document, { key: 'k' });
      expect(status).toBe(201);
      expect(json).toMatchObject(document);
      expect(headers.has('Idempotent-Replayed')).toBe(false);
      expect(await stored(externalId)).toEqual({ documents: 1, events: 1, deliveries: 2 });
    });

    it.each<[situation: string, again: (first: ReturnType<typeof receipt>) => unknown]>([
      ['the same document', (first) => first],
      ['another document with the same identity', (first) => ({ ...first, receiptNumber: '2', settled: false })],
      ['a document that the current rules reject', (first) => ({ ...first, currency: 'EUR', items: [] })],
      ['another profile', (first) => ({ ...first, profileId: 'no-receipt-1' })],
      ['the identity alone', ({ vendor, source }) => ({ vendor, source })],
    ])('| replay with the same key: %s | 200 | existing document returned unchanged |', async (_, again) => {
      const externalId = randomUUID();
      const first = receipt({ externalId });
      const written = await post(first, { key: 'k' });
      const replay = await post(again(first), { key: 'k' });
      expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
      expect(replay.text).toBe(written.text);
      expect(await stored(externalId)).toEqual({ documents: 1, events: 1, deliveries: 2 });
    });

    it.each<[situation: string, first: string | undefined, second: string | undefined]>([
      ['a different key', 'k', 'l'],
      ['a key that differs in case', 'k', 'K'],
      ['a missing key', 'k', undefined],
      ['a key after a write without a key', undefined, 'k'],
      ['no key in either write', undefined, undefined],
    ])('| same identity with %s | 409 duplicate_transaction | nothing stored |', async (_, first, second) => {
      const externalId = randomUUID();
      const document = receipt({ externalId });
      expect((await post(document, { key: first })).status).toBe(201);
      expect(refusalOf(await post(document, { key: second }))).toEqual([409, 'duplicate_transaction']);
      expect(await stored(externalId)).toEqual({ documents: 1, events: 1, deliveries: 2 });
    });
  });

  describe('the identity', () => {
    it('has its own Idempotency-Keys: the same key with another identity is a first write', async () => {
      const key = randomUUID();
      const [a, b] = [await post(receipt(), { key }), await post(receipt(), { key })];
      expect([a.status, b.status]).toEqual([201, 201]);
    });

    it.each<[what: string, a: [string, string], b: [string, string]]>([
      ['another platform', ['pos', 'x'], ['pos2', 'x']],
      ['a different letter case', ['pos', 'y'], ['POS', 'y']],
      ['the same characters split differently', ['po', 'sz'], ['pos', 'z']],
      ['text that looks like JSON separators', ['q","', 'r'], ['q', '","r']],
      ['another Unicode normalization form', ['pos', '\u00e9'], ['pos', 'e\u0301']],
    ])('is the exact platform and externalId: %s is a different identity', async (_, ...pairs) => {
      for (const [platform, externalId] of pairs) {
        const document = { ...receipt(), source: { platform, externalId } };
        expect((await post(document, { key: 'k' })).status).toBe(201);
        expect((await post(document, { key: 'k' })).status).toBe(200);
      }
    });

    it('can be as long as a body, and is found again', async () => {
      const document = receipt({ externalId: randomUUID().repeat(5_000) });
      expect((await post(document, { key: 'k' })).status).toBe(201);
      expect((await post(document, { key: 'k' })).status).toBe(200);
    });

    it('includes the app: two apps get 201 for the same business, platform and externalId', async () => {
      const document = receipt();
      const first = await post(document, { key: 'k' });
      const other = await post(document, { key: 'k', token: TOKENS.otherApp });
      expect([first.status, other.status]).toEqual([201, 201]);
      expect((await post(document, { key: 'k' })).text).toBe(first.text);
      expect((await post(document, { key: 'k', token: TOKENS.otherApp })).text).toBe(other.text);
    });

    it('includes the business: one app gets 201 for two businesses', async () => {
      const document = receipt();
      const other = { ...document, vendor: { id: 'biz_2' } };
      expect((await post(document, { key: 'k' })).status).toBe(201);
      expect((await post(other, { key: 'k', token: TOKENS.writerOfBiz2 })).status).toBe(201);
    });
  });

  it.each<[status: number, spoil: (good: ReturnType<typeof receipt>) => object]>([
    [400, (good) => ({ ...good, unknown: 1 })],
    [422, (good) => ({ ...good, currency: 'EUR' })],
    [422, (good) => ({ ...good, profileId: 'no-receipt-1' })],
    [403, (good) => ({ ...good, vendor: { id: 'biz_2' } })],
  ])('a refusal with %i stores nothing and does not use up the key', async (status, spoil) => {
    const externalId = randomUUID();
    const good = receipt({ externalId });
    expect((await post(spoil(good), { key: 'k' })).status).toBe(status);
    expect(await stored(externalId)).toEqual({ documents: 0, events: 0, deliveries: 0 });
    expect((await post(good, { key: 'k' })).status).toBe(201);
  });

  describe('Idempotency-Key', () => {
    const withKeys = (document: unknown, lines: readonly string[], encoding: BufferEncoding = 'utf8') => {
      const body = JSON.stringify(document);
      const usual = [`Authorization: Bearer ${TOKENS.writer}`, 'Content-Type: application/json'];
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      const text = request('POST /v1/transactions', [...usual, ...lines, length], body);
      return sendRaw(server.url, [Buffer.from(text, encoding)]);
    };

    it.each([
      ['of one character', 'k'],
      ['of 255 characters', 'k'.repeat(255)],
      [
        'of every printable ASCII character',
        Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(''),
      ],
      ['with spaces inside', 'a b  c'],
      ['that looks like SQL', "'; DROP TABLE transactions; --"],
    ])('%s is accepted', async (_, key) => {
      const document = receipt();
      expect((await post(document, { key })).status).toBe(201);
      expect((await post(document, { key })).status).toBe(200);
    });

    it.each<[what: string, lines: string[], encoding?: BufferEncoding]>([
      ['empty', ['Idempotency-Key:']],
      ['of spaces', ['Idempotency-Key:    ']],
      ['of 256 characters', [`Idempotency-Key: ${'k'.repeat(256)}`]],
      ['with a tab', ['Idempotency-Key: a\tb']],
      ['in UTF-8', ['Idempotency-Key: köp']],
      ['in Latin-1', ['Idempotency-Key: köp'], 'latin1'],
      ['sent twice', ['Idempotency-Key: a', 'Idempotency-Key: b']],
      ['sent twice with the same value', ['Idempotency-Key: a', 'idempotency-key: a']],
      ['sent twice, once empty', ['Idempotency-Key: a', 'Idempotency-Key:']],
    ])('| %s | 400 invalid_idempotency_key |', async (_, lines, encoding) => {
      const externalId = randomUUID();
      const [answer] = await withKeys(receipt({ externalId }), lines, encoding);
      expect([answer?.status, JSON.parse(answer!.body)]).toMatchObject([
        400,
        { error: { code: 'invalid_idempotency_key' } },
      ]);
      expect(await stored(externalId)).toEqual({ documents: 0, events: 0, deliveries: 0 });
    });

    it.each(['\0', '\x01', '\x7f'])('with a control character (%j) is refused', async (character) => {
      const externalId = randomUUID();
      const [answer] = await withKeys(receipt({ externalId }), [`Idempotency-Key: a${character}`]);
      expect(answer?.status).toBe(400);
      expect(await stored(externalId)).toEqual({ documents: 0, events: 0, deliveries: 0 });
    });
  });

  describe('200 concurrent writes with the same identity', () => {
    /** The number of responses by status. */
    const counts = (answers: readonly Answer[]) => {
      const of = (status: number) => answers.filter((answer) => answer.status === status).length;
      return { 201: of(201), 200: of(200), 409: of(409), all: answers.length };
    };
    const race = async (keyOf: (i: number) => string | undefined) => {
      const externalId = randomUUID();
      const document = receipt({ externalId });
      const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => post(document, { key: keyOf(i) })));
      expect(await stored(externalId)).toEqual({ documents: 1, events: 1, deliveries: 2 });
      return answers;
    };

    it('with one key, one write gets 201 and 199 get 200 with the same document', async () => {
      const answers = await race(() => 'k');
      expect(counts(answers)).toEqual({ 201: 1, 200: 199, 409: 0, all: 200 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('with two keys, one write gets 201, the other writes with its key get 200, and all writes with the other key get 409', async () => {
      const answers = await race((i) => (i % 2 === 0 ? 'a' : 'b'));
      expect(counts(answers)).toEqual({ 201: 1, 200: 99, 409: 100, all: 200 });
      const winner = answers.findIndex(({ status }) => status === 201) % 2;
      expect(answers.filter(({ status }, i) => status === 409 && i % 2 === winner)).toEqual([]);
    });

    it('without a key, one write gets 201 and 199 get 409', async () => {
      expect(counts(await race(() => undefined))).toEqual({ 201: 1, 200: 0, 409: 199, all: 200 });
    });
  });
});
