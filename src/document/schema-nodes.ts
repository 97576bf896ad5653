import { SCHEMA_PLACES } from './structure.generated.js';

/** A place in the schema, numbered in field order. */
export interface SchemaNode {
  /** `items[].amount`; the empty string is the document. */
  readonly pattern: string;
  /** Node of the enclosing array, -1 outside arrays. */
  readonly array: number;
  /** Last node inside this node. */
  readonly last: number;
  /** What is valid at the place, for messages. */
  readonly wanted: string;
}

let nodes: readonly SchemaNode[] | undefined;

/** Every place in the schema, in field order, parsed on first use. */
export function schemaNodes(): readonly SchemaNode[] {
  return (nodes ??= readNodes());
}

function readNodes(): SchemaNode[] {
  const lines = SCHEMA_PLACES.split('\n');
  const patterns = lines.map((line) => line.slice(0, line.indexOf(' ')));
  return patterns.map((pattern, node) => ({
    pattern,
    array: pattern.includes('[]') ? patterns.indexOf(pattern.slice(0, pattern.indexOf('['))) : -1,
    last: node + patterns.slice(node + 1).filter((other) => isInside(other, pattern)).length,
    wanted: lines[node]!.slice(pattern.length + 1),
  }));
}

/**
 * Whether one place is inside another. The places inside a place directly follow it, so their number determines the
 * last one.
 */
function isInside(pattern: string, outer: string): boolean {
  return outer === '' || pattern.startsWith(`${outer}.`) || pattern.startsWith(`${outer}[`);
}
