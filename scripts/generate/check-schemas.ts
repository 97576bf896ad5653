import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { isTable } from '../../src/law/rates-on.js';
import type { RateRange, RateRow } from '../../src/law/types.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';

const NAMES = [
  'transaction',
  'stored-transaction',
  'webhook-event',
  'list-response',
  'error-response',
  'receipt-extra',
];
const LAW_NAMES = ['rates', 'law', 'layout'];

/**
 * Compiles every schema in ajv's strict mode, so that nothing is generated from an invalid schema.
 *
 * @throws Error for an unknown keyword, a reference without a target, or a schema that is not JSON Schema 2020-12
 */
export function checkSchemas(): void {
  const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }));
  const schemas = NAMES.map(readSchemaFile);
  ajv.addSchema(schemas);
  for (const { $id } of schemas) ajv.getSchema($id);
}

let laws: Ajv2020 | undefined;

/**
 * A fault in a pack file, which the pack's author must fix. The message names the file, what is wrong, and what would
 * be valid.
 */
export class PackFault extends Error {}

/**
 * Checks a file in a pack folder against its schema.
 *
 * @throws PackFault with the file and everything that is wrong with it
 */
export function checkLawFile(path: string, content: unknown, schema: PackFile): void {
  const faults = faultsOfFile(content, schema);
  if (faults.length > 0) throw new PackFault(`${path}: ${faults.join('; ')}`);
}

/** The files in a pack folder that have a schema. */
export type PackFile = 'law' | 'rates' | 'layout';

/** All faults in a pack file's content, each with its position and what would be valid. */
export function faultsOfFile(content: unknown, schema: PackFile): string[] {
  laws ??= lawSchemas();
  const validate = laws.getSchema(`${idBase()}${schema}.json`)!;
  if (validate(content)) return schema === 'rates' ? unprovenRows(content as readonly RateRow[] | RateRange) : [];
  // Rates are either a table or a range, so a table that does not match the schema for ranges is not an error.
  const told = validate.errors!.filter(
    ({ keyword, instancePath }) => instancePath !== '' || !/^(?:type|oneOf)$/.test(keyword),
  );
  return (told.length === 0 ? validate.errors! : told).map((error) => faultText(schema, error));
}

/** Finds enforced rows whose source we did not find, or that do not cite an act and an article. */
function unprovenRows(rates: readonly RateRow[] | RateRange): string[] {
  if (!isTable(rates)) return [];
  return rates.flatMap(({ enforce, act, article, evidence }, i) => [
    ...(enforce && (act === undefined || article === undefined)
      ? [`rates/${i} has "enforce": true, so it must have act and article, which say where the law states the rate`]
      : []),
    ...(enforce && evidence === 'not found'
      ? [
          `rates/${i} has "enforce": true, but its evidence is "not found": set enforce to false until somebody has read it`,
        ]
      : []),
  ]);
}

/** What is wrong, with the name of an unknown field and a suggestion. */
export function faultText(
  schema: string,
  { instancePath, keyword, message, params, parentSchema }: ErrorObject,
): string {
  const text = `${schema}${instancePath} ${message}`;
  if (keyword === 'required') return text + descriptionOf(parentSchema, (params as Missing).missingProperty);
  if (keyword === 'enum')
    return `${text}: ${(params as Allowed).allowedValues.map((one) => JSON.stringify(one)).join(', ')}`;
  if (keyword !== 'additionalProperties') return text;
  const { additionalProperty: name } = params as { readonly additionalProperty: string };
  const known = Object.keys((parentSchema as { readonly properties?: object }).properties ?? {});
  const advice = didYouMean(nearest(name, known)) || ` Valid fields: ${known.join(', ')}.`;
  return `${text}: ${name}.${advice}`;
}

type Missing = { readonly missingProperty: string };
type Allowed = { readonly allowedValues: readonly unknown[] };
type Described = { readonly description?: string; readonly $ref?: string };

/** The schema's description of a missing field. */
function descriptionOf(parent: unknown, name: string): string {
  const { properties = {} } = parent as { readonly properties?: Readonly<Record<string, Described>> };
  const { description, $ref } = properties[name] ?? {};
  const text = description ?? ($ref === undefined ? undefined : describedBy($ref));
  return text === undefined ? '' : `: ${text}`;
}

/** The description of a definition that laws and rates share. */
function describedBy(ref: string): string | undefined {
  const name = ref.split('/').at(-1)!;
  const all = LAW_NAMES.map((schema) => readSchemaFile(schema) as { $defs?: Readonly<Record<string, Described>> });
  return all.map(({ $defs }) => $defs?.[name]?.description).find((text) => text !== undefined);
}

function lawSchemas(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
  });
  addFormats(ajv);
  for (const name of LAW_NAMES) ajv.addSchema(readSchemaFile(name));
  return ajv;
}

const idBase = (): string => readSchemaFile('law').$id.replace('law.json', '');

function readSchemaFile(name: string): { $id: string } {
  return JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8')) as { $id: string };
}
