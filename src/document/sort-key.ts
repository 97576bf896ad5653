import type { Place } from './places.js';

/** Leaves room for 255 fields per element, and for 2^31 elements. */
const ELEMENT = 2 ** 8;
const NODE = 2 ** 40;

/** The sort key of an issue: first the field order of the schema, then the index. */
export function sortKey(at: Place, index: number): number {
  return index < 0 ? at.node * NODE : at.array * NODE + (index + 1) * ELEMENT + (at.node - at.array);
}

/**
 * Faults inside a free-form field, such as a namespace, come after those of the whole field, and before issues that
 * rules raise for the fields inside.
 */
export function sortKeyInside(at: Place, index: number): number {
  return sortKey(at, index) + 0.5;
}

/** Unknown fields come after all known fields of the same object. */
export function sortKeyBehind(parent: Place, index: number): number {
  return index < 0
    ? parent.last * NODE + NODE / 2
    : parent.array * NODE + (index + 1) * ELEMENT + (parent.last - parent.array) + 0.5;
}
