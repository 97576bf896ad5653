import { FORM_CODES } from '../issues/issue-codes.js';
import type { Issue } from '../issues/issue.js';
import type { Path } from './revision.js';

/** Up to this many issues of one kind have their full weight. */
const ALIKE = 4;

/** A path without its indexes: `items.*.amount`. */
export function placeOf(path: Path): string {
  let place = '';
  for (const step of path) place += `${place && '.'}${typeof step === 'number' ? '*' : step}`;
  return place;
}

/**
 * Whether an issue was found before the rules, such as a violation of the schema. Rules do not run on such documents.
 */
export const isStructural = ({ severity, rule, code }: Issue): boolean =>
  severity === 'error' && rule === undefined && code !== 'sum_mismatch';

function weightOf(issue: Issue): number {
  if (FORM_CODES.includes(issue.code)) return 1;
  if (issue.severity === 'warning') return 4;
  return isStructural(issue) ? 30 : 10;
}

/** The field name and code of an issue. */
export const kindOf = ({ path, code }: Issue): string => `${placeOf(path)} ${code}`;

/** The loss from issues of one kind. Many issues weigh little more than a few, because they usually have one cause. */
const lossOfKind = (weight: number, count: number): number =>
  weight * (count <= ALIKE ? count : ALIKE + Math.log2(count / ALIKE));

/**
 * The line or summary entry to which an issue belongs: the index of a line as a number, that of an entry as a string.
 */
const partOf = ([part, next, index]: Path): unknown =>
  part === 'items' ? next : next === 'summary' && index !== undefined ? String(index) : undefined;

/** Groups the members of a list by a key, in order. */
export function groupsBy<T, K>(list: readonly T[], keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const member of list) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
}

/** Groups issues with the same field name and code, which weigh the same. */
const kindsOf = (issues: readonly Issue[]): Map<string, Issue[]> => groupsBy(issues, kindOf);

/** The total loss from issues, which the search reduces. */
export function lossOf(issues: readonly Issue[]): number {
  let loss = 0;
  for (const kind of kindsOf(issues).values()) loss += lossOfKind(weightOf(kind[0]!), kind.length);
  return loss;
}

/**
 * Computes how much of the loss is due to the issues of the given lines and summary entries, and to the issues that
 * belong to neither a line nor an entry.
 */
export function lossWithin(issues: readonly Issue[]): (parts: ReadonlySet<unknown>) => number {
  const kinds = [...kindsOf(issues).values()].flatMap((same) => same.map(({ path }) => ({ same, part: partOf(path) })));
  const ofParts = groupsBy(kinds, ({ part }) => part);
  return (parts) => {
    const gone = new Map<readonly Issue[], number>();
    for (const part of [undefined, ...parts]) {
      for (const { same } of ofParts.get(part) ?? []) gone.set(same, (gone.get(same) ?? 0) + 1);
    }
    let loss = 0;
    for (const [same, count] of gone) {
      const weight = weightOf(same[0]!);
      loss += lossOfKind(weight, same.length) - lossOfKind(weight, same.length - count);
    }
    return loss;
  };
}
