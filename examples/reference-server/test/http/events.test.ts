import pino from 'pino';
import { createClient, createFollower, type FollowerState } from 'receipt-rule-packs/client';
import { openapi } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAccess } from '../../src/businesses/access.js';
import { ConfigError, readConfig } from '../../src/config.js';
import { withFeed } from '../../src/http/events-openapi.js';
import { startServer } from '../../src/server.js';
import { client, type Answer } from '../support/client.js';
import { describeOn, eachUnsharded, testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { createAnswerChecker } from '../support/openapi.js';
import { refusalOf } from './support.js';

const check = createAnswerChecker(withFeed(openapi));

interface Page {
  readonly data: readonly {
    readonly eventId: string;
    readonly type: string;
    readonly data: { readonly id?: string };
  }[];
  readonly hasMore: boolean;
  readonly nextCursor: string;
}

eachUnsharded((database) => {
  const server = serverFor(database, fixtures, { FEATURES: 'events-feed' });
  const call = async (query = '', token: string = TOKENS.writer, method = 'GET'): Promise<Answer> => {
    const path = `/v1/events${query}`;
    const answer = await client(server.url, token).call(method, path, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(check(method, path, answer.status, answer.headers, answer.text)).toEqual([]);
    return answer;
  };
  const page = async (query?: string, token?: string) => (await call(query, token)).json as Page;

  it('returns the written documents in order, and can be followed with one cursor', async () => {
    const start = (await page('?after=latest')).nextCursor;
    const api = client(server.url, TOKENS.writer);
    const written: string[] = [];
    for (let i = 0; i < 3; i += 1) written.push(((await api.post(receipt())).json as { id: string }).id);
    // An event appears only after all older transactions have ended, such as those of a worker.
    await expect.poll(async () => (await page(`?after=${start}`)).data.length).toBe(3);
    const first = await page(`?after=${start}&limit=2`);
    const second = await page(`?after=${first.nextCursor}&limit=2`);
    const third = await page(`?after=${second.nextCursor}`);
    const ids = [first, second].flatMap(({ data }) => data.map((event) => event.data.id));
    expect(ids).toEqual(written);
    expect([first.hasMore, second.hasMore, third]).toEqual([
      true,
      false,
      { data: [], hasMore: false, nextCursor: second.nextCursor },
    ]);
    expect((await page()).data.map(({ data }) => data.id)).toEqual(expect.arrayContaining(written));
    expect((await page('', TOKENS.writerOfBiz2)).data).toEqual([]);
  });

  it('can be read with the follower from the library', async () => {
    const options = { baseUrl: server.url, token: TOKENS.writer };
    const handled: string[] = [];
    let state: FollowerState | undefined;
    const follower = createFollower({
      client: createClient(options),
      store: { load: async () => state, save: async (next) => void (state = next) },
      onTransaction: ({ id }) => handled.push(id),
    });
    expect((await follower.catchUp()).complete).toBe(true);
    const listed = [];
    for await (const { id } of createClient(options).list()) listed.push(id);
    expect(handled).toEqual(expect.arrayContaining(listed));
    handled.length = 0;
    const api = client(server.url, TOKENS.writer);
    const written = [];
    for (let i = 0; i < 3; i += 1) written.push(((await api.post(receipt())).json as { id: string }).id);
    await expect
      .poll(async () => (await follower.catchUp()).complete && handled)
      .toEqual(expect.arrayContaining(written));
    expect(handled.length).toBeLessThanOrEqual(listed.length + written.length);
    const { handled: more } = await follower.catchUp();
    expect(more).toBe(0);
  });

  it('shows authorizations to owners, not to apps', async () => {
    const { nextCursor: after } = await page('?after=latest');
    await grantAccess(server.server.database, { appId: 'app_2', businessId: 'biz_1', scopes: [] }, 0);
    const types = async (query: string, token: string) => (await page(query, token)).data.map(({ type }) => type);
    await expect.poll(() => types(`?after=${after}`, TOKENS.pinned)).toEqual(['authorization.granted']);
    expect((await page(`?after=${after}`)).data).toEqual([]);
    expect(await types(`?after=${after}&businessId=biz_1`, TOKENS.ownerWide)).toEqual(['authorization.granted']);
  });

  it.each<[query: string, token: string, status: number, code: string, issues?: string[]]>([
    ['', 'svc_nobody', 401, 'unauthorized'],
    ['?businessId=biz_2', TOKENS.writer, 403, 'forbidden'],
    ['?businessId=biz_3', TOKENS.ownerWide, 403, 'forbidden'],
    ['', TOKENS.ownerWide, 400, 'invalid_parameter', ['businessId: invalid_parameter']],
    ['?limit=51', TOKENS.writer, 400, 'invalid_parameter', ['limit: invalid_parameter']],
    ['?after=', TOKENS.writer, 400, 'invalid_parameter', ['after: invalid_parameter']],
    ['?after=0-1-&after=0-1-', TOKENS.writer, 400, 'invalid_parameter', ['after: invalid_parameter']],
    ['?startAfter=txn_1', TOKENS.writer, 400, 'invalid_parameter', ['startAfter: invalid_parameter']],
    ['?x=1', TOKENS.writer, 400, 'invalid_parameter', ['x: invalid_parameter']],
    ['?after=txn_1', TOKENS.writer, 400, 'invalid_cursor'],
    ['?after=0-18446744073709551616-', TOKENS.writer, 400, 'invalid_cursor'],
  ])('%s is refused', async (query, token, ...refusal) => {
    expect(refusalOf(await call(query, token))).toEqual(refusal);
  });

  it('also supports HEAD, but no other method', async () => {
    expect((await call('', TOKENS.writer, 'HEAD')).status).toBe(200);
    expect(refusalOf(await call('', TOKENS.writer, 'POST'))).toEqual([405, 'method_not_allowed']);
  });

  it('is in /openapi.json', async () => {
    const { json } = await client(server.url, '').call('GET', '/openapi.json');
    expect(Object.keys((json as { paths: object }).paths)).toEqual(['/v1/transactions', '/v1/events']);
  });
});

describe('without the feature', () => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  const server = serverFor(database, fixtures);

  it('there is no feed', async () => {
    const api = client(server.url, TOKENS.writer);
    expect(refusalOf(await api.call('GET', '/v1/events'))).toEqual([404, 'not_found']);
    const { json } = await api.call('GET', '/openapi.json');
    expect(Object.keys((json as { paths: object }).paths)).toEqual(['/v1/transactions']);
  });
});

describeOn('citus', 'on citus', () => {
  const database = testDatabase('citus');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('the feature is refused', async () => {
    const config = readConfig({ PORT: '0', FEATURES: 'events-feed', ...database.env });
    await expect(startServer(config, pino({ level: 'silent' }))).rejects.toBeInstanceOf(ConfigError);
  });
});
