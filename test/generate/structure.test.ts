import { describe, expect, it } from 'vitest';
import { MAX_NODES, WORD } from '../../src/document/node-set';
import { readSchema, type RootSchema, type Schema } from '../../scripts/generate/schema-tree';
import { structure } from '../../scripts/generate/structure';

const closed = (properties: Record<string, unknown>, more: object = {}): RootSchema =>
  ({ type: 'object', properties, additionalProperties: false, ...more }) as RootSchema;

/**
 * The schema of a document with one field, which may have any JSON Schema. The generator must reject any schema that it
 * does not support.
 */
const field = (schema: object, more: object = {}): RootSchema => closed({ field: schema }, more);

const MAX = Number.MAX_SAFE_INTEGER;
const money = { type: 'integer', minimum: -MAX, maximum: MAX };
const line = closed({ name: { type: 'string' } });
const names = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const texts = (count: number) => Object.fromEntries(names(count).map((name) => [name, { type: 'string' }]));

/** The fields that the generated code reads. */
const fieldsOf = (code: string) => [...code.matchAll(/let v\d+: unknown; \/\/ (\w+)/g)].map(([, name]) => name);

describe('the generator of the structure check', () => {
  it.each<[string, Schema | object]>([
    ['any text', { type: 'string' }],
    ['a string with a fixed set of values', { type: 'string', enum: ['a', 'b'] }],
    ['a string that is not empty', { type: 'string', minLength: 1 }],
    ['a string with a pattern', { type: 'string', pattern: '^a$' }],
    ['a number', { type: 'number' }],
    ['a safe integer', money],
    ['a positive safe integer', { ...money, minimum: 1 }],
    ['a boolean', { type: 'boolean' }],
    ['a closed object', line],
    ['a free-form object', { type: 'object', additionalProperties: true }],
    ['an array of closed objects', { type: 'array', items: line }],
    ['an array that is not empty', { type: 'array', items: line, minItems: 1 }],
    ['any value', { description: 'Anything.' }],
    ['title and examples', { type: 'string', title: 'T', examples: ['x'] }],
  ])('turns %s into a check', (_, schema) => {
    const fields = fieldsOf(structure(field(schema)));
    expect(fields.includes('field')).toBe('type' in schema);
  });

  it.each<[string, object]>([
    ['minItems', { type: 'array', items: line, minItems: 2 }],
    ['minItems', { type: 'array', items: line, minItems: 0 }],
    ['maxItems', { type: 'array', items: line, maxItems: 5 }],
    ['uniqueItems', { type: 'array', items: line, uniqueItems: true }],
    ['items', { type: 'array' }],
    ['array', { type: 'array', items: closed({ inner: { type: 'array', items: line } }) }],
    ['elements', { type: 'array', items: { type: 'string' } }],
    ['elements', { type: 'array', items: { type: 'object', additionalProperties: true } }],
    ['minimum', { type: 'number', minimum: 0 }],
    ['maximum', { type: 'number', maximum: 100 }],
    ['multipleOf', { ...money, multipleOf: 5 }],
    ['maximum', { type: 'integer', minimum: -MAX }],
    ['maximum', { ...money, maximum: 99 }],
    ['maximum', { ...money, maximum: MAX + 1 }],
    ['minimum', { type: 'integer', maximum: MAX }],
    ['minimum', { ...money, minimum: 0.5 }],
    ['minimum', { ...money, minimum: -MAX - 1 }],
    ['exclusiveMinimum', { ...money, exclusiveMinimum: 0 }],
    ['enum', { ...money, enum: [1, 2] }],
    ['enum', { type: 'number', enum: [1, 2] }],
    ['enum', { type: 'boolean', enum: [true] }],
    ['enum', { enum: ['a'] }],
    ['enum', { type: 'string', enum: ['a', 1] }],
    ['enum', { type: 'string', enum: [] }],
    ['const', { const: 'a' }],
    ['const', { type: 'string', const: 'a' }],
    ['minLength', { type: 'string', minLength: 2 }],
    ['minLength', { type: 'string', minLength: 0 }],
    ['maxLength', { type: 'string', maxLength: 5 }],
    ['minLength', { ...money, minLength: 1 }],
    ['pattern', { type: 'string', pattern: '(' }],
    ['pattern', { pattern: 'a' }],
    ['format', { type: 'string', format: 'date-time' }],
    ['string', { type: ['string', 'null'] }],
    ['null', { type: 'null' }],
    ['constructor', { type: 'constructor' }],
    ['additionalProperties', { type: 'object', properties: { a: { type: 'string' } } }],
    ['additionalProperties', { type: 'object', additionalProperties: { type: 'string' } }],
    ['properties', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }],
    ['required', { type: 'object', required: ['a'], additionalProperties: true }],
    ['required', closed({ a: { type: 'string' } }, { required: ['b'] })],
    ['properties', closed({})],
    ['properties', { type: 'object', additionalProperties: false }],
    ['patternProperties', closed({ a: { type: 'string' } }, { patternProperties: {} })],
    ['minProperties', closed({ a: { type: 'string' } }, { minProperties: 1 })],
    ['if', closed({ a: { type: 'string' } }, { if: {}, then: {} })],
    ['allOf', { allOf: [{ type: 'string' }] }],
    ['$defs', closed({ a: { type: 'string' } }, { $defs: {} })],
    ['odd key', closed({ 'odd key': { type: 'string' } })],
  ])('refuses, as unsupported, %s: %j', (keyword, schema) => {
    const refused = () => structure(field(schema));
    expect(refused).toThrow(keyword);
    expect(refused).toThrow(/^field\b/);
  });

  it.each<[string, object]>([
    ['that may have any value', { description: 'Anything.' }],
    ['that is a free-form object', { type: 'object', additionalProperties: true }],
  ])('refuses a required field %s', (_, schema) => {
    expect(() => structure(field(schema, { required: ['field'] }))).toThrow('required');
    expect(fieldsOf(structure(field(schema)))).toBeDefined();
  });

  it.each<[string, object]>([
    ['type', { type: 'array', items: line }],
    ['type', { type: 'object', additionalProperties: true }],
    ['type', {}],
    ['allOf', { ...line, allOf: [] }],
  ])('refuses a document with an unsupported %s', (keyword, schema) => {
    expect(() => structure(schema as RootSchema)).toThrow(keyword);
  });

  describe('resolves a reference', () => {
    const $defs = { Text: { type: 'string', description: 'A text.' }, Line: line, Other: { $ref: '#/$defs/Text' } };

    it('with a description next to it', () => {
      const code = structure(field({ $ref: '#/$defs/Line', description: 'The line.' }, { $defs }));
      expect(fieldsOf(code)).toEqual(['field', 'name']);
    });

    it.each([
      ['minLength', { $ref: '#/$defs/Text', minLength: 1 }],
      ['pattern', { $ref: '#/$defs/Text', pattern: 'a' }],
      ['properties', { $ref: '#/$defs/Line', properties: { a: { type: 'string' } } }],
      ['$ref', { $ref: '#/$defs/Nothing' }],
      ['$ref', { $ref: '#/$defs/toString' }],
      ['$ref', { $ref: '#/properties/field' }],
      ['$ref', { $ref: 'other.json#/$defs/Text' }],
      ['$ref', { $ref: '#/$defs/Other' }],
    ])('but refuses %s next to it, and other targets: %j', (keyword, schema) => {
      expect(() => structure(field(schema, { $defs }))).toThrow(keyword);
    });

    it('but refuses a circular one', () => {
      const nested = { Node: closed({ child: { $ref: '#/$defs/Node' } }) };
      expect(() => structure(field({ $ref: '#/$defs/Node' }, { $defs: nested }))).toThrow('$ref');
    });
  });

  it('refuses more places than fit into the fault bit masks', () => {
    // The document itself also counts as a node.
    expect(fieldsOf(structure(closed(texts(MAX_NODES - 1))))).toEqual(names(MAX_NODES - 1));
    expect(() => structure(closed(texts(MAX_NODES)))).toThrow(`${MAX_NODES + 1} places`);
  });

  it('refuses more places in an array element, including its objects, than fit into a bit mask', () => {
    const lines = (count: number) => field({ type: 'array', items: closed({ ...texts(count - 1), inner: line }) });
    // The element and its object's field also count as places.
    expect(fieldsOf(structure(lines(WORD - 2)))).toHaveLength(WORD);
    expect(() => structure(lines(WORD - 1))).toThrow(`${WORD + 1} places`);
  });

  it('accepts transaction.json', () => {
    expect(fieldsOf(structure(readSchema('transaction')))).toContain('receiptNumber');
  });
});
