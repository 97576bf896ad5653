import type { JsonSchema, OpenApiDocument } from 'receipt-rule-packs/schemas';

/** JSON Schemas by file name without extension, as the library exports them. */
type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Makes an OpenAPI document self-contained: the schemas that it refers to by file name, and their `$defs`, become
 * `components.schemas` under their titles and names, without `$id` and `$schema`, and every reference points there. Does
 * not change the given objects.
 *
 * @throws Error for a reference to an unknown file, and for two schemas that would share a name
 */
export function bundleOpenApi(document: OpenApiDocument, schemas: Schemas): OpenApiDocument {
  const rewritten = rewriteRefs(document, (ref) => (ref.startsWith('#') ? ref : bundledRef(ref, '', schemas)));
  const bundled: Record<string, unknown> = {};
  const add = (name: string, home: string, schema: unknown): void => {
    if (Object.hasOwn(bundled, name)) throw new Error(`two schemas have the name ${name}`);
    bundled[name] = rewriteRefs(schema, (ref) => bundledRef(ref, home, schemas));
  };
  for (const [name, { $id: _id, $schema: _schema, $defs, ...schema }] of Object.entries(schemas)) {
    add(schema.title, name, schema);
    for (const [definition, its] of Object.entries($defs ?? {})) add(definition, name, its);
  }
  const { components } = rewritten;
  return { ...rewritten, components: { ...components, schemas: { ...components.schemas, ...bundled } } };
}

/** The new place of `file.json#/pointer`, or of `#/pointer` within the schema `home`. */
function bundledRef(ref: string, home: string, schemas: Schemas): string {
  const [file = '', pointer = ''] = ref.split('#');
  const name = file === '' ? home : file.replace(/\.json$/, '');
  if (!Object.hasOwn(schemas, name)) throw new Error(`no schema for the reference ${ref}`);
  const definition = /^\/\$defs\/(?<rest>.+)$/.exec(pointer)?.groups?.rest;
  return `#/components/schemas/${definition ?? `${schemas[name]!.title}${pointer}`}`;
}

/** A deep copy with every `$ref` replaced. */
function rewriteRefs<T>(value: T, rewrite: (ref: string) => string): T {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) =>
    key === '$ref' && typeof member === 'string' ? rewrite(member) : member,
  ) as T;
}
