import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readdirSync, readFileSync } from 'node:fs';
import {
  createRegistry,
  toErrorResponse,
  toStored,
  type Invalid,
  type StoredTransaction,
  type Transaction,
} from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { openapi, schemas } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../src/cursor/list-query';
import { undocumented } from './undocumented';

const EVENTS = [
  'transaction.created',
  'authorization.granted',
  'authorization.revoked',
  'source.connected',
  'source.disconnected',
];

/** Every error code of the service, by status. */
const ERRORS: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request', 'invalid_cursor', 'invalid_idempotency_key', 'invalid_json', 'invalid_parameter'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: ['duplicate_transaction'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  417: ['expectation_failed'],
  422: ['profile_mismatch', 'validation_failed'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  503: ['unavailable'],
};

/** An operation's responses: status → error codes and headers. */
type Answers = Readonly<Record<number, { readonly codes: readonly string[]; readonly headers: readonly string[] }>>;

const answer = (codes: readonly string[] = [], headers: readonly string[] = []) => ({ codes, headers });
const SHARED = {
  401: answer(['unauthorized'], ['WWW-Authenticate']),
  403: answer(['forbidden']),
  404: answer(['not_found']),
  405: answer(['method_not_allowed'], ['Allow']),
  408: answer(['request_timeout']),
  417: answer(['expectation_failed']),
  429: answer(['rate_limited'], ['Retry-After']),
  431: answer(['headers_too_large']),
  500: answer(['internal_error']),
  503: answer(['unavailable'], ['Retry-After']),
};
const LIST: Answers = { ...SHARED, 200: answer(), 400: answer(['bad_request', 'invalid_cursor', 'invalid_parameter']) };
/** The same responses as the list's, without bodies. */
const HEAD: Answers = Object.fromEntries(
  Object.entries(LIST).map(([status, { headers }]) => [status, answer([], headers)]),
);
const WRITE: Answers = {
  ...SHARED,
  200: answer([], ['Idempotent-Replayed']),
  201: answer(),
  400: answer(['bad_request', 'invalid_idempotency_key', 'invalid_json']),
  409: answer(['duplicate_transaction']),
  413: answer(['payload_too_large']),
  415: answer(['unsupported_media_type']),
  422: answer(['profile_mismatch', 'validation_failed']),
};

type Json = Readonly<Record<string, unknown>>;
interface Response {
  readonly headers?: Json;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly allOf?: readonly Json[] } }>>;
}

const files = new Map<string, unknown>([
  ['openapi.json', openapi],
  ...Object.entries(schemas).map(([name, schema]) => [`${name}.json`, schema] as const),
]);

/** The target of a reference in a file of schemas/2.1; undefined if it does not exist. */
function target(ref: string, home: string): unknown {
  const [file = '', pointer = ''] = ref.split('#');
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], files.get(file === '' ? home : file));
}

/** Calls `visit` for every object in a value, with its JSON pointer. */
function walk(value: unknown, visit: (at: Json, pointer: string) => void, pointer = ''): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value as Json, pointer);
  for (const [key, member] of Object.entries(value)) {
    walk(member, visit, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function refsIn(value: unknown): string[] {
  const refs: string[] = [];
  walk(value, ({ $ref }) => {
    if (typeof $ref === 'string') refs.push($ref);
  });
  return refs;
}

const resolved = (value: unknown): unknown => {
  const { $ref } = value as { $ref?: string };
  return $ref === undefined ? value : target($ref, 'openapi.json');
};

/** A response's error codes, according to the schema. */
function codesOf(response: Response): string[] {
  const [, own] = response.content?.['application/json']?.schema.allOf ?? [];
  const found: string[] = [];
  walk(own, (at) => {
    if (Array.isArray(at.enum)) found.push(...(at.enum as string[]));
    if (typeof at.const === 'string') found.push(at.const);
  });
  return found.sort();
}

function answersOf(responses: Json): Answers {
  return Object.fromEntries(
    Object.entries(responses).map(([status, either]) => {
      const response = resolved(either) as Response;
      return [status, answer(codesOf(response), Object.keys(response.headers ?? {}))];
    }),
  );
}

const BASE = 'https://receipt-rule-packs.example/schemas/2.1/openapi.json';
const ajv = addFormats(new Ajv2020({ strict: false })).addSchema(openapi, BASE);
const exampleValue = (name: string) => (openapi.components.examples![name] as { value: unknown }).value;
const receipt = (name: string) => JSON.parse(readFileSync(`examples/receipts/se/${name}.json`, 'utf8')) as Transaction;

describe('openapi.json', () => {
  it('equals the object that the package exports', () => {
    expect(JSON.parse(readFileSync('schemas/2.1/openapi.json', 'utf8'))).toEqual(openapi);
    // Laws, rates and layouts are not part of the API, and metadata is free-form there.
    const others = ['law.json', 'layout.json', 'rates.json', 'receipt-extra.json'];
    expect([...files.keys()].sort()).toEqual(
      readdirSync('schemas/2.1')
        .filter((file) => !others.includes(file))
        .sort(),
    );
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(openapi.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(structuredClone(openapi))).toEqual({ valid: true });
  });

  it.each([...files])('has no broken references: %s', (file, value) => {
    expect(refsIn(value).filter((ref) => target(ref, file) === undefined)).toEqual([]);
  });

  it('refers only to itself, and takes all structure from the schemas', () => {
    expect(refsIn(openapi).filter((ref) => !ref.startsWith('#/components/'))).toEqual([]);
    const { schemas: _, ...components } = openapi.components;
    const required: string[] = [];
    walk({ ...openapi, components }, (at, pointer) => {
      if ('additionalProperties' in at || Array.isArray(at.required)) required.push(pointer);
    });
    expect(required).toEqual([]);
  });

  it('uses every component', () => {
    const used = new Set(refsIn(openapi));
    const unused = Object.entries(openapi.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
      .filter((ref) => !used.has(ref));
    expect(unused).toEqual([]);
  });
});

describe('the operations', () => {
  const { get, head, post, ...others } = openapi.paths['/v1/transactions']!;

  it('are list, HEAD for the list, and create', () => {
    expect([Object.keys(openapi.paths), others]).toEqual([['/v1/transactions'], {}]);
    const ids = [get!, head!, post!].map(({ operationId }) => operationId);
    expect(ids).toEqual(['listTransactions', 'headTransactions', 'createTransaction']);
  });

  it('document every status of the service with its error codes and headers', () => {
    expect(answersOf(get!.responses)).toEqual(LIST);
    expect(answersOf(head!.responses)).toEqual(HEAD);
    expect(answersOf(post!.responses)).toEqual(WRITE);
  });

  it('document exactly the error codes of the service', () => {
    const codes = Object.values(openapi.components.responses!).flatMap((response) => codesOf(response as Response));
    expect([...new Set(codes)].sort()).toEqual(Object.values(ERRORS).flat().sort());
  });

  it('require every documented header', () => {
    const headers = Object.values(openapi.components.headers!) as { required?: boolean }[];
    expect(headers.map(({ required }) => required)).toEqual([true, true, true, true]);
  });

  it('accept app tokens, and personal keys for the list only', () => {
    for (const one of [get!, head!]) expect(one.security).toEqual([{ appToken: [] }, { personalKey: [] }]);
    expect(post!.security).toEqual([{ appToken: ['transactions.write'] }]);
    for (const scheme of Object.values(openapi.components.securitySchemes!)) {
      expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' });
    }
  });

  it("declare the service's parameters", () => {
    const parameters = (list: unknown) =>
      (list as unknown[]).map(resolved).map((one) => {
        const { in: place, name, required = false } = one as { in: string; name: string; required?: boolean };
        return [place, name, required];
      });
    const docs = {
      openapi: parameters(get!.parameters).map(([, name]) => String(name)),
      guide: readFileSync('docs/guides/resume-a-list.md', 'utf8'),
    };
    const missing = undocumented(CHECKS.keys(), docs);
    expect(missing, missing.join('\n')).toEqual([]);
    expect(parameters(get!.parameters)).toEqual([...CHECKS.keys()].map((name) => ['query', name, false]));
    expect(head!.parameters).toEqual(get!.parameters);
    const faults = undocumented(['limit', 'sort'], docs);
    expect(faults).toHaveLength(2);
    for (const [i, file] of ['schemas/2.1/openapi.json: ', 'docs/guides/resume-a-list.md: '].entries())
      for (const text of [file, 'sort']) expect(faults[i]).toContain(text);
    expect(parameters(post!.parameters)).toEqual([['header', 'Idempotency-Key', false]]);
    const limit = (openapi.components.parameters!.Limit as { schema: unknown }).schema;
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 25 });
  });
});

describe('the webhooks', () => {
  const all = Object.entries(openapi.webhooks).map(([type, { post }]) => [type, post!] as const);

  it('are the five events', () => {
    expect(all.map(([type]) => type)).toEqual(EVENTS);
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(EVENTS.length);
  });

  it.each(all)('declare the signed headers, the event type and a 2xx response: %s', (type, webhook) => {
    const [signature, event, ...rest] = (webhook.parameters as unknown[]).map(resolved);
    expect(signature).toMatchObject({ name: 'Service-Signature', in: 'header', required: true });
    expect(event).toMatchObject({ name: 'Service-Event', in: 'header', required: true, schema: { const: type } });
    expect(rest).toEqual([]);
    expect(Object.keys(webhook.responses)).toEqual(['2XX', 'default']);
    expect(webhook.security).toEqual([]);
    const validate = ajv.getSchema(`${BASE}#/webhooks/${type}/post/requestBody/content/application~1json/schema`)!;
    const envelope = { eventId: 'evt_1', schemaVersion: '2.1', businessId: 'biz_1', createdAt: '2026-11-21T10:00:00Z' };
    expect(validate({ ...envelope, type: 'other.event', data: {} })).toBe(false);
    expect(validate({ ...envelope, type, data: {} })).toBe(false);
  });
});

describe('the examples', () => {
  /** Every example, with a JSON Pointer to its schema. */
  const examples: [pointer: string, value: unknown][] = [];
  const without: string[] = [];
  walk(openapi, (at, pointer) => {
    if (!('schema' in at)) return;
    const named = Object.values((at.examples ?? {}) as Json).map((one) => (resolved(one) as { value: unknown }).value);
    const inside = (at.schema as { examples?: unknown[] }).examples ?? [];
    const values = [...named, ...inside, ...('example' in at ? [at.example] : [])];
    if (values.length === 0) without.push(pointer);
    examples.push(...values.map((value) => [`${pointer}/schema`, value] as [string, unknown]));
  });

  it('exist for every body, parameter and header', () => {
    expect(without).toEqual([]);
    expect(examples.length).toBeGreaterThan(40);
  });

  it.each(examples)('match their schema: %s', (pointer, value) => {
    const validate = ajv.getSchema(`${BASE}#${pointer}`)!;
    expect([validate(value), validate.errors]).toEqual([true, null]);
  });

  it('are receipts from examples/receipts, or their stored form', () => {
    expect(exampleValue('Sale')).toEqual(receipt('kivra-swish'));
    expect(exampleValue('Refund')).toEqual(receipt('derived-refund'));
    const stored = exampleValue('StoredSale') as StoredTransaction;
    const { id, createdAt, source, profileId, vendor } = stored;
    const fields = { id, createdAt, syncedAt: source.syncedAt, profileId, documentTier: 'receipt' as const, vendor };
    const made = toStored(receipt('kivra-swish'), fields);
    expect(JSON.stringify(stored)).toBe(JSON.stringify(made));
    expect(exampleValue('Page')).toEqual({ data: [stored], hasMore: true, nextCursor: id });
    const created = openapi.webhooks['transaction.created']!.post as unknown as {
      requestBody: { content: { 'application/json': { examples: { event: { value: { data: unknown } } } } } };
    };
    expect(created.requestBody.content['application/json'].examples.event.value.data).toEqual(stored);
  });

  it('have the verdicts that the examples illustrate', () => {
    const registry = createRegistry([seReceipt1]);
    const validate = (name: string) => registry.validate(exampleValue(name), { country: 'SE' });
    expect(validate('Sale')).toMatchObject({ valid: true, warnings: [] });
    expect(validate('Refund')).toMatchObject({ valid: true, warnings: [] });
    const shown = openapi.components.responses!.ValidationFailed as {
      content: {
        'application/json': { examples: { validationFailed: { value: ReturnType<typeof toErrorResponse>['body'] } } };
      };
    };
    const { error, issues } = shown.content['application/json'].examples.validationFailed.value;
    const refused = validate('RefusedSale') as Invalid;
    const { status, body } = toErrorResponse(refused);
    const codes = (list: typeof issues) => list.map(({ field, code }) => [field, code]);
    expect([status, body.error.code, codes(body.issues)]).toEqual([422, error.code, codes(issues)]);
  });
});
