/** Tests the in-memory service, through the client and over HTTP, and signed deliveries. */
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { createClient } from 'receipt-rule-packs/client';
import { complete } from 'receipt-rule-packs/complete';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { fakeService, signedDelivery, type FakeServiceOptions, type Fault } from 'receipt-rule-packs/testing/service';
import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { describe, expect, it } from 'vitest';

const ADDRESS = 'https://service.example/v1/transactions';
const registry = createRegistry([noReceipt1, seReceipt1]);
const SHOP = { id: 'biz_1', name: 'Corner shop', legalName: 'Corner AS', country: 'NO', token: 'svc_1' };
const OTHER = { id: 'biz_2', name: 'Hjørnet', country: 'NO', token: 'svc_2' };
const NOW = '2026-11-21T09:00:00.000Z';

function saleOf(externalId: string, timestamp = '2026-11-21T10:00:00+01:00', vendor = 'biz_1'): Transaction {
  const result = complete(registry.shop({ country: 'NO' }), {
    receiptNumber: externalId,
    timestamp,
    currency: 'NOK',
    vendor: { id: vendor },
    items: [{ name: 'Mug', unitPrice: 14950, taxRate: 25 }],
    tax: { pricesIncludeTax: true },
    payment: { method: 'card' },
    source: { platform: 'corner-pos', externalId },
  });
  if (!result.valid) throw new Error(result.error.message);
  return result.transaction;
}
const SALE = saleOf('A-1');

function start(options: FakeServiceOptions = {}) {
  const service = fakeService(registry, [SHOP, OTHER], { now: () => Date.parse(NOW), ...options });
  const clientOf = (token: string) =>
    createClient({ baseUrl: 'https://service.example', token, backoffMs: [0, 0, 0], fetch: service.fetch });
  return { service, client: clientOf('svc_1'), clientOf };
}

describe('the write endpoint', () => {
  it('stores a document once by identity and key', async () => {
    const { service, client } = start();
    const first = await client.send(SALE);
    const again = await client.send(SALE);
    expect([first.outcome, again.outcome]).toEqual(['stored', 'stored']);
    if (first.outcome !== 'stored' || again.outcome !== 'stored') return;
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect(again.transaction).toEqual(first.transaction);
    expect(service.stored).toEqual([first.transaction]);
    expect(first.transaction).toMatchObject({
      id: 'txn_1',
      createdAt: NOW,
      profileId: 'no-receipt-1',
      schemaVersion: '2.1',
      vendor: { id: 'biz_1', name: 'Corner shop', legalName: 'Corner AS', country: 'NO' },
      source: { platform: 'corner-pos', externalId: 'A-1', syncedAt: NOW },
    });
    expect(first.transaction.vendor).not.toHaveProperty('token');
  });

  it('reports a conflict for another key, and for a document without a key', async () => {
    const { service, client } = start();
    await client.send(SALE);
    expect((await client.send(SALE, { key: 'another' })).outcome).toBe('conflict');
    const init = { method: 'POST', headers: { Authorization: 'Bearer svc_1', 'Content-Type': 'application/json' } };
    expect((await service.fetch(ADDRESS, { ...init, body: JSON.stringify(SALE) })).status).toBe(409);
    expect(service.stored.length).toBe(1);
  });

  it("replays before validating, and forgets a rejected document's key", async () => {
    const { service, client } = start();
    const wrong = { ...SALE, currency: 'EUR' };
    expect(await client.send(wrong, { key: 'k' })).toMatchObject({
      outcome: 'refused',
      status: 422,
      error: { code: 'validation_failed' },
      issues: [expect.objectContaining({ field: 'currency', code: 'currency_not_allowed' })],
    });
    expect(service.stored).toEqual([]);
    expect(await client.send(SALE, { key: 'k' })).toMatchObject({ outcome: 'stored', replayed: false });
    expect(await client.send(wrong, { key: 'k' })).toMatchObject({ outcome: 'stored', replayed: true });
  });

  it('allows the same identity in each business', async () => {
    const { service, client, clientOf } = start();
    await client.send(SALE);
    await clientOf('svc_2').send(saleOf('A-1', undefined, 'biz_2'));
    expect(service.stored.map(({ id, vendor }) => [id, vendor.id])).toEqual([
      ['txn_1', 'biz_1'],
      ['txn_2', 'biz_2'],
    ]);
  });

  it("uses the test's ids and time", async () => {
    let made = 0;
    const { service, client } = start({ ids: () => `id_${--made}`, now: () => 0 });
    await client.send(SALE);
    expect(service.stored).toMatchObject([{ id: 'id_-1', createdAt: '1970-01-01T00:00:00.000Z' }]);
  });

  it.each<[number, string, { headers?: Record<string, string>; body?: string; method?: string }]>([
    [401, 'unauthorized', { headers: { Authorization: '' } }],
    [401, 'unauthorized', { headers: { Authorization: 'Bearer svc_9' } }],
    [403, 'forbidden', { headers: { Authorization: 'Bearer svc_2' } }],
    [415, 'unsupported_media_type', { headers: { 'Content-Type': 'text/plain' } }],
    [400, 'invalid_idempotency_key', { headers: { 'Idempotency-Key': 'é' } }],
    [400, 'invalid_idempotency_key', { headers: { 'Idempotency-Key': '' } }],
    [400, 'invalid_json', { body: '{' }],
    [400, 'invalid_json', { body: JSON.stringify({ ...SALE, id: 'txn_1' }) }],
    [422, 'validation_failed', { body: '{}' }],
    [422, 'profile_mismatch', { body: JSON.stringify({ ...SALE, profileId: 'se-receipt-1' }) }],
    [405, 'method_not_allowed', { method: 'PUT' }],
  ])('responds with %i %s', async (status, code, { headers, ...init }) => {
    const { service } = start();
    const given = { Authorization: 'Bearer svc_1', 'Content-Type': 'application/json', ...headers };
    const body = JSON.stringify(SALE);
    const response = await service.fetch(ADDRESS, { method: 'POST', body, headers: given, ...init });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    expect(service.stored).toEqual([]);
  });

  it('responds with 404 at other paths, and accepts a Request', async () => {
    const { service } = start();
    expect((await service.fetch(new Request('https://service.example/v2'))).status).toBe(404);
  });

  it('accepts any token for a business configured without tokens', async () => {
    const { fetch, stored } = fakeService(registry, [{ id: 'biz_1', name: 'a', country: 'NO' }]);
    const client = createClient({ baseUrl: 'https://service.example', token: 'anything', fetch });
    expect((await client.send(SALE)).outcome).toBe('stored');
    expect(stored).toEqual([]);
  });
});

describe('the list endpoint', () => {
  it('returns the transactions of one business, newest first, in pages', async () => {
    const { client, clientOf } = start();
    const hours = ['09', '11', '08', '10', '07'];
    for (const [i, hour] of hours.entries()) await client.send(saleOf(`A-${i}`, `2026-11-21T${hour}:00:00+01:00`));
    await clientOf('svc_2').send(saleOf('B', undefined, 'biz_2'));
    const ids = [];
    for await (const { id } of client.list({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['txn_2', 'txn_4', 'txn_1', 'txn_3', 'txn_5']);
    const rest = [];
    for await (const { id } of client.list({ startAfter: 'txn_1' })) rest.push(id);
    expect(rest).toEqual(['txn_3', 'txn_5']);
  });

  it.each([
    ['limit=51', 400, 'invalid_parameter'],
    ['offset=1', 400, 'invalid_parameter'],
    ['startAfter=txn_9', 400, 'invalid_cursor'],
    ['businessId=biz_2', 403, 'forbidden'],
  ])('responds to ?%s with %i %s', async (query, status, code) => {
    const { service } = start();
    const response = await service.fetch(`${ADDRESS}?${query}`, { headers: { Authorization: 'Bearer svc_1' } });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('requires businessId if a token is valid for several businesses', async () => {
    const shared = [SHOP, OTHER].map((business) => ({ ...business, token: 'svck_1' }));
    const { fetch } = fakeService(registry, shared);
    const headers = { Authorization: 'Bearer svck_1' };
    expect((await fetch(ADDRESS, { headers })).status).toBe(400);
    const page = await fetch(`${ADDRESS}?businessId=biz_2`, { headers });
    expect(await page.json()).toEqual({ data: [], hasMore: false, nextCursor: null });
  });
});

describe('the event feed', () => {
  const FEED = 'https://service.example/v1/events';
  const headers = { Authorization: 'Bearer svc_1' };

  it('returns the documents of one business, oldest first, in pages that can be resumed', async () => {
    const { client, clientOf } = start({ eventsFeed: true });
    for (const [i, hour] of ['09', '11', '08'].entries()) {
      await client.send(saleOf(`A-${i}`, `2026-11-21T${hour}:00:00+01:00`));
      await clientOf('svc_2').send(saleOf(`B-${i}`, undefined, 'biz_2'));
    }
    const pages = [];
    for await (const page of client.events({ limit: 2 })) pages.push(page);
    expect(pages.map(({ data }) => data.map(({ eventId }) => eventId))).toEqual([
      ['evt_txn_1', 'evt_txn_3'],
      ['evt_txn_5'],
    ]);
    expect(pages[0]!.data[0]).toMatchObject({
      schemaVersion: '2.1',
      type: 'transaction.created',
      businessId: 'biz_1',
      createdAt: NOW,
      data: { id: 'txn_1', vendor: { name: 'Corner shop' } },
    });
    const after = pages[1]!.nextCursor;
    for await (const page of client.events({ after }))
      expect(page).toEqual({ data: [], hasMore: false, nextCursor: after });
    await client.send(saleOf('A-3'));
    for await (const { data } of client.events({ after }))
      expect(data.map(({ eventId }) => eventId)).toEqual(['evt_txn_7']);
    for await (const { data, nextCursor } of client.events({ after: 'latest' })) {
      expect([data, nextCursor === after]).toEqual([[], false]);
    }
  });

  it.each([
    ['after=txn_1', 400, 'invalid_cursor'],
    ['after=feed-1', 400, 'invalid_cursor'],
    ['after=', 400, 'invalid_parameter'],
    ['after=feed-0&after=feed-0', 400, 'invalid_parameter'],
    ['startAfter=txn_1', 400, 'invalid_parameter'],
    ['businessId=biz_2', 403, 'forbidden'],
  ])('responds to ?%s with %i %s', async (query, status, code) => {
    const { service } = start({ eventsFeed: true });
    const response = await service.fetch(`${FEED}?${query}`, { headers });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('is read-only, and responds with 404 unless enabled', async () => {
    const { service } = start({ eventsFeed: true });
    expect((await service.fetch(FEED, { method: 'POST', headers })).status).toBe(405);
    expect((await start().service.fetch(FEED, { headers })).status).toBe(404);
  });
});

describe('faults', () => {
  const lostAfter: Fault = { fault: 'no_answer', carriedOut: true };
  it.each<[string, Fault, boolean, boolean]>([
    ['no answer after storing', lostAfter, true, true],
    ['no answer before storing', { fault: 'no_answer' }, false, false],
    ['a truncated response', { fault: 'cut_off' }, true, true],
    ['502 in HTML', { fault: 'answer', status: 502 }, false, false],
    [
      '504 from a service that has carried out the request',
      { fault: 'answer', status: 504, carriedOut: true },
      true,
      true,
    ],
    ['503 as JSON', { fault: 'answer', status: 503, body: { error: { code: 'unavailable' } } }, false, false],
    ['429', { fault: 'answer', status: 429, retryAfter: 0 }, false, false],
  ])('let a retry store exactly one document: %s', async (_, fault, storedBefore, replayed) => {
    const { service, client } = start();
    service.fail(fault);
    const failed = await client.send(SALE, { attempts: 1 });
    expect([failed.outcome, service.stored.length]).toEqual(['unknown', storedBefore ? 1 : 0]);
    expect(await client.send(SALE)).toMatchObject({ outcome: 'stored', replayed });
    expect(service.stored.length).toBe(1);
  });

  it('apply in order, one per request', async () => {
    const { service, client } = start();
    service.fail(lostAfter, { fault: 'answer', status: 502 });
    service.fail({ fault: 'cut_off' });
    expect(await client.send(SALE)).toMatchObject({ outcome: 'stored', replayed: true });
    service.fail({ fault: 'answer', status: 503 });
    const ids = [];
    for await (const { id } of client.list()) ids.push(id);
    expect(ids).toEqual(['txn_1']);
  });

  it("may include Retry-After and a gateway's body", async () => {
    const { service, client } = start();
    service.fail({ fault: 'answer', status: 429, retryAfter: 90 }, { fault: 'answer', status: 204 });
    expect(await client.send(SALE, { attempts: 1 })).toMatchObject({ outcome: 'unknown', status: 429, retryAfter: 60 });
    expect((await service.fetch(ADDRESS)).status).toBe(204);
    service.fail({ fault: 'answer', status: 502, body: '<p>no</p>' });
    const page = await service.fetch(ADDRESS);
    expect([page.headers.get('Content-Type'), await page.text()]).toEqual(['text/html', '<p>no</p>']);
  });

  it('delay a response until the caller aborts', async () => {
    const { service, client } = start();
    service.fail({ fault: 'delay', ms: 1 });
    expect((await client.send(SALE)).outcome).toBe('stored');
    const control = new AbortController();
    service.fail({ fault: 'delay', ms: 2_000_000_000 });
    const waiting = service.fetch(ADDRESS, { headers: { Authorization: 'Bearer svc_1' }, signal: control.signal });
    const reason = new Error('enough');
    setTimeout(() => control.abort(reason), 5);
    await expect(waiting).rejects.toBe(reason);
    await expect(service.fetch(ADDRESS, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a signed delivery', () => {
  it('is verified with its secret alone, and has the given fields', async () => {
    const { method, headers, body } = await signedDelivery(
      { eventId: 'evt_7', data: { id: 'txn_7' } },
      { secrets: 'a' },
    );
    expect(method).toBe('POST');
    const event = await createWebhookVerifier({ secrets: 'a' }).verify(body, headers);
    expect(event).toMatchObject({ eventId: 'evt_7', type: 'transaction.created', data: { id: 'txn_7' } });
    const other = createWebhookVerifier({ secrets: 'b' }).verify(body, headers);
    await expect(other).rejects.toMatchObject({ code: 'signature_mismatch' });
  });

  it('states the event type, the time and the nonce', async () => {
    const attempt = { secrets: ['a', 'b'], timestamp: 1795255200, nonce: '0123' };
    const { headers } = await signedDelivery({ type: 'source.connected' }, attempt);
    expect(headers['Service-Event']).toBe('source.connected');
    expect(headers['Service-Signature'].split(',').map((part) => part.slice(0, 12))).toEqual([
      't=1795255200',
      'nonce=0123',
      expect.stringMatching(/^v1=/),
      expect.stringMatching(/^v1=/),
    ]);
  });
});
