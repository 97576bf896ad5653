import { describe, expect, it } from 'vitest';
import { grantAccess, revokeAccess } from '../../src/businesses/access.js';
import { hashToken } from '../../src/credentials/token.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request, sendRaw } from '../support/raw.js';
import { checkedClient, refusalOf } from './support.js';

const WRITE = ['transactions.write'];

anyDatabase((database) => {
  const server = serverFor(database, fixtures);
  const api = (token: string) => checkedClient(server.url, token);

  describe('| credential | write | list |', () => {
    it.each<[credential: string, write: number, list: number, token: string, query?: string]>([
      ['partner app token with transactions.write', 201, 200, TOKENS.writer],
      [
        'partner app token with transactions.write, naming its own business',
        201,
        200,
        TOKENS.writer,
        '?businessId=biz_1',
      ],
      [
        "partner app token with transactions.write, naming the app's other business",
        201,
        403,
        TOKENS.writer,
        '?businessId=biz_2',
      ],
      ['partner app token without the scope', 403, 200, TOKENS.reader],
      ['token of an app that is not a partner', 403, 200, TOKENS.noPartner],
      ['personal key limited to the business', 403, 200, TOKENS.pinned],
      ['personal key limited to the business, naming that business', 403, 200, TOKENS.pinned, '?businessId=biz_1'],
      [
        "personal key limited to the business, naming the owner's other business",
        403,
        403,
        TOKENS.pinned,
        '?businessId=biz_2',
      ],
      ['owner-wide personal key', 403, 400, TOKENS.ownerWide],
      [
        "owner-wide personal key, naming one of the owner's businesses",
        403,
        200,
        TOKENS.ownerWide,
        '?businessId=biz_2',
      ],
      ["owner-wide personal key, naming another owner's business", 403, 403, TOKENS.ownerWide, '?businessId=biz_3'],
      [
        'owner-wide personal key, naming a business that does not exist',
        403,
        403,
        TOKENS.ownerWide,
        '?businessId=biz_404',
      ],
      ['unknown app token', 401, 401, 'svc_unknown'],
      ['unknown personal key', 401, 401, 'svck_unknown'],
      ['an unknown prefix', 401, 401, 'sk_unknown'],
      ['the hash of a token', 401, 401, hashToken(TOKENS.writer)],
      ['the hash of a token after the prefix', 401, 401, `svc_${hashToken(TOKENS.writer)}`],
      ['the prefix alone', 401, 401, 'svc_'],
      ['a token in upper case', 401, 401, TOKENS.writer.toUpperCase()],
      ['the beginning of a token', 401, 401, TOKENS.writer.slice(0, -1)],
    ])('| %s | %i | %i |', async (_, write, list, token, query) => {
      expect((await api(token).post(receipt())).status).toBe(write);
      expect((await api(token).list(query)).status).toBe(list);
    });
  });

  describe('| header | status |', () => {
    const good = TOKENS.writer;

    it.each<[form: string, status: number, lines: string[], query?: string]>([
      ['Bearer and token', 200, [`Authorization: Bearer ${good}`]],
      ['the scheme in lower case', 200, [`authorization: bearer ${good}`]],
      ['the scheme in upper case', 200, [`AUTHORIZATION: BEARER ${good}`]],
      ['several spaces around both', 200, [`Authorization:   Bearer   ${good}  `]],
      ['no header', 401, []],
      ['an empty header', 401, ['Authorization:']],
      ['the scheme alone', 401, ['Authorization: Bearer']],
      ['the token alone', 401, [`Authorization: ${good}`]],
      ['no space between them', 401, [`Authorization: Bearer${good}`]],
      ['a tab between them', 401, [`Authorization: Bearer\t${good}`]],
      ['Basic', 401, [`Authorization: Basic ${Buffer.from(`${good}:`).toString('base64')}`]],
      ['Basic with the token', 401, [`Authorization: Basic ${good}`]],
      ['two tokens', 401, [`Authorization: Bearer ${good} ${good}`]],
      ['a list of two credentials', 401, [`Authorization: Bearer ${good}, Bearer ${good}`]],
      ['two headers', 401, [`Authorization: Bearer ${good}`, `Authorization: Bearer ${good}`]],
      ['a valid header and then an invalid one', 401, [`Authorization: Bearer ${good}`, 'Authorization: Bearer x']],
      ['an invalid header and then a valid one', 401, ['Authorization: x', `Authorization: Bearer ${good}`]],
      ['a quoted token', 401, [`Authorization: Bearer "${good}"`]],
      ['a byte over 127', 401, [`Authorization: Bearer ${good}é`]],
      ['a header with another name', 401, [`X-Authorization: Bearer ${good}`]],
      ['a cookie', 401, [`Cookie: token=${good}`]],
      ['the token in the query', 401, [], `?access_token=${good}`],
      ['a token of 8,000 characters', 401, [`Authorization: Bearer svc_${'x'.repeat(8_000)}`]],
    ])('| %s | %i |', async (_, status, lines, query = '') => {
      const [answer] = await sendRaw(server.url, [request(`GET /v1/transactions${query}`, lines)]);
      expect(answer?.status).toBe(status);
      expect(answer?.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    });

    it('returns the same response for every invalid credential', async () => {
      const tokens = ['svc_unknown', 'svck_unknown', 'x', TOKENS.writer.slice(1)];
      const answers = await Promise.all(tokens.map((token) => api(token).list()));
      expect(answers.map((answer) => refusalOf(answer))).toEqual(tokens.map(() => [401, 'unauthorized']));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });
  });

  describe('grants and revocations:', () => {
    const grant = (businessId: string) =>
      grantAccess(server.server.database, { businessId, appId: 'app_2', scopes: WRITE }, 3_600_000);

    it('a grant returns a token that works only for its business', async () => {
      const { token } = await grant('biz_3');
      expect((await api(token).post({ ...receipt(), vendor: { id: 'biz_3' } })).status).toBe(201);
      expect((await api(token).post(receipt())).status).toBe(403);
      expect((await api(token).list('?businessId=biz_1')).status).toBe(403);
    });

    it('a revocation takes effect at the next request, and only for its own grant', async () => {
      const [gone, kept] = [await grant('biz_2'), await grant('biz_2')];
      expect((await api(gone.token).list()).status).toBe(200);
      const of = { businessId: 'biz_2', authorizationId: gone.authorizationId };
      expect(await revokeAccess(server.server.database, of, 3_600_000)).toBe(true);
      const document = { ...receipt(), vendor: { id: 'biz_2' } };
      expect(refusalOf(await api(gone.token).list())).toEqual([401, 'unauthorized']);
      expect(refusalOf(await api(gone.token).post(document))).toEqual([401, 'unauthorized']);
      expect((await api(kept.token).post(document)).status).toBe(201);
      expect(await revokeAccess(server.server.database, of, 3_600_000)).toBe(false);
    });

    it('a revocation also applies to a request whose body has not yet arrived', async () => {
      const { token, authorizationId } = await grant('biz_2');
      const body = JSON.stringify({ ...receipt(), vendor: { id: 'biz_2' } });
      const lines = [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const head = request('POST /v1/transactions', lines);
      const answers = sendRaw(server.url, [head, body.slice(0, 20), 600, body.slice(20)]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await revokeAccess(server.server.database, { businessId: 'biz_2', authorizationId }, 3_600_000);
      expect((await answers).map(({ status }) => status)).toEqual([401]);
    });

    it('a revocation also applies to a personal key', async () => {
      const key = 'svck_to_be_revoked';
      const { database: db } = server.server;
      await db.query("INSERT INTO personal_keys (key_hash, owner_id) VALUES ($1, 'own_1')", [hashToken(key)]);
      expect((await api(key).list('?businessId=biz_1')).status).toBe(200);
      await db.query('UPDATE personal_keys SET revoked_at = now() WHERE key_hash = $1', [hashToken(key)]);
      expect((await api(key).list('?businessId=biz_1')).status).toBe(401);
    });
  });

  it('stores only the SHA-256 digest of a token in any table', async () => {
    const { database: db } = server.server;
    const { token } = await grantAccess(db, { businessId: 'biz_1', appId: 'app_2', scopes: WRITE }, 3_600_000);
    await api(token).post(receipt(), { key: 'k' });
    const tables = await db.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = await Promise.all(
      tables.map(({ name }) => db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
    );
    const everything = rows.flat().map(({ row }) => row);
    const having = (text: string) => everything.filter((row) => row.includes(text)).length;
    expect(having(token.slice('svc_'.length))).toBe(0);
    for (const secret of [token, ...Object.values(TOKENS)]) {
      expect([having(secret), having(hashToken(secret))]).toEqual([0, 1]);
    }
  });
});
