import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request, sendRaw, type Part, type RawAnswer } from '../support/raw.js';
import { checkedClient, holdToOpenApi, refusalOf } from './support.js';

const BEARER = `Authorization: Bearer ${TOKENS.writer}`;
const JSON_TYPE = 'Content-Type: application/json';
const PATH = '/v1/transactions';
const LIST = request(`GET ${PATH}`, [BEARER]);

/** A POST request with the given body. */
function write(body: string | Uint8Array, lines: readonly string[] = []): Part[] {
  const bytes = Buffer.from(body);
  return [request(`POST ${PATH}`, [BEARER, JSON_TYPE, `Content-Length: ${bytes.length}`, ...lines]), bytes];
}

/** A valid receipt as JSON, with `from` replaced by `to`. */
function receiptWith(from: string, to: string): string {
  const text = JSON.stringify(receipt({ metadata: {} }));
  if (!text.includes(from)) throw new Error(`${from} is not in the receipt`);
  return text.replace(from, () => to);
}

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const codeOf = ({ body }: RawAnswer) => (JSON.parse(body) as { error?: { code: string } }).error?.code;

anyDatabase((database) => {
  const server = serverFor(database, fixtures);
  const api = () => checkedClient(server.url, TOKENS.writer);

  afterEach(async () => {
    expect((await api().list('?limit=1')).status).toBe(200);
  });

  it('counts 280,000 issues, and lists the first 200,000', async () => {
    const answer = await api().post(`{"items":[${Array(40_000).fill('{}').join()}]}`);
    const { error, issues } = answer.json as { error: { code: string; message: string }; issues: unknown[] };
    expect([answer.status, error.code, issues.length]).toEqual([422, 'validation_failed', 200_000]);
    expect(Number(/\d+/.exec(error.message)?.[0])).toBeGreaterThan(280_000);
  });

  describe('the body', () => {
    it.each<[what: string, status: number, code: string, body: string | Uint8Array]>([
      ['100,000 objects deep', 400, 'invalid_json', `{"a":${nested(100_000, '{"a":', '}').replace('}', '1}')}}`],
      ['100,000 arrays deep', 400, 'invalid_json', nested(100_000, '[', ']')],
      ['100,000 arrays, never closed', 400, 'invalid_json', '['.repeat(100_000)],
      [
        'items 100,000 deep',
        422,
        'validation_failed',
        receiptWith('"items":[', `"items":[${nested(100_000, '[', ']')},`),
      ],
      [
        'metadata 100,000 deep',
        422,
        'validation_failed',
        receiptWith('"metadata":{}', `"metadata":{"a":${nested(100_000, '[', ']')}}`),
      ],
      [
        'metadata 202 deep',
        422,
        'validation_failed',
        receiptWith('"metadata":{}', `"metadata":${nested(201, '{"a":', '}').replace('}', '0}')}`),
      ],
      ['1e400 in metadata', 422, 'validation_failed', receiptWith('"metadata":{}', '"metadata":{"a":1e400}')],
      ['a price of 2^53', 422, 'validation_failed', receiptWith('"unitPrice":3000', '"unitPrice":9007199254740992')],
      [
        'a price of 400 digits',
        422,
        'validation_failed',
        receiptWith('"unitPrice":3000', `"unitPrice":${'9'.repeat(400)}`),
      ],
      ['a quantity of 1e999', 422, 'validation_failed', receiptWith('"quantity":1', '"quantity":1e999')],
      [
        'a number of 500,000 digits',
        422,
        'validation_failed',
        receiptWith('"quantity":1', `"quantity":1${'0'.repeat(500_000)}`),
      ],
      ['an incomplete UTF-8 sequence', 400, 'invalid_json', Buffer.from(receiptWith('Kaffe', 'Kaff\u00e9'), 'latin1')],
      ['an overlong UTF-8 sequence', 400, 'invalid_json', Buffer.from(receiptWith('Kaffe', '\u00c0\u0080'), 'latin1')],
      ['a surrogate in UTF-8', 400, 'invalid_json', Buffer.from(receiptWith('Kaffe', '\u00ed\u00a0\u0080'), 'latin1')],
      ['UTF-16', 400, 'invalid_json', Buffer.from(receiptWith('Kaffe', 'Kaffe'), 'utf16le')],
      ['a NUL byte', 400, 'invalid_json', receiptWith('Kaffe', 'Kaf\0fe')],
      ['two byte order marks', 400, 'invalid_json', `\ufeff\ufeff${receiptWith('Kaffe', 'Te')}`],
      ['a byte order mark alone', 400, 'invalid_json', '\ufeff'],
      ['two documents', 400, 'invalid_json', '{}{}'],
      ['a comment', 400, 'invalid_json', receiptWith('{"type"', '{/**/"type"')],
      ['NaN', 400, 'invalid_json', receiptWith('"quantity":1', '"quantity":NaN')],
      ['__proto__ at the root', 400, 'invalid_json', receiptWith('{"type"', '{"__proto__":{"settled":true},"type"')],
      ['__proto__ in vendor', 400, 'invalid_json', receiptWith('{"id":"biz_1"}', '{"__proto__":{"id":"biz_1"}}')],
      [
        'constructor at the root',
        400,
        'invalid_json',
        receiptWith('{"type"', '{"constructor":{"prototype":{}},"type"'),
      ],
      ['toString in an item', 400, 'invalid_json', receiptWith('{"name"', '{"toString":1,"name"')],
      ['gzip', 400, 'invalid_json', Buffer.from('1f8b08000000000000ffab5602001b1d96b602000000', 'hex')],
      ['a form', 400, 'invalid_json', 'type=sale&settled=true'],
      ['a repeated key', 400, 'invalid_json', receiptWith('{"id":"biz_1"}', '{"id":"biz_1","id":"biz_2"}')],
    ])('| %s | %i | %s |', async (_, status, code, body) => {
      const [answer] = await sendRaw(server.url, write(body));
      expect([answer?.status, codeOf(answer!)]).toEqual([status, code]);
    });

    it.each<[what: string, parts: (body: string) => Part[]]>([
      ['with a byte order mark', (body) => write(`\ufeff${body}`)],
      ['surrounded by white space', (body) => write(`\r\n\t ${body} \n`)],
      [
        'in chunks',
        (body) => [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: chunked'], chunked(body))],
      ],
      [
        'in chunks with extensions and trailers',
        (body) => [
          request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: chunked']),
          `${Buffer.byteLength(body).toString(16)};name=value\r\n${body}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`,
        ],
      ],
      ['whose first bytes arrive one by one', (body) => [...write(body).flatMap((part) => split(part, 40))]],
      ['after 100-continue', (body) => write(body, ['Expect: 100-continue'])],
      ['with Content-Encoding: identity', (body) => write(body, ['Content-Encoding: identity'])],
    ])('a valid document %s is stored', async (_, parts) => {
      const [answer] = await sendRaw(server.url, parts(JSON.stringify(receipt())));
      expect(answer?.status).toBe(201);
    });

    it.each<[field: string, from: string]>([
      ['vendor.id', '"biz_1"'],
      ['source.platform', '"pos"'],
      ['source.externalId', '"the-external-id"'],
    ])('NUL and lone surrogates in %s get invalid_format', async (field, from) => {
      for (const text of ['"a\\u0000"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"x\\ud83d"']) {
        const document = JSON.stringify(receipt({ externalId: 'the-external-id' })).replace(from, () => text);
        expect(refusalOf(await api().post(document))).toEqual([422, 'validation_failed', [`${field}: invalid_format`]]);
      }
    });

    it.each(['receiptNumber', 'channel', 'name', 'note', 'controlCode'])(
      'NUL and lone surrogates in %s are stored as sent or refused, but never cause a 5xx',
      async (field) => {
        const text = 'a\0\ud800\u2028';
        const items = [{ ...receipt().items[0]!, name: field === 'name' ? text : 'x' }];
        const se = { controlUnitId: 'a', controlCode: field === 'controlCode' ? text : 'b', sequenceNumber: 1 };
        const linkedTransaction = { originalTransactionId: 'txn_1', note: field === 'note' ? text : 'x' };
        const root = field === 'receiptNumber' || field === 'channel' ? { [field]: text } : {};
        const answer = await api().post({ ...receipt(), items, extensions: { se }, linkedTransaction, ...root });
        expect([201, 422]).toContain(answer.status);
        if (answer.status === 201) expect(answer.text).toContain(String.raw`a\u0000\ud800`);
      },
    );
  });

  describe('the request', () => {
    const length = (count: number) => `Content-Length: ${count}`;
    it.each<[what: string, status: number, code: string | undefined, parts: Part[]]>([
      ['not HTTP', 400, 'bad_request', ['hello\r\n\r\n']],
      ['TLS', 400, 'bad_request', [Buffer.from('160301020001000100', 'hex')]],
      ['HTTP/2', 400, 'bad_request', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
      ['an unknown method', 400, 'bad_request', [request(`FETCH ${PATH}`)]],
      ['a method in lower case', 400, 'bad_request', [request(`get ${PATH}`)]],
      ['no Host', 400, 'bad_request', [`GET ${PATH} HTTP/1.1\r\n${BEARER}\r\n\r\n`]],
      ['two Hosts', 400, 'bad_request', [request(`GET ${PATH}`, [BEARER, 'Host: other'])]],
      ['a space before the colon', 400, 'bad_request', [request(`GET ${PATH}`, [BEARER.replace(':', ' :')])]],
      ['a folded header', 400, 'bad_request', [request(`GET ${PATH}`, [BEARER, ' folded'])]],
      ['a NUL in a header', 400, 'bad_request', [request(`GET ${PATH}`, [BEARER, 'X: a\0b'])]],
      ['bare line feeds', 400, 'bad_request', [`GET ${PATH} HTTP/1.1\nHost: x\n${BEARER}\n\n`]],
      [
        'Content-Length and Transfer-Encoding',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(5), 'Transfer-Encoding: chunked'], chunked('{}'))],
      ],
      [
        'Transfer-Encoding and Content-Length',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: chunked', length(5)], chunked('{}'))],
      ],
      [
        'HTTP/1.0 with Transfer-Encoding',
        400,
        'bad_request',
        [
          `POST ${PATH} HTTP/1.0\r\nHost: x\r\n${BEARER}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('{}')}`,
        ],
      ],
      [
        'an unknown Transfer-Encoding',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: xchunked'], chunked('{}'))],
      ],
      [
        'chunked before another encoding',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: chunked, identity'], chunked('{}'))],
      ],
      [
        'two different Content-Lengths',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(2), length(3)], '{}')],
      ],
      [
        'two equal Content-Lengths',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(2), length(2)], '{}')],
      ],
      [
        'a negative Content-Length',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(-1)], '{}')],
      ],
      [
        'a hexadecimal Content-Length',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Content-Length: 0x2'], '{}')],
      ],
      [
        'a Content-Length of 2^64',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Content-Length: 18446744073709551616'])],
      ],
      [
        'a Content-Length of 2^53',
        413,
        'payload_too_large',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(2 ** 53)])],
      ],
      [
        'an invalid chunk size',
        400,
        'bad_request',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n')],
      ],
      ['no body', 400, 'invalid_json', [request(`POST ${PATH}`, [BEARER, JSON_TYPE])]],
      [
        'two Content-Types',
        415,
        'unsupported_media_type',
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, JSON_TYPE, length(2)], '{}')],
      ],
      ['an unknown expectation', 417, 'expectation_failed', write('{}', ['Expect: a miracle'])],
      ['100 KB of headers', 431, 'headers_too_large', [request(`GET ${PATH}`, [BEARER, `X: ${'x'.repeat(100_000)}`])]],
      [
        '3,000 headers',
        431,
        'headers_too_large',
        [
          request(
            `GET ${PATH}`,
            Array.from({ length: 3_000 }, (_, i) => `x${i}: 1`),
          ),
        ],
      ],
      ['CONNECT', 405, 'method_not_allowed', [request('CONNECT localhost:80')]],
      ['CONNECT with the path', 405, 'method_not_allowed', [request(`CONNECT ${PATH}`, [BEARER])]],
      ['TRACE', 405, 'method_not_allowed', [request(`TRACE ${PATH}`, [BEARER])]],
      ['QUERY', 405, 'method_not_allowed', [request(`QUERY ${PATH}`, [BEARER])]],
      ['QUERY with an unknown path', 404, 'not_found', [request('QUERY /nothing')]],
      ['OPTIONS *', 404, 'not_found', [request('OPTIONS *')]],
      [
        'an upgrade, which is ignored',
        200,
        undefined,
        [request(`GET ${PATH}`, [BEARER, 'Connection: Upgrade', 'Upgrade: websocket'])],
      ],
      ['HTTP/1.0 without Host', 200, undefined, [`GET ${PATH} HTTP/1.0\r\n${BEARER}\r\n\r\n`]],
      [
        'a body with GET, which is ignored',
        200,
        undefined,
        [request(`GET ${PATH}`, [BEARER, JSON_TYPE, length(1)], '{')],
      ],
      [
        'X-HTTP-Method-Override, which is ignored',
        200,
        undefined,
        [request(`GET ${PATH}`, [BEARER, 'X-HTTP-Method-Override: DELETE'])],
      ],
    ])('| %s | %i | %s |', async (_, status, code, parts) => {
      const [answer] = await sendRaw(server.url, parts);
      expect([answer?.status, answer && codeOf(answer)]).toEqual([status, code]);
    });

    it('with HEAD, gets the status and headers of GET, but no body', async () => {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) =>
          api().call(method, PATH, { headers: { Authorization: `Bearer ${TOKENS.pinned}` } }),
        ),
      );
      expect([head!.status, head!.text]).toEqual([200, '']);
      expect(head!.headers.get('Content-Type')).toBe(get!.headers.get('Content-Type'));
      expect((await api().call('HEAD', PATH)).status).toBe(401);
    });

    it('is not served if smuggled behind a refused request', async () => {
      const smuggled = request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(2)], '{}');
      const both = ['Content-Length: 4', 'Transfer-Encoding: chunked'];
      const answers = await sendRaw(
        server.url,
        [request(`POST ${PATH}`, [BEARER, JSON_TYPE, ...both], `0\r\n\r\n${smuggled}`)],
        {
          answers: 2,
        },
      );
      expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[400, 'close']]);
    });

    it('ends after Content-Length bytes, and any further bytes are another request', async () => {
      const [head, body] = write(JSON.stringify(receipt()));
      const answers = await sendRaw(server.url, [head!, body!, '{"more":1}\r\n\r\n'], { answers: 2 });
      expect(answers.at(-1)?.status).toBe(400);
    });

    it('stores nothing if its body is shorter than Content-Length and the socket is half-closed', async () => {
      const externalId = randomUUID();
      const body = JSON.stringify(receipt({ externalId }));
      const head = request(`POST ${PATH}`, [BEARER, JSON_TYPE, length(Buffer.byteLength(body) + 1)]);
      const answers = await sendRaw(server.url, [head, body], { halfClose: true });
      for (const { status } of answers) expect(status).toBe(400);
      expect((await api().post(receipt({ externalId }))).status).toBe(201);
    });

    it('is answered in order if a connection sends several requests at once', async () => {
      const answers = await sendRaw(server.url, [LIST + request('GET /nothing') + LIST], { answers: 3 });
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    });
  });

  describe('the path', () => {
    it.each<[path: string, status: number]>([
      ['/v1/%74ransactions', 200],
      ['http://elsewhere/v1/transactions', 200],
      ['/v1/transactions?', 200],
      ['//v1/transactions', 404],
      ['/v1//transactions', 404],
      ['/v1/./transactions', 404],
      ['/v1/../v1/transactions', 404],
      ['/../../etc/passwd', 404],
      ['/docs/static/../../package.json', 404],
      ['/docs/static/..%2f..%2fpackage.json', 404],
      ['/docs/static/%2e%2e/%2e%2e/package.json', 404],
      ['/v1%2Ftransactions', 404],
      ['/v1/transactions%2F', 404],
      ['/v1/transactions%00', 404],
      ['/v1/transactions%3Flimit=1', 404],
      ['/v1/transactions;limit=1', 404],
      ['/v1/transactions%20', 404],
      ['/V1/TRANSACTIONS', 404],
      ['/%zz', 404],
      ['/%', 404],
      ['/%c0%ae', 404],
      ['/v1/:(x', 404],
      ['/v1/*', 404],
      ['/__proto__', 404],
      ['/constructor/prototype', 404],
      [`/${'a'.repeat(10_000)}`, 404],
      [`/${'a/'.repeat(5_000)}`, 404],
      [`/${'%41'.repeat(3_000)}`, 404],
      [`/${'a'.repeat(100_000)}`, 431],
      ['*', 404],
    ])('%s: %i', async (path, status) => {
      const [answer] = await sendRaw(server.url, [request(`GET ${path}`, [BEARER])]);
      expect(answer?.status).toBe(status);
      if (status === 404)
        expect([codeOf(answer!), answer!.headers['x-request-id']]).toEqual(['not_found', expect.any(String)]);
    });

    it.each(['/v1/trans\x01actions', '/v1/trans actions', '/v1/transactions\x7f'])(
      '%j is not valid in HTTP',
      async (path) => {
        const [answer] = await sendRaw(server.url, [request(`GET ${path}`, [BEARER])]);
        expect([answer?.status, codeOf(answer!)]).toEqual([400, 'bad_request']);
      },
    );
  });

  describe('random input gets a 2xx or a documented 4xx', () => {
    // The seed is fixed, so that every run has the same cases.
    const RUNS = { numRuns: 150, seed: 20_261_121 };
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', 'biz_1', '__proto__', 'SEK'));

    it('any JSON', async () => {
      await fc.assert(
        fc.asyncProperty(fc.json({ maxDepth: 5, stringUnit: 'binary' }), async (json) => {
          expect([400, 422]).toContain((await api().post(json)).status);
        }),
        RUNS,
      );
    });

    it('any value in any field', async () => {
      const fields = paths(receipt({ metadata: { a: 1 }, customer: { name: 'x', country: 'SE' } }));
      const value = fc.oneof(
        text,
        fc.jsonValue({ maxDepth: 3 }),
        fc.double(),
        fc.constantFrom(2 ** 53, -0, 1e308, null),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...fields), value, async (path, value) => {
          const document = structuredClone(receipt({ metadata: { a: 1 }, customer: { name: 'x', country: 'SE' } }));
          const parent = path.slice(0, -1).reduce<unknown>((at, step) => (at as never)[step], document);
          (parent as Record<string | number, unknown>)[path.at(-1)!] = value;
          expect([201, 400, 403, 409, 422]).toContain((await api().post(document)).status);
        }),
        RUNS,
      );
    });

    it('any bytes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          const headers = { Authorization: `Bearer ${TOKENS.writer}`, 'Content-Type': 'application/json' };
          const response = await fetch(server.url + PATH, { method: 'POST', headers, body: Buffer.from(bytes) });
          const body = await response.text();
          const answer = { status: response.status, headers: response.headers, text: body, json: undefined };
          expect([400, 422]).toContain(holdToOpenApi('POST', PATH, answer).status);
        }),
        RUNS,
      );
    });

    it('any query', async () => {
      const name = fc.oneof(fc.constantFrom('limit', 'startAfter', 'businessId'), text);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 3 }), async (pairs) => {
          const query = new URLSearchParams(pairs).toString();
          expect([200, 400, 403]).toContain((await api().list(`?${query}`)).status);
        }),
        RUNS,
      );
    });

    it('any bytes on the socket', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), async (bytes) => {
          const answers = await sendRaw(server.url, [bytes], { halfClose: true });
          for (const { status } of answers) expect([400, 404, 405, 431]).toContain(status);
        }),
        RUNS,
      );
    });
  });
});

/** The paths of all values nested in a value. */
function paths(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [[key], ...paths(member).map((path) => [key, ...path])]);
}

/** Splits a part, so that its first `count` bytes are sent one by one. */
function split(part: Part, count: number): Part[] {
  if (typeof part === 'number') return [part];
  const bytes = Buffer.from(part);
  return [...bytes.subarray(0, count)].flatMap<Part>((byte) => [Buffer.of(byte), 1]).concat([bytes.subarray(count)]);
}
