/**
 * A set of schema nodes as bits in three integers, so that three operations decide whether the runner skips a rule
 * because of a fault.
 */
export interface NodeSet {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The number of nodes per word, and the maximum number of nodes in an array element. */
export const WORD = 31;

/** The maximum number of nodes in a set. */
export const MAX_NODES = 3 * WORD;

/** The nodes from `first` to `last`. */
export function nodeRange(first: number, last: number): NodeSet {
  const words = [0, 0, 0];
  for (let node = first; node <= last; node++) words[Math.floor(node / WORD)]! |= 1 << (node % WORD);
  return { low: words[0]!, middle: words[1]!, high: words[2]! };
}

export function union(a: NodeSet, b: NodeSet): NodeSet {
  return { low: a.low | b.low, middle: a.middle | b.middle, high: a.high | b.high };
}
