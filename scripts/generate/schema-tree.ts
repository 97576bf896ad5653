import { readFileSync } from 'node:fs';

/** The part of JSON Schema 2020-12 that transaction.json uses; anything else stops the generator. */
export interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  minItems?: number;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  title?: string;
  examples?: unknown[];
}

const KNOWN = new Set([
  '$schema', '$id', '$defs', '$ref', 'type', 'properties', 'required', 'additionalProperties', 'items', 'minItems',
  'enum', 'pattern', 'minLength', 'minimum', 'maximum', 'description', 'title', 'examples',
]); // prettier-ignore

/** A place in the schema. Nodes are numbered in the order of the schema's fields, parents before their children. */
export interface SchemaNode {
  id: number;
  /** Name of the property, or `[]` for the element of an array. */
  name: string;
  schema: Schema;
  required: boolean;
  parent?: SchemaNode;
  children: SchemaNode[];
  /** Highest id inside this node. */
  last: number;
}

export function readSchema(name: string): Schema & { $defs: Record<string, Schema> } {
  return JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8')) as Schema & { $defs: Record<string, Schema> };
}

/** The schema of a transaction as a tree, references resolved. */
export function transactionTree(): SchemaNode {
  const root = readSchema('transaction');
  let next = 0;
  const build = (name: string, given: Schema, required: boolean, parent?: SchemaNode): SchemaNode => {
    const target = given.$ref?.replace('#/$defs/', '');
    const schema = target === undefined ? given : root.$defs[target];
    if (schema === undefined) throw new Error(`cannot resolve ${given.$ref}`);
    for (const keyword of Object.keys(schema)) {
      if (!KNOWN.has(keyword)) throw new Error(`${name}: the generator does not know the keyword ${keyword}`);
    }
    const node: SchemaNode = { id: next++, name, schema, required, parent, children: [], last: 0 };
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      node.children.push(build(key, child, schema.required?.includes(key) ?? false, node));
    }
    if (schema.items !== undefined) node.children.push(build('[]', schema.items, true, node));
    node.last = next - 1;
    return node;
  };
  return build('', root, true);
}

/** Every node in order. */
export function flatten(node: SchemaNode): SchemaNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

/** Path of a node as a pattern: `items[].amount`. */
export function pattern(node: SchemaNode): string {
  if (node.parent === undefined) return '';
  const before = pattern(node.parent);
  return node.name === '[]' ? `${before}[]` : before === '' ? node.name : `${before}.${node.name}`;
}

/** The array that a node lies in. */
export function enclosingArray(node: SchemaNode): SchemaNode | undefined {
  for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) if (at.name === '[]') return at.parent;
  return undefined;
}
