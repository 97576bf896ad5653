import { readFileSync } from 'node:fs';
import { MAX_NODES, WORD } from '../../src/document/node-set.js';
import { uncheckedPart } from './schema-keywords.js';

/** The part of JSON Schema 2020-12 that the generator reads. Anything else is an error. */
export interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  /**
   * A schema for namespaces, if it is only a description. The generated code then reports faults inside a namespace at
   * the namespace.
   */
  additionalProperties?: boolean | Schema;
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

/** A schema with its named parts. */
export type RootSchema = Schema & { $defs?: Record<string, Schema> };

/** A node of the schema. Ids follow the schema's field order, parents before their children. */
export interface SchemaNode {
  id: number;
  /** The property's name, or `[]` for an array element. */
  name: string;
  schema: Schema;
  required: boolean;
  parent?: SchemaNode;
  children: SchemaNode[];
  /** The highest id inside this node. */
  last: number;
}

export function readSchema(name: string): RootSchema {
  return JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8')) as RootSchema;
}

/**
 * A schema as a tree, with references resolved.
 *
 * @throws Error for anything that cannot be turned into a check, and for more places than a fault mask can represent
 */
export function schemaTree(root: RootSchema): SchemaNode {
  let next = 0;
  const build = (
    name: string,
    given: Schema,
    required: boolean,
    parent?: SchemaNode,
    within: string[] = [],
  ): SchemaNode => {
    const schema = resolved(root, given, within);
    const node: SchemaNode = { id: next++, name, schema, required, parent, children: [], last: 0 };
    const fault = uncheckedPart(schema, {
      isRoot: parent === undefined,
      isElement: name === '[]',
      isRequired: required,
      inArray: enclosingArray(node) !== undefined,
    });
    if (fault !== undefined) throw new Error(`${pattern(node) || 'the document'}: ${fault}`);
    const inside = given.$ref === undefined ? within : [...within, given.$ref];
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      node.children.push(build(key, child, schema.required?.includes(key) ?? false, node, inside));
    }
    if (schema.items !== undefined) node.children.push(build('[]', schema.items, true, node, inside));
    node.last = next - 1;
    if (name === '[]') refuseAbove(WORD, next - node.id, `${pattern(node)}: an element`);
    return node;
  };
  const tree = build('', root, true);
  refuseAbove(MAX_NODES, next, 'the document');
  return tree;
}

/** The target of a reference, with the description next to the reference. */
function resolved(root: RootSchema, given: Schema, within: readonly string[]): Schema {
  const { $ref, description, ...others } = given;
  if ($ref === undefined) return given;
  const beside = Object.keys(others);
  if (beside.length > 0) throw new Error(`${beside.join(', ')} next to $ref ${$ref} is not turned into a check`);
  if (within.includes($ref)) throw new Error(`$ref ${$ref} leads back to itself`);
  const name = $ref.startsWith('#/$defs/') ? $ref.slice('#/$defs/'.length) : '';
  const target = root.$defs !== undefined && Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined;
  if (target === undefined) throw new Error(`$ref ${$ref} is not resolved`);
  if (target.$ref !== undefined) throw new Error(`$ref ${$ref} leads to another $ref, which is not resolved`);
  return description === undefined ? target : { ...target, description };
}

function refuseAbove(most: number, places: number, what: string): void {
  if (places > most) throw new Error(`${what} has ${places} places, but fault masks have room for ${most}`);
}

/** Every node in order. */
export function flatten(node: SchemaNode): SchemaNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

/** A node's path as a pattern: `items[].amount`. */
export function pattern(node: SchemaNode): string {
  if (node.parent === undefined) return '';
  const before = pattern(node.parent);
  return node.name === '[]' ? `${before}[]` : before === '' ? node.name : `${before}.${node.name}`;
}

/** The array that contains a node. */
function enclosingArray(node: SchemaNode): SchemaNode | undefined {
  for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) if (at.name === '[]') return at.parent;
  return undefined;
}
