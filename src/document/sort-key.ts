import type { Place } from './places.js';

/** Space for 255 fields within an element, and for 2^31 elements. */
const ELEMENT = 2 ** 8;
const NODE = 2 ** 40;

/** Number by which issues are sorted: the schema's field order, then the index. */
export function sortKey(at: Place, index: number): number {
  return index < 0 ? at.node * NODE : at.array * NODE + (index + 1) * ELEMENT + (at.node - at.array);
}

/**
 * Faults inside a field that the schema has no places in, such as in namespaces, come after those of the whole field,
 * and before the issues of rules about the fields inside.
 */
export function sortKeyInside(at: Place, index: number): number {
  return sortKey(at, index) + 0.5;
}

/** Fields that the schema does not know come after all known fields of the same object. */
export function sortKeyBehind(parent: Place, index: number): number {
  return index < 0
    ? parent.last * NODE + NODE / 2
    : parent.array * NODE + (index + 1) * ELEMENT + (parent.last - parent.array) + 0.5;
}
