import type { OpenApiDocument } from './index.js';
import type { JsonSchema } from './json-schemas.js';

type Json = Readonly<Record<string, unknown>>;

/** JSON Schemas by file name without extension. */
type Schemas = Readonly<Record<string, JsonSchema>>;

/** For each `type` of a document, the word that starts the name of its schema, such as `SaleTransaction`. */
const SHAPES = Object.entries({
  sale: 'Sale',
  refund: 'Refund',
  void: 'Void',
  credit_note: 'CreditNote',
  exchange: 'Exchange',
});

/**
 * A pattern longer than this becomes a separate component, because it would otherwise appear ten times. TEXTS has the
 * components' names, in order.
 */
const LONG_PATTERN = 200;
const TEXTS = ['Timestamp', 'LanguageTag', 'DateTime'];

/**
 * The service's OpenAPI document with all schemas in `components.schemas`, so that it refers to no other file: each
 * schema's root under its title, and its `$defs` under their names. `Transaction` and `StoredTransaction` become a
 * `oneOf` with one schema for each `type`, which allows no unknown fields: code generators turn this into a union of
 * types. Does not change the given objects.
 *
 * @throws Error for a reference to an unknown file, and for two schemas that would get the same name
 */
export function oneFile(service: OpenApiDocument, schemas: Schemas): OpenApiDocument {
  const components: Record<string, unknown> = {};
  const texts = new Map<unknown, string>();
  const add = (name: string, schema: unknown): void => {
    if (Object.hasOwn(components, name)) throw new Error(`two schemas have the name ${name}`);
    components[name] = schema;
  };

  /** Copies a value from the schema `home`, and makes its references point to components. */
  const hoisted = (value: unknown, home: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => hoisted(one, home));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Json;
    const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, hoisted(one, home)]));
    if (typeof $ref === 'string') return { ...referredTo($ref, home), ...own };
    return typeof own.pattern === 'string' && own.pattern.length > LONG_PATTERN ? asText(own) : own;
  };
  /** Returns the replacement for a reference: a reference to a component, or a copy of a part inside a schema. */
  const referredTo = ($ref: string, home: string): Json => {
    const [file = '', pointer = ''] = $ref.split('#');
    const name = file === '' ? home : file.replace(/\.json$/, '');
    if (!Object.hasOwn(schemas, name)) throw new Error(`no schema for the reference ${$ref}`);
    const steps = pointer.split('/').slice(1);
    if (steps.length === 0) return to(schemas[name]!.title);
    if (steps.length === 2 && steps[0] === '$defs') return to(steps[1]!);
    return hoisted(
      steps.reduce<unknown>((at, step) => (at as Json)[step], schemas[name]),
      name,
    ) as Json;
  };
  /** Returns a reference to the component with the pattern, with the field's own description and examples. */
  const asText = ({ type, format, pattern, ...field }: Json): Json => {
    const name = texts.get(pattern) ?? TEXTS[texts.size]!;
    if (!texts.has(pattern)) add(name, { type, ...(format === undefined ? {} : { format }), pattern });
    texts.set(pattern, name);
    return { ...to(name), ...field };
  };

  for (const [name, { $id: _id, $schema: _schema, $defs, title, ...root }] of Object.entries(schemas)) {
    const schema = hoisted(root, name) as Json;
    const { linkedTransaction } = schema.properties as Json;
    const parts = linkedTransaction === undefined ? { [title]: schema } : byType(title, schema);
    for (const [part, its] of Object.entries(parts)) add(part, its);
    for (const [definition, its] of Object.entries($defs ?? {})) add(definition, hoisted(its, name));
  }
  return { ...service, components: { schemas: components, ...service.components } };
}

const to = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Returns the union of `SaleTransaction`, `RefundTransaction` and so on, and these shapes as separate components. */
function byType(title: string, { description, ...schema }: Json): Json {
  const properties = schema.properties as Readonly<Record<string, Json>>;
  const named = SHAPES.map(([type, word]) => [type, title.replace('Transaction', `${word}Transaction`)] as const);
  const shapes = named.map(([type, name]) => {
    const ownType = { description: properties.type!.description, type: 'string', enum: [type] };
    const required = [...(schema.required as string[]), ...(type === 'sale' ? [] : ['linkedTransaction'])];
    return [name, { description, ...schema, properties: { ...properties, type: ownType }, required }] as const;
  });
  const mapping = Object.fromEntries(named.map(([type, name]) => [type, to(name).$ref]));
  const union = {
    description,
    oneOf: named.map(([, name]) => to(name)),
    discriminator: { propertyName: 'type', mapping },
  };
  return { [title]: union, ...Object.fromEntries(shapes) };
}
