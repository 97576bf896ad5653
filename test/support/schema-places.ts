import type { NodeSet } from '../../src/document/node-set';
import type { Place } from '../../src/document/places';
import { schemaNodes } from '../../src/document/schema-nodes';

/** Every place in the schema. */
export const NODES = schemaNodes().map(({ pattern }, node) => ({ pattern, node }));

const INDICES = [0, 1, 3, 1_234_567, 2 ** 31 - 2];

/** The indices to test for a place. */
export const indicesOf = ({ array }: Place): readonly number[] => (array < 0 ? [-1] : INDICES);

/** A pattern's field at an index. */
export const fieldOf = (pattern: string, index: number): string => pattern.replace('[]', `[${index}]`);

/** Lists a set's nodes, bit by bit. */
export function members({ low, middle, high }: NodeSet): number[] {
  const bits = [low, middle, high].map((word) => word.toString(2).padStart(31, '0').split('').reverse());
  return bits.flat().flatMap((bit, node) => (bit === '1' ? [node] : []));
}
