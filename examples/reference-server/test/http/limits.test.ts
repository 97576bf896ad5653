import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request, sendRaw } from '../support/raw.js';
import { checkedClient, refusalOf } from './support.js';

const MIB = 1_048_576;
const ITEM = receipt().items[0]!;

/** A receipt as JSON with exactly `size` bytes. */
function ofBytes(size: number): string {
  const text = JSON.stringify(receipt({ metadata: { filler: '' } }));
  return text.replace('"filler":""', `"filler":"${'x'.repeat(size - Buffer.byteLength(text))}"`);
}

/** A receipt with `count` identical lines. */
function ofLines(count: number): unknown {
  const [amount, tax] = [3000 * count, 321 * count];
  return receipt({
    items: Array.from({ length: count }, () => ITEM),
    tax: { ...receipt().tax, summary: [{ rate: 12, category: 'S', taxableAmount: amount - tax, taxAmount: tax }] },
    totals: { subtotal: amount, discount: 0, tax, total: amount },
  });
}

const withPayment = (last4: unknown) => ({ ...receipt(), payment: { method: 'card', last4 } });

anyDatabase((database) => {
  const server = serverFor(database, fixtures);
  const api = (token: string = TOKENS.writer) => checkedClient(server.url, token);

  describe('| `limit` query parameter | 1 to 50, default 25 |', () => {
    it.each(['1', '2', '25', '49', '50', '050'])('%s is valid', async (limit) => {
      expect((await api().list(`?limit=${limit}`)).status).toBe(200);
    });

    it.each(['0', '51', '-1', '+1', '1.0', '1e1', '0x10', '%201', '', 'all', '1&limit=1', '%D9%A1', '9'.repeat(400)])(
      '%s is invalid',
      async (limit) => {
        const expected = [400, 'invalid_parameter', ['limit: invalid_parameter']];
        expect(refusalOf(await api().list(`?limit=${limit}`))).toEqual(expected);
      },
    );

    it('is the maximum number of documents per page', async () => {
      const token = TOKENS.writerOfBiz2;
      for (let i = 0; i < 51; i += 1) {
        expect((await api(token).post({ ...receipt(), vendor: { id: 'biz_2' } })).status).toBe(201);
      }
      const page = async (query: string) => {
        const { json } = await api(token).list(query);
        const { data, hasMore } = json as { data: unknown[]; hasMore: boolean };
        return [data.length, hasMore];
      };
      expect(await page('')).toEqual([25, true]);
      expect(await page('?limit=1')).toEqual([1, true]);
      expect(await page('?limit=50')).toEqual([50, true]);
    });
  });

  describe('| `Idempotency-Key` | printable ASCII, max 255 characters |', () => {
    it.each([
      [1, 201],
      [255, 201],
      [256, 400],
      [4_000, 400],
    ])('%i characters: %i', async (length, status) => {
      expect((await api().post(receipt(), { key: '~'.repeat(length) })).status).toBe(status);
    });
  });

  describe('| items per transaction | at least 1 |', () => {
    it.each([
      [1, 201],
      [2, 201],
      [2_000, 201],
    ])('%i: %i', async (count, status) => {
      expect((await api().post(ofLines(count))).status).toBe(status);
    });

    it('0: 422', async () => {
      const answer = await api().post({ ...(ofLines(0) as object), tax: { ...receipt().tax, summary: [] } });
      expect(refusalOf(answer)).toEqual([422, 'validation_failed', ['items: too_few_items']]);
    });
  });

  describe('| `payment.last4` | 4 digits, never more |', () => {
    it.each(['0000', '1234', undefined])('%s is valid', async (last4) => {
      expect((await api().post(withPayment(last4))).status).toBe(201);
    });

    it.each(['', '123', '12345', '4111111111111111', '12 4', 'abcd', '١٢٣٤', '1234\n', '1226-11'])(
      '%j is invalid',
      async (last4) => {
        const expected = [422, 'validation_failed', ['payment.last4: invalid_format']];
        expect(refusalOf(await api().post(withPayment(last4)))).toEqual(expected);
      },
    );
  });

  describe('| request body | 1 MiB |', () => {
    it.each([MIB - 1, MIB])('%i bytes: 201', async (size) => {
      expect((await api().post(ofBytes(size))).status).toBe(201);
    });

    it.each([MIB + 1, 5 * MIB])('%i bytes: 413, even for clients that read only after sending', async (size) => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => api().post(ofBytes(size))));
      for (const answer of answers) expect(refusalOf(answer)).toEqual([413, 'payload_too_large']);
    });

    it.each([
      [MIB, 201],
      [MIB + 1, 413],
    ])('%i bytes in chunks without a Content-Length: %i', async (size, status) => {
      const text = ofBytes(size);
      const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
      const [answer] = await sendRaw(server.url, [
        request('POST /v1/transactions', [
          `Authorization: Bearer ${TOKENS.writer}`,
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
        ]),
        chunk(text.slice(0, 1_000)),
        chunk(text.slice(1_000)),
        '0\r\n\r\n',
      ]);
      expect(answer?.status).toBe(status);
    });

    it('counts bytes, not characters', async () => {
      const text = ofBytes(MIB).replace('xx', 'é');
      expect(text.length).toBe(MIB - 1);
      expect((await api().post(text)).status).toBe(201);
      expect((await api().post(ofBytes(MIB).replace('x', 'é'))).status).toBe(413);
    });
  });

  describe('| content type | application/json, charset parameter allowed |', () => {
    it.each<[contentType: string, status: number]>([
      ['application/json', 201],
      ['application/json; charset=utf-8', 201],
      ['application/json;charset="UTF-8"', 201],
      ['Application/JSON', 201],
      ['application/jsonp', 415],
      ['application/json, text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=application/json', 415],
      ['text/plain; application/json', 415],
      ['application/merge-patch+json', 415],
      ['*/*', 415],
    ])('%s: %i', async (contentType, status) => {
      const options: CallOptions = { headers: { 'Content-Type': contentType } };
      expect((await api().post(receipt(), options)).status).toBe(status);
    });
  });

  describe('a body with a Content-Encoding', () => {
    const { writer } = TOKENS;
    const post = async (codings: readonly string[], body: string | Uint8Array) => {
      const head = request('POST /v1/transactions', [
        `Authorization: Bearer ${writer}`,
        'Content-Type: application/json',
        ...codings.map((coding) => `Content-Encoding: ${coding}`),
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]);
      const [answer] = await sendRaw(server.url, [head, body]);
      return answer!;
    };

    it.each([[['gzip']], [['br']], [['GZIP']], [['identity, gzip']], [['identity', 'x-own']], [['x"<']]])(
      '%j is refused and named in the error, whether or not the body is encoded',
      async (codings) => {
        const plain = JSON.stringify(receipt());
        for (const body of [plain, gzipSync(plain)]) {
          const answer = await post(codings, body);
          expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'unsupported_media_type' } });
          expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
          expect(answer.body).toContain(codings.at(-1)!.split(', ').at(-1)!.split('"')[0]);
        }
      },
    );

    it.each(['identity', ''])('%j is not an encoding', async (coding) => {
      expect((await post([coding], JSON.stringify(receipt()))).status).toBe(201);
    });
  });
});
