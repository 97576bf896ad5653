import { fieldPath } from '../issues/field-path.js';
import { invalidArgument } from '../usage/assert.js';
import { nodeRange, type NodeSet } from './node-set.js';
import { schemaNodes } from './schema-nodes.js';

/** A field in the schema, with the message parts and the sort order for its issues. */
export interface Place {
  readonly node: number;
  /** Node of the enclosing array, -1 outside arrays. */
  readonly array: number;
  /** Last node inside this node. */
  readonly last: number;
  /**
   * The beginnings of the two messages, up to the point where the found value is inserted. Inside arrays, only the part
   * that follows the index.
   */
  readonly isRequired: string;
  readonly mustBe: string;
  /** Outside arrays, the whole field; inside arrays, the part after the index: `].amount`. */
  readonly field: string;
  /** Outside arrays, the whole path; inside arrays, the part after the index. */
  readonly path: readonly string[];
  /** Inside arrays, the part before the index: `items[`. */
  readonly arrayField: string;
  /** Inside arrays, the whole path, with 0 as the index. */
  readonly elementPath: readonly (string | number)[];
  /** The position of the index in `elementPath`. */
  readonly indexAt: number;
  /** Whether the field allows arbitrary keys, as metadata and extensions do. */
  readonly freeForm: boolean;
  /** This node and all nodes inside it. */
  readonly inside: NodeSet;
  /** Inside arrays, the same set as a bit mask in which bit n stands for the element's n-th node. */
  readonly elementBits: number;
}

// Filled on first use, so that importing does no work. Entries never change.
const places: Place[] = [];
const byPattern = new Map<string, Place>();
let nodes: Map<string, number> | undefined;

export function place(node: number): Place {
  return (places[node] ??= readPlace(node));
}

/** Node of a field pattern such as `items[].amount`; undefined if schema 2.1 has no such field. */
export function nodeOf(pattern: string): number | undefined {
  nodes ??= new Map(schemaNodes().map(({ pattern }, node) => [pattern, node]));
  return nodes.get(pattern);
}

/**
 * The place of a field pattern. A field inside `metadata` or `extensions` has the place of that object.
 *
 * @throws UsageError if schema 2.1 has no such field
 */
export function placeOf(pattern: string): Place {
  let at = byPattern.get(pattern);
  if (at === undefined) {
    at = findPlace(pattern);
    if (at === undefined) throw invalidArgument('field', 'a field of schema 2.1', pattern);
    byPattern.set(pattern, at);
  }
  return at;
}

/** Whether schema 2.1 has a field, or allows it inside `metadata` or `extensions`. */
export function isField(pattern: string): boolean {
  return findPlace(pattern) !== undefined;
}

function findPlace(pattern: string): Place | undefined {
  const node = nodeOf(pattern);
  if (node !== undefined) return place(node);
  const path = pattern.split('.');
  const root = nodeOf(path[0]!);
  if (root === undefined || !place(root).freeForm) return undefined;
  return { ...place(root), field: fieldPath(path), path: Object.freeze(path) };
}

function readPlace(node: number): Place {
  const { pattern, array, last, wanted } = schemaNodes()[node]!;
  const [before = '', after] = pattern.split('[]');
  const field = after === undefined ? before : `]${after}`;
  const inside = after === undefined ? before : after.replace(/^\./, '');
  const path = inside === '' ? [] : inside.split('.');
  return {
    node,
    array,
    last,
    isRequired: `${field} is required: ${wanted}`,
    mustBe: `${field} must be ${wanted}`,
    field,
    path: Object.freeze(path),
    arrayField: after === undefined ? '' : `${before}[`,
    elementPath: after === undefined ? [] : [...before.split('.'), 0, ...path],
    indexAt: before.split('.').length,
    freeForm: wanted === 'an object' && last === node,
    inside: nodeRange(node, last),
    elementBits: array < 0 ? 0 : elementBits(array, node, last),
  };
}

function elementBits(array: number, first: number, last: number): number {
  let bits = 0;
  for (let node = first; node <= last; node++) bits |= 1 << (node - array - 1);
  return bits;
}

/** The field at a place, as text. */
export function fieldAt(at: Place, index: number): string {
  return index < 0 ? at.field : at.arrayField + index + at.field;
}

/** The path of the field at a place. */
export function pathAt(at: Place, index: number): readonly (string | number)[] {
  if (index < 0) return at.path;
  const path = at.elementPath.slice();
  path[at.indexAt] = index;
  return path;
}

/**
 * Follows a path as far as the schema does: the last place reached, its array index, and the number of remaining steps.
 */
export function placeOnPath(path: readonly (string | number)[]): { at: Place; index: number; rest: number } {
  let at = place(0);
  let index = -1;
  for (const [i, step] of path.entries()) {
    const pattern = schemaNodes()[at.node]!.pattern;
    const below = typeof step === 'number' ? '[]' : pattern === '' ? step : `.${step}`;
    const node = typeof step === 'string' && /[.[]/.test(step) ? undefined : nodeOf(pattern + below);
    if (node === undefined) return { at, index, rest: path.length - i };
    if (typeof step === 'number') index = step;
    at = place(node);
  }
  return { at, index, rest: 0 };
}

/** The place of an unknown field in the object at a node. */
export function unknownAt(
  parent: Place,
  index: number,
  key: string,
): { field: string; path: readonly (string | number)[] } {
  const path = [...pathAt(parent, index), key];
  return { field: fieldPath(path), path };
}
