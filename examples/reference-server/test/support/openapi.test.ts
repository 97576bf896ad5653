import { openapi } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';
import { createAnswerChecker, routesOf, type AnswerHeaders } from './openapi.js';

const check = createAnswerChecker();
const json = { 'content-type': 'application/json; charset=utf-8' };
const path = '/v1/transactions';
const empty = JSON.stringify({ data: [], hasMore: false, nextCursor: null });
const error = (code: string) => JSON.stringify({ error: { code, message: '' } });
const stored = JSON.stringify((openapi.components.examples!.StoredSale as { value: unknown }).value);

it('lists the operations', () => {
  expect(routesOf(openapi)).toEqual([
    { method: 'GET', path },
    { method: 'HEAD', path },
    { method: 'POST', path },
  ]);
});

type Answer = [method: string, path: string, status: number, headers: AnswerHeaders, body: string];

describe('the response checker', () => {
  it.each<[what: string, ...Answer]>([
    ['a page', 'GET', `${path}?limit=2`, 200, json, empty],
    ['a page from fetch', 'GET', path, 200, new Headers(json), empty],
    ['a HEAD response', 'HEAD', path, 200, json, ''],
    ['a first write', 'POST', path, 201, json, stored],
    ['a replay', 'POST', path, 200, { ...json, 'idempotent-replayed': 'true' }, stored],
    ['no credential', 'POST', path, 401, { ...json, 'WWW-Authenticate': 'Bearer' }, error('unauthorized')],
    ['a refused cursor', 'GET', path, 400, json, error('invalid_cursor')],
    ['an unknown path', 'GET', '/v2/transactions', 404, json, error('not_found')],
    ['an unknown method', 'PUT', path, 405, { ...json, allow: 'GET, POST' }, error('method_not_allowed')],
    ['a request that is too slow', 'POST', path, 408, json, error('request_timeout')],
    ['header fields that are too large', 'HEAD', path, 431, json, ''],
    [
      'an unknown path on a server that is shutting down',
      'GET',
      '/',
      503,
      { ...json, 'retry-after': 1 },
      error('unavailable'),
    ],
  ])('accepts %s', (_, ...answer) => {
    expect(check(...answer)).toEqual([]);
  });

  it.each<[what: string, faults: number, ...Answer]>([
    ['an undocumented status', 1, 'POST', path, 204, {}, ''],
    ['404 for a known path', 1, 'GET', path, 404, json, error('not_found')],
    ['405 for a HEAD request', 1, 'HEAD', path, 405, { ...json, allow: 'GET, POST' }, ''],
    ['405 for a known method', 1, 'POST', path, 405, { ...json, allow: 'GET' }, error('method_not_allowed')],
    ['200 for an unknown path', 1, 'GET', '/constructor', 200, json, empty],
    ['200 for an unknown method', 1, 'DELETE', path, 200, json, empty],
    ['a missing header', 1, 'POST', path, 200, json, stored],
    ['a wrong header', 1, 'POST', path, 200, { ...json, 'Idempotent-Replayed': 'yes' }, stored],
    ['Retry-After as a date', 1, 'GET', path, 503, { ...json, 'retry-after': 'Sat' }, error('unavailable')],
    ['an error code that belongs to another status', 1, 'GET', path, 400, json, error('invalid_json')],
    [
      'an error code that belongs to another status, and a missing header',
      2,
      'GET',
      path,
      401,
      json,
      error('forbidden'),
    ],
    ['another content type', 1, 'GET', path, 200, { 'content-type': 'text/html' }, empty],
    ['no content type', 1, 'GET', path, 200, {}, empty],
    ['a body that is not JSON', 1, 'GET', path, 200, json, ''],
    [
      'a field that is not in the schema',
      1,
      'GET',
      path,
      200,
      json,
      JSON.stringify({ ...(JSON.parse(empty) as object), total: 0 }),
    ],
    // For each of the five document types, the unknown `ID` and the missing `id`; for four of them, also the wrong type
    // and the missing `linkedTransaction`; and one fault for the union.
    [
      'a document whose id has another field name',
      19,
      'POST',
      path,
      201,
      json,
      stored.replace('"id":"txn', '"ID":"txn'),
    ],
  ])('finds %s', (_, faults, ...answer) => {
    expect(check(...answer)).toHaveLength(faults);
  });
});
