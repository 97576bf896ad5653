import { hasNamespaces } from '../schema-keywords.js';
import { flatten, pattern, readSchema, schemaTree, type SchemaNode } from '../schema-tree.js';

/** For each code of the structure check, whether it can occur at a field. */
const GETS: Readonly<Record<string, (node: SchemaNode) => boolean>> = {
  required: ({ required, name }) => required && name !== '[]',
  invalid_type: ({ schema }) => schema.type !== undefined,
  invalid_value: ({ schema }) => schema.enum !== undefined,
  invalid_format: ({ schema }) => schema.pattern !== undefined,
  out_of_range: ({ schema }) => schema.type === 'integer' || schema.type === 'number' || isFreeForm(schema),
  too_short: ({ schema }) => schema.minLength !== undefined,
  too_few_items: ({ schema }) => schema.minItems !== undefined,
};

const isFreeForm = ({ type, properties }: SchemaNode['schema']): boolean =>
  type === 'object' && properties === undefined;

/** In an object with namespaces, the structure check reports each fault at its namespace. */
function placesOf(code: string, node: SchemaNode): string[] {
  const at = pattern(node);
  if (!hasNamespaces(node.schema)) return [at];
  return code === 'invalid_type' ? [at, `${at}.*`] : [`${at}.*`];
}

/** The fields at which the structure check raises a code, in schema order; none for codes that rules raise. */
export function structureFields(code: string): string[] {
  const gets = GETS[code];
  if (gets === undefined) return [];
  return flatten(schemaTree(readSchema('transaction')))
    .filter((node) => node.parent !== undefined && gets(node))
    .flatMap((node) => placesOf(code, node));
}
