import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemas } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly $id?: string;
  readonly description?: string;
  readonly type?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const all = Object.entries(schemas) as unknown as [string, Schema][];
const byId = new Map(all.map(([, schema]) => [schema.$id!, schema]));

/** Follows `other.json#/a/b` and `#/a/b`. */
function resolve(ref: string, home: Schema): { schema: Schema; home: Schema } {
  const [file = '', pointer = ''] = ref.split('#');
  const target = file === '' ? home : byId.get(new URL(file, home.$id).href)!;
  const schema = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], target);
  return { schema: schema as Schema, home: target };
}

/** Calls `visit` for every schema, at any depth, and follows each reference once. */
function walk(
  schema: Schema,
  home: Schema,
  path: string,
  visit: (schema: Schema, path: string) => void,
  seen = new Set<Schema>(),
): void {
  const { schema: at, home: base } = schema.$ref === undefined ? { schema, home } : resolve(schema.$ref, home);
  visit({ ...at, description: schema.description ?? at.description }, path);
  if (seen.has(at)) return;
  seen.add(at);
  for (const [name, child] of Object.entries(at.properties ?? {})) walk(child, base, `${path}.${name}`, visit, seen);
  for (const [name, child] of Object.entries(at.$defs ?? {})) walk(child, base, `${path}#${name}`, visit, seen);
  if (at.items !== undefined) walk(at.items, base, `${path}[]`, visit, seen);
}

describe('the schemas', () => {
  it('are the files of schemas/2.1', () => {
    // The schemas for laws, layouts and rates are for pack folders; the schema for receiptExtra is only in the package.
    const others = ['openapi.json', 'law.json', 'layout.json', 'rates.json', 'receipt-extra.json'];
    const files = readdirSync('schemas/2.1').filter((file) => file.endsWith('.json') && !others.includes(file));
    expect(files.sort()).toEqual(all.map(([name]) => `${name}.json`).sort());
    for (const [name, schema] of all) {
      expect(JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8'))).toEqual(schema);
      expect(schema.$id).toMatch(new RegExp(`/schemas/2\\.1/${name}\\.json$`));
    }
  });

  it.each(all)("compile in ajv's strict mode: %s", (_, schema) => {
    const ajv = addFormats(new Ajv2020({ strict: true }));
    for (const [, other] of all) ajv.addSchema(other);
    expect(ajv.getSchema(schema.$id!)).toBeTypeOf('function');
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it.each(all)('describe every field: %s', (_, schema) => {
    const silent: string[] = [];
    walk(schema, schema, '', ({ description }, path) => {
      if (!path.endsWith('[]') && (description ?? '').length < 5) silent.push(path);
    });
    expect(silent).toEqual([]);
  });

  it.each(all)('state for every object whether it allows unknown fields: %s', (_, schema) => {
    const open: string[] = [];
    walk(schema, schema, '', ({ type, additionalProperties }, path) => {
      if (type === 'object' && additionalProperties === undefined) open.push(path);
    });
    expect(open).toEqual([]);
  });

  it('declare the format date-time for times set by the service', () => {
    const stamped: string[] = [];
    for (const [name, schema] of all) {
      walk(schema, schema, name, ({ format, examples = [] }, path) => {
        if (format === undefined) return;
        stamped.push(path);
        expect([path, format, examples.length > 0]).toEqual([path, 'date-time', true]);
      });
    }
    expect(stamped.sort()).toEqual([
      'list-response.data[].createdAt',
      'list-response.data[].source.syncedAt',
      'stored-transaction.createdAt',
      'stored-transaction.source.syncedAt',
      'webhook-event#AuthorizationGranted.grantedAt',
      'webhook-event#AuthorizationRevoked.revokedAt',
      'webhook-event#SourceConnected.connectedAt',
      'webhook-event#SourceDisconnected.disconnectedAt',
      'webhook-event.createdAt',
    ]);
  });

  it.each(all)('have examples that match their patterns: %s', (_, schema) => {
    walk(schema, schema, '', ({ pattern, examples = [] }) => {
      for (const example of examples) if (pattern !== undefined) expect(example).toMatch(new RegExp(pattern, 'u'));
    });
    expect.assertions(countPatterned(schema));
  });
});

function countPatterned(schema: Schema): number {
  let count = 0;
  walk(schema, schema, '', ({ pattern, examples = [] }) => {
    if (pattern !== undefined) count += examples.length;
  });
  return count;
}
