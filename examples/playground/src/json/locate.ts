import type { JsonMember, JsonNode, Range } from './scan.js';

/** A path into a document: member names and array indexes. */
export type Path = readonly (string | number)[];

/** Returns the member with a name. If the name occurs more than once, returns the last member with that name. */
export function memberOf(node: JsonNode, key: string | number): JsonMember | undefined {
  if (node.kind === 'array') return typeof key === 'number' ? node.members[key] : undefined;
  for (let i = node.members.length - 1; i >= 0; i--) if (node.members[i]!.key === key) return node.members[i];
  return undefined;
}

/** The position in the text of a value or, if the value is missing, of its nearest parent. */
export interface Place {
  /** The range of the value, including its name. */
  readonly range: Range;
  /** Whether the text contains the value itself. */
  readonly whole: boolean;
}

/**
 * Returns the position of a path in the text. If the value is missing, returns the position of its nearest parent's
 * name, or of the document's opening bracket.
 */
export function locate(root: JsonNode, path: Path): Place {
  let node = root;
  let name: Range | undefined;
  for (const key of path) {
    const member = memberOf(node, key);
    if (member === undefined) return { range: name ?? { from: node.from, to: node.from + 1 }, whole: false };
    name = typeof key === 'number' ? { from: member.node.from, to: member.node.from + 1 } : member.name;
    node = member.node;
  }
  if (path.length === 0) return { range: { from: root.from, to: root.from + 1 }, whole: true };
  const isLong = node.kind !== 'scalar';
  return { range: isLong ? name! : { from: Math.min(name!.from, node.from), to: node.to }, whole: true };
}

/** Returns the path of the innermost value that contains an offset. */
export function pathAt(root: JsonNode, offset: number): Path {
  const path: (string | number)[] = [];
  let node: JsonNode | undefined = root;
  while (node !== undefined) {
    const member: JsonMember | undefined = memberAround(node.members, offset);
    if (member !== undefined) path.push(member.key);
    node = member?.node;
  }
  return path;
}

/**
 * Uses binary search, because a long receipt has thousands of values, and this function runs whenever the cursor moves.
 */
function memberAround(members: readonly JsonMember[], offset: number): JsonMember | undefined {
  let low = 0;
  let high = members.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { name, node } = members[middle]!;
    if (offset < name.from) high = middle - 1;
    else if (offset > node.to) low = middle + 1;
    else return members[middle];
  }
  return undefined;
}

/** Parses a field path, such as `items[0].taxRate`, in the format that issues use. */
export function pathOf(field: string): Path {
  const steps = field.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[]+)/gu);
  return [...steps].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? name! : unquoted(quoted);
  });
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
