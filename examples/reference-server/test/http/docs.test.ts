import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Fastify, { type FastifyInstance } from 'fastify';
import { openapi, schemas, type OpenApiDocument } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOpenApi } from '../../src/http/bundle-openapi.js';
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

/** Every value of a key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...valuesOf(key, member),
  ]);
}

describe('GET /openapi.json', () => {
  it('is the document of the library, with this server as the only one', async () => {
    const answer = await get('/openapi.json');
    const served = answer.json<OpenApiDocument>();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(served.servers.map(({ url }) => url)).toEqual(['/']);
    const { description, ...info } = served.info as Readonly<Record<string, unknown>>;
    expect(openapi.info).toMatchObject(info);
    expect(String(description).startsWith(openapi.info.description as string)).toBe(true);
    for (const part of ['openapi', 'paths', 'webhooks', 'tags']) expect(served[part]).toEqual(openapi[part]);
    const parts = Object.keys(openapi.components).filter((part) => part !== 'schemas');
    for (const part of parts) expect(served.components[part]).toEqual(openapi.components[part]);
  });

  it('is valid, and refers to nothing outside itself', async () => {
    const served = (await get('/openapi.json')).json<OpenApiDocument>();
    const refs = valuesOf('$ref', served) as string[];
    expect(refs.filter((ref) => !ref.startsWith('#/components/'))).toEqual([]);
    expect([valuesOf('$id', served), valuesOf('$schema', served), valuesOf('$defs', served)]).toEqual([[], [], []]);
    expect(await new Validator().validate(served)).toEqual({ valid: true });
  });

  it('has schemas that judge as those of the library do', async () => {
    const served = (await get('/openapi.json')).json<OpenApiDocument>();
    const own = addFormats(new Ajv2020({ strict: false })).addSchema(served, 'openapi.json');
    const files = addFormats(new Ajv2020()).addSchema(Object.values(schemas));
    const values = valuesOf('value', openapi);
    const verdicts = new Set<boolean>();
    for (const { title, $id } of Object.values(schemas)) {
      for (const value of values) {
        const verdict = files.getSchema($id)!(value) as boolean;
        expect(own.getSchema(`openapi.json#/components/schemas/${title}`)!(value)).toBe(verdict);
        verdicts.add(verdict);
      }
    }
    expect([...verdicts].sort()).toEqual([false, true]);
  });

  it('is asked for once: then the tag says whether it is still the same', async () => {
    const { etag } = (await get('/openapi.json')).headers;
    const again = await get('/openapi.json', { 'if-none-match': etag! });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('the text of the interface', () => {
  it('has a link to what is served beside it, and every issue code with its meaning', async () => {
    const served = (await get('/openapi.json')).json<{ info: { description: string } }>();
    const { description } = served.info;
    expect(description).toContain('[Beside](/beside)');
    for (const code of Object.keys(ISSUE_CODES)) expect(description).toContain(`| \`${code}\` |`);
    const rows = description.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(Object.keys(ISSUE_CODES).length);
  });
});

describe('bundleOpenApi', () => {
  it('changes nothing that it was given', () => {
    const before = structuredClone([openapi, schemas]);
    bundleOpenApi(openapi, schemas);
    expect([openapi, schemas]).toEqual(before);
  });

  it('refuses references that lead nowhere, and two schemas of one name', () => {
    const { transaction } = schemas;
    expect(() => bundleOpenApi({ ...openapi, also: { $ref: 'invoice.json' } }, schemas)).toThrow('invoice.json');
    expect(() => bundleOpenApi({ ...openapi, paths: {} }, { ...schemas, copy: transaction })).toThrow('Transaction');
  });
});

describe('GET /docs', () => {
  const HTML = 'text/html; charset=utf-8';

  it.each(['/docs', '/docs/', '/docs?from=mail'])('%s is a page', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([200, HTML]);
    expect(body).toContain(`<title>${openapi.info.title}</title>`);
  });

  it.each(['/docs', '/docs/'])('%s has all it needs from this server', async (url) => {
    const page = (await get(url)).body;
    const needed = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target!);
    expect(needed.length).toBeGreaterThanOrEqual(7);
    for (const target of needed) {
      const { origin, pathname } = new URL(target, `http://this.server${url}`);
      expect([origin, (await get(pathname)).statusCode]).toEqual(['http://this.server', 200]);
    }
  });

  it('loads nothing from elsewhere, and is told not to', async () => {
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

  it('leaves other routes alone', async () => {
    const { statusCode, headers } = await get('/beside');
    expect([statusCode, headers['content-security-policy']]).toEqual([200, undefined]);
    expect(app.hasDecorator('swagger')).toBe(false);
  });
});
