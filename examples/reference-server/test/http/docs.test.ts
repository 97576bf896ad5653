import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify, { type FastifyInstance } from 'fastify';
import { openapi, type OpenApiDocument } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { docs } from '../../src/http/docs.js';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.get('/beside', async () => 'beside');
  await app.register(docs, { links: [{ href: '/beside', text: 'Beside' }] });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

/** All values with the given key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...valuesOf(key, member),
  ]);
}

describe('GET /openapi.json', () => {
  it('returns the document from the library, with this server as the only server', async () => {
    const answer = await get('/openapi.json');
    const served = answer.json<OpenApiDocument>();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(served.servers.map(({ url }) => url)).toEqual(['/']);
    const { description, ...info } = served.info as Readonly<Record<string, unknown>>;
    expect(openapi.info).toMatchObject(info);
    expect(String(description).startsWith(openapi.info.description as string)).toBe(true);
    for (const part of ['openapi', 'paths', 'webhooks', 'components', 'tags'])
      expect(served[part]).toEqual(openapi[part]);
  });

  it('returns a valid document without external references', async () => {
    const served = (await get('/openapi.json')).json<OpenApiDocument>();
    const refs = valuesOf('$ref', served) as string[];
    expect(refs.filter((ref) => !ref.startsWith('#/components/'))).toEqual([]);
    expect(await new Validator().validate(served)).toEqual({ valid: true });
  });

  it('describes the webhook header traceparent if endpoints get that header', async () => {
    const traced = Fastify();
    await traced.register(docs, { links: [], traceEndpoints: true });
    const served = (await traced.inject('/openapi.json')).json<OpenApiDocument>();
    expect(await new Validator().validate(served)).toEqual({ valid: true });
    const parameters = Object.values(served.webhooks).map(
      ({ post }) => post!.parameters as readonly { name?: string; example?: string; schema?: { pattern: string } }[],
    );
    const headers = parameters.flatMap((own) => own.filter(({ name }) => name === 'traceparent'));
    expect(headers).toHaveLength(Object.keys(openapi.webhooks).length);
    for (const { example, schema } of headers) expect(example).toMatch(new RegExp(schema!.pattern));
    expect(JSON.stringify((await get('/openapi.json')).json<OpenApiDocument>().webhooks)).not.toContain('traceparent');
    await traced.close();
  });

  it('returns 304 if the entity tag still matches', async () => {
    const { etag } = (await get('/openapi.json')).headers;
    const again = await get('/openapi.json', { 'if-none-match': etag! });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('the text of the interface', () => {
  it("links to the server's other pages, and lists every issue code with its meaning", async () => {
    const served = (await get('/openapi.json')).json<{ info: { description: string } }>();
    const { description } = served.info;
    expect(description).toContain('[Beside](/beside)');
    for (const code of Object.keys(ISSUE_CODES)) expect(description).toContain(`| \`${code}\` |`);
    const rows = description.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(Object.keys(ISSUE_CODES).length);
  });
});

describe('GET /docs', () => {
  const HTML = 'text/html; charset=utf-8';

  it.each(['/docs', '/docs/', '/docs?from=mail'])('%s is a page', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([200, HTML]);
    expect(body).toContain(`<title>${openapi.info.title}</title>`);
  });

  it.each(['/docs', '/docs/'])('%s loads everything it needs from this server', async (url) => {
    const page = (await get(url)).body;
    const needed = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target!);
    expect(needed.length).toBeGreaterThanOrEqual(7);
    for (const target of needed) {
      const { origin, pathname } = new URL(target, `http://this.server${url}`);
      expect([origin, (await get(pathname)).statusCode]).toEqual(['http://this.server', 200]);
    }
  });

  it('loads nothing from other hosts, and its content security policy forbids it', async () => {
    const [page, script, style] = await Promise.all([
      get('/docs'),
      get('/docs/static/swagger-initializer.js'),
      get('/docs/static/swagger-ui.css'),
    ]);
    expect(page.body).not.toMatch(/\/\/|<style|<script(?! src=)|style=|\son[a-z]+=/);
    expect(script.body).toContain('"/openapi.json"');
    expect(style.body).not.toMatch(/url\((?!["']?data:)|@import/);
    for (const { headers } of [page, script, style]) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'self';/);
      expect(policy).not.toMatch(/https?:|unsafe|\*/);
    }
  });

  it('does not affect other routes', async () => {
    const { statusCode, headers } = await get('/beside');
    expect([statusCode, headers['content-security-policy']]).toEqual([200, undefined]);
    expect(app.hasDecorator('swagger')).toBe(false);
  });
});
