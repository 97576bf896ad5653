import { instantMicros, type Ordered } from '../../src/cursor/index.js';

/** The definition of the order: by instant as a bigint, descending, then by id in code units, descending. */
export function reference(a: Ordered, b: Ordered): number {
  const left = instantMicros(a.timestamp);
  const right = instantMicros(b.timestamp);
  if (left !== right) return left > right ? -1 : 1;
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
}
