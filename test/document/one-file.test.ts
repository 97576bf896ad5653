import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { openapi, schemas, type OpenApiDocument } from 'receipt-rule-packs/schemas';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { oneFile } from '../../schemas/one-file';
import { schemaValidator } from '../support/ajv';
import { loadPack } from '../vectors/load';

type Json = Readonly<Record<string, unknown>>;

const TYPES = ['sale', 'refund', 'void', 'credit_note', 'exchange'];
const CORRECTIONS = TYPES.slice(1);
const source = JSON.parse(readFileSync('schemas/openapi.source.json', 'utf8')) as OpenApiDocument;

const ajv = addFormats(new Ajv2020({ strict: false })).addSchema(openapi, 'openapi.json');
const inOneFile = (name: string): ValidateFunction => ajv.getSchema(`openapi.json#/components/schemas/${name}`)!;
const example = (name: string) => (openapi.components.examples![name] as { value: Json }).value;

/** Whether a document is a correction without a sale, which the rules check, not the schemas. */
const lacksItsSale = (document: unknown) =>
  CORRECTIONS.includes((document as Json).type as string) && (document as Json).linkedTransaction === undefined;

/**
 * A value, and copies of it in which one part at any depth is missing, has a different type, is an empty or longer
 * string, or has an additional field.
 */
function* variants(value: unknown): Generator {
  yield value;
  if (typeof value !== 'object' || value === null) {
    yield* [null, [], -1.5, '2026-13-01T00:00:00Z', true].filter((other) => typeof other !== typeof value);
    if (typeof value === 'string') yield* ['', `${value} `];
    return;
  }
  const isList = Array.isArray(value);
  if (!isList) yield { ...value, other: 1 };
  for (const [key, member] of Object.entries(value)) {
    const others = Object.entries(value).filter(([name]) => name !== key);
    const remade = (entries: [string, unknown][]) =>
      isList ? entries.map(([, one]) => one) : (Object.fromEntries(entries) as Json);
    yield remade(others);
    for (const variant of variants(member)) yield remade([...others, [key, variant]]);
  }
}

describe('the schemas bundled in one file', () => {
  it("lead to the same verdicts as transaction.json on every pack's cases", () => {
    const [whole, file] = [inOneFile('Transaction'), schemaValidator('transaction')];
    const verdicts = { true: 0, false: 0, differing: 0 };
    for (const { name, document, expect: expected } of packs.flatMap(({ id }) => loadPack(id))) {
      if (document === undefined) continue;
      const verdict = file(document);
      verdicts[`${verdict}`]++;
      if (whole(document) === verdict) continue;
      verdicts.differing++;
      expect([name, verdict, lacksItsSale(document)]).toEqual([name, true, true]);
      expect(expected.issues).toContainEqual({ field: 'linkedTransaction', code: 'required' });
    }
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(0);
  });

  it.each(TYPES)('lead to the same verdicts as stored-transaction.json on variants of a stored %s', (type) => {
    const [whole, file] = [inOneFile('StoredTransaction'), schemaValidator('stored-transaction')];
    const { linkedTransaction } = example('Refund');
    const verdicts = { true: 0, false: 0 };
    for (const document of variants({ ...example('StoredSale'), type, linkedTransaction })) {
      const verdict = file(document);
      verdicts[`${verdict}`]++;
      if (!lacksItsSale(document)) expect([document, whole(document)]).toEqual([document, verdict]);
    }
    expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(20);
  });

  it('lead to the same verdicts as the separate files on all other bodies', () => {
    const { webhooks, components } = openapi;
    const values = Object.values(webhooks).map(({ post }) => {
      const { content } = post!.requestBody as { content: Record<string, { examples: { event: { value: Json } } }> };
      return content['application/json']!.examples.event.value;
    });
    const refused = components.responses!.ValidationFailed as { content: Record<string, { examples: object }> };
    const errors = Object.values(refused.content['application/json']!.examples) as { value: Json }[];
    const bodies: [string, keyof typeof schemas, Json[]][] = [
      ['WebhookEvent', 'webhook-event', values],
      ['ListResponse', 'list-response', [example('EndOfList'), { ...example('Page'), data: [example('StoredSale')] }]],
      ['ErrorResponse', 'error-response', errors.map(({ value }) => value)],
    ];
    for (const [name, file, examples] of bodies) {
      const verdicts = new Set<unknown>();
      for (const value of examples.flatMap((one) => [...variants(one)])) {
        const verdict = schemaValidator(file)(value);
        expect([name, value, inOneFile(name)(value)]).toEqual([name, value, verdict]);
        verdicts.add(verdict);
      }
      expect([name, verdicts]).toEqual([name, new Set([true, false])]);
    }
  });

  it.each(['Transaction', 'StoredTransaction'])(
    'have, for %s, one schema per type, without unknown fields',
    (title) => {
      const components = openapi.components.schemas as Readonly<Record<string, Json>>;
      const { oneOf, discriminator } = components[title] as unknown as {
        oneOf: { $ref: string }[];
        discriminator: { propertyName: string; mapping: Readonly<Record<string, string>> };
      };
      expect([discriminator.propertyName, Object.keys(discriminator.mapping)]).toEqual(['type', TYPES]);
      expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
      for (const [type, ref] of Object.entries(discriminator.mapping)) {
        const { properties, additionalProperties } = components[ref.split('/').at(-1)!]!;
        expect([(properties as Record<string, Json>).type!.enum, additionalProperties]).toEqual([[type], false]);
      }
    },
  );
});

describe('oneFile', () => {
  it('leaves the given schemas unchanged', () => {
    const before = structuredClone([source, schemas]);
    oneFile(source, schemas);
    expect([source, schemas]).toEqual(before);
  });

  it('refuses broken references, and two schemas with the same name', () => {
    const { transaction } = schemas;
    const lost = { ...transaction, properties: { type: { $ref: 'invoice.json' } } };
    expect(() => oneFile(source, { lost })).toThrow('invoice.json');
    expect(() => oneFile(source, { ...schemas, copy: transaction })).toThrow('Transaction');
  });
});
