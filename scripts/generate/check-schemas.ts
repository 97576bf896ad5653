import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { PRODUCT_TAX_CLASSES } from '../../src/law/product-tax-classes.js';
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
 * @throws PackFault with the file and everything that is wrong with it, one fault per line
 */
export function checkLawFile(path: string, content: unknown, schema: PackFile): void {
  const faults = faultsOfFile(content, schema);
  if (faults.length > 0) throw new PackFault(faults.map((fault) => `${path}: ${fault}`).join('\n'));
}

/** The files in a pack folder that have a schema. */
export type PackFile = 'law' | 'rates' | 'layout';

/** All faults in a pack file's content, each with its position and what would be valid. */
export function faultsOfFile(content: unknown, schema: PackFile): string[] {
  laws ??= lawSchemas();
  const validate = laws.getSchema(`${idBase()}${schema}.json`)!;
  if (validate(content)) return schema === 'rates' ? rowFaults(content as readonly RateRow[] | RateRange) : [];
  // Rates are either a table or a range, so a table that does not match the schema for ranges is not an error.
  const told = validate.errors!.filter(
    ({ keyword, instancePath }) => instancePath !== '' || !/^(?:type|oneOf)$/.test(keyword),
  );
  return (told.length === 0 ? validate.errors! : told).map(
    (error) => faultText(schema, error) + schemeAdvice(error.instancePath, content),
  );
}

/** An example of a custom scheme in the law's country. */
function schemeAdvice(instancePath: string, content: unknown): string {
  if (instancePath !== '/tax/scheme') return '';
  const { country, tax } = content as { readonly country?: unknown; readonly tax: { readonly name?: unknown } };
  if (typeof country !== 'string') return '';
  const name = typeof tax.name === 'string' && /^[A-Za-z]+$/.test(tax.name) ? tax.name.toUpperCase() : 'VAT';
  return ` A custom scheme is ${country}_ followed by capital letters, such as ${country}_${name}.`;
}

function rowFaults(rates: readonly RateRow[] | RateRange): string[] {
  if (!isTable(rates)) return [];
  return [...rates.flatMap(unprovenRow), ...fractions(rates), ...rates.flatMap(unknownClass), ...twice(rates)];
}

/** An enforced row must cite an act and an article, and somebody must have found its source. */
function unprovenRow({ enforce, act, article, evidence }: RateRow, i: number): string[] {
  return [
    ...(enforce && (act === undefined || article === undefined)
      ? [`rates/${i} has "enforce": true, so it must have act and article, which say where the law states the rate`]
      : []),
    ...(enforce && evidence === 'not found'
      ? [
          `rates/${i} has "enforce": true, but its evidence is "not found": set enforce to false until somebody has read it`,
        ]
      : []),
  ];
}

/** Some laws have rates below 1 %, such as 0.9 in Corsica, but a table with nothing else contains fractions. */
function fractions(rates: readonly RateRow[]): string[] {
  const positive = rates.flatMap(({ rate }, i) => (rate > 0 ? [{ rate, i }] : []));
  if (positive.some(({ rate }) => rate >= 1)) return [];
  return positive.map(
    ({ rate, i }) =>
      `rates/${i}/rate is ${rate}: rates are percentages, such as ${Number((rate * 100).toPrecision(6))}`,
  );
}

function unknownClass({ productTaxClass: name }: RateRow, i: number): string[] {
  if (name === undefined || (PRODUCT_TAX_CLASSES as readonly string[]).includes(name)) return [];
  const advice =
    didYouMean(nearest(name, PRODUCT_TAX_CLASSES)) || ` The product tax classes are ${PRODUCT_TAX_CLASSES.join(', ')}.`;
  return [
    `rates/${i}/productTaxClass is "${name}", which is not a product tax class.${advice} To add a class, add it to src/law/product-tax-classes.ts and, with its names, to packs/product-tax-classes.json and docs/guides/dated-rates.md.`,
  ];
}

function twice(rates: readonly RateRow[]): string[] {
  const keys = rates.map(({ rate, productTaxClass, regime, part, from, until }) =>
    JSON.stringify([rate, productTaxClass, regime, part && [...part].sort(), from, until]),
  );
  return keys.flatMap((key, i) => {
    const first = keys.indexOf(key);
    return first === i
      ? []
      : [`rates/${i} repeats rates/${first}, with the same rate, class, days, part and regime: remove one of them`];
  });
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
  if (/^(?:pattern|format|minimum|maximum|exclusiveMinimum)$/.test(keyword)) return text + own(parentSchema);
  if (keyword !== 'additionalProperties') return text;
  const { additionalProperty: name } = params as { readonly additionalProperty: string };
  const known = Object.keys((parentSchema as { readonly properties?: object }).properties ?? {});
  const advice = didYouMean(nearest(name, known)) || ` Valid fields: ${known.join(', ')}.`;
  return `${text}: ${name}.${advice}`;
}

type Missing = { readonly missingProperty: string };
type Allowed = { readonly allowedValues: readonly unknown[] };
type Described = { readonly description?: string; readonly $ref?: string };

/** The description of the field that has a fault. */
function own(parent: unknown): string {
  const { description } = Object(parent) as Described;
  return description === undefined ? '' : `: ${description}`;
}

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
