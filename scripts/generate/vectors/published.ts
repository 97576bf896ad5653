import type { Vector } from './expand.js';

/**
 * The vectors in the package, whose total size is limited to 2.5 MB: the first vector for each code and outcome. `npm
 * run vectors -- --all` writes all of them.
 */
export function published<V extends Vector>(vectors: readonly V[]): readonly V[] {
  const seen = new Set<string>();
  return vectors.filter((vector) => {
    const outcome = outcomeOf(vector);
    return !seen.has(outcome) && seen.add(outcome);
  });
}

/** A vector's code, its error, and its issues by code and field, regardless of the line. */
function outcomeOf({ code, expect: { error, issues, warnings } }: Vector): string {
  const raised = [...issues, ...warnings].map((one) => `${one.code} ${one.field.replaceAll(/\d+/g, '')}`);
  return JSON.stringify([code, error, [...new Set(raised)]]);
}
