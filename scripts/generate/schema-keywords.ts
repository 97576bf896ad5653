import type { Schema } from './schema-tree.js';

/** The keywords that the generator turns into a check, by type. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems'],
  string: ['enum', 'pattern', 'minLength'],
  number: [],
  integer: ['minimum', 'maximum'],
  boolean: [],
};
const ALWAYS = ['type', 'description', 'title', 'examples'];
/** Keywords for a schema's name and parts, which are allowed only at its root. */
const OF_ROOT = ['$schema', '$id', '$defs'];

const NAME = /^[a-zA-Z][a-zA-Z0-9]*$/;
const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;

/** The position of a schema in the tree. */
export interface Standing {
  readonly isRoot: boolean;
  readonly isElement: boolean;
  readonly isRequired: boolean;
  readonly inArray: boolean;
}

/**
 * Why the generated code would treat a schema differently from JSON Schema; undefined if it would not. No part of a
 * schema may be silently ignored.
 */
export function uncheckedPart(schema: Schema, standing: Standing): string | undefined {
  const { type } = schema;
  if (type !== undefined && (typeof type !== 'string' || !Object.hasOwn(CHECKED, type))) {
    return `type ${JSON.stringify(type)} is not turned into a check`;
  }
  const known = [...(type === undefined ? [] : CHECKED[type]!), ...ALWAYS, ...(standing.isRoot ? OF_ROOT : [])];
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword));
  if (unknown !== undefined) return `${unknown} of ${type ?? 'a field without type'} is not turned into a check`;
  if ((standing.isRoot || standing.isElement) && !isClosed(schema)) {
    return 'type of a document, and of the elements of an array, must be object with additionalProperties false';
  }
  switch (type) {
    case 'object':
      return objectFault(schema, standing);
    case 'array':
      return arrayFault(schema, standing);
    case 'string':
      return stringFault(schema);
    case 'integer':
      return integerFault(schema);
    case undefined:
      return standing.isRequired ? 'required is not checked for a field without a type' : undefined;
    default:
      return undefined;
  }
}

/** Whether a schema describes an object without unknown fields. */
export function isClosed({ type, additionalProperties }: Schema): boolean {
  return type === 'object' && additionalProperties === false;
}

/** Whether an object accepts any key, such as a namespace whose schema is only a description. */
export function hasNamespaces({ type, additionalProperties }: Schema): boolean {
  return type === 'object' && isTextAlone(additionalProperties);
}

function isTextAlone(schema: Schema['additionalProperties']): boolean {
  return typeof schema === 'object' && Object.keys(schema).every((keyword) => keyword === 'description');
}

function objectFault(schema: Schema, { isRequired }: Standing): string | undefined {
  const { properties, required = [], additionalProperties } = schema;
  if (!isClosed(schema)) {
    if (additionalProperties !== true && !isTextAlone(additionalProperties))
      return 'additionalProperties must be true or false, or nothing but text';
    if (properties !== undefined || required.length > 0)
      return 'properties and required are not checked next to open additionalProperties';
    return isRequired ? 'required is not checked for an object with open additionalProperties' : undefined;
  }
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return 'properties of a closed object are missing';
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined) return `properties: ${JSON.stringify(odd)} is not a name of letters and digits`;
  const strange = required.find((name) => !names.includes(name));
  return strange === undefined ? undefined : `required: ${strange} is not one of the properties`;
}

function arrayFault({ items, minItems }: Schema, { inArray }: Standing): string | undefined {
  if (inArray) return 'type array is not turned into a check within an array';
  if (items === undefined) return 'items are missing';
  return minItems === undefined || minItems === 1 ? undefined : `minItems ${minItems} is not turned into a check`;
}

function stringFault({ enum: values, pattern, minLength }: Schema): string | undefined {
  if (values !== undefined && (values.length === 0 || values.some((value) => typeof value !== 'string')))
    return 'enum must list strings';
  // JSON Schema counts length in characters, the code in UTF-16 units. The two always agree only on whether a string is
  // empty.
  if (minLength !== undefined && minLength !== 1) return `minLength ${minLength} is not turned into a check`;
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'pattern is not a regular expression';
  }
  return undefined;
}

/** The code checks that every integer is safe, so the schema must agree. */
function integerFault({ minimum, maximum }: Schema): string | undefined {
  if (maximum !== MAX_SAFE_INTEGER) return `maximum of an integer must be ${MAX_SAFE_INTEGER}`;
  const low = minimum !== undefined && Number.isSafeInteger(minimum);
  return low ? undefined : `minimum of an integer must be an integer from ${MIN_SAFE_INTEGER}`;
}
