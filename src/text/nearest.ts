/** Returns up to three known names that resemble a name, nearest first. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  // Short names that differ in two letters are not similar: `on` is not `off`.
  const limit = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: nearness(wanted, candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean x, y or z?`, or an empty string if there are no names. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Did you mean ${orList(names)}?`;
}

/** `a, b or c`. */
export const orList = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/**
 * Edit distance, or 1 if one name contains the other, such as `tax.scheme/scheme_not_allowed` and `scheme_not_allowed`.
 */
function nearness(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  if (Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a))) return 1;
  return Math.abs(a.length - b.length) > limit ? Infinity : editDistance(a, b);
}

/** The number of insertions, deletions, substitutions and swaps of adjacent letters that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(!same));
      // At the first letter, this index is -1 and reads `undefined`, which equals no letter of the other name.
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
