import type { Rule, RulePack } from '../../../src/rule/types.js';
import type { JudgedCase } from './judge.js';

/** The best examples for a rule: one case for each code that it raises, and one in which it ran and raised nothing. */
export interface RuleExamples {
  readonly firing: readonly { readonly code: string; readonly example: JudgedCase }[];
  readonly silent: JudgedCase;
}

/**
 * Chooses the examples of a rule.
 *
 * @throws Error if one of the rule's codes has no positive case, or the rule has no negative case
 */
export function examplesOf(pack: RulePack, rule: Rule, cases: readonly JudgedCase[]): RuleExamples {
  const firing = rule.codes.map((code) => {
    const raising = cases.filter(({ reports }) =>
      reports.some((report) => report.rule === rule.id && report.code === code),
    );
    const example = best(raising, (c) => [c.found.length, Number(c.code !== code), changeCount(c)]);
    if (example === undefined) throw new Error(missing(pack, rule, `raises ${code}`));
    return { code: String(code), example };
  });
  const quiet = cases.filter(
    (c) =>
      c.ran.has(rule.id) &&
      c.kind === 'silent' &&
      c.error === undefined &&
      !c.reports.some((report) => report.rule === rule.id),
  );
  const own = quiet.filter(({ code }) => rule.codes.includes(code));
  const silent = best(own.length > 0 ? own : quiet, (c) => {
    const distances = firing.map(({ example }) => [untouched(example, c), c.found.length, unequal(example, c)]);
    return distances.sort(byFirstDifference)[0]!;
  });
  if (silent === undefined) throw new Error(missing(pack, rule, 'stays silent'));
  return { firing, silent };
}

function missing(pack: RulePack, rule: Rule, what: string): string {
  return `packs/${pack.id}/cases.jsonl: no case shows that rule ${rule.id} ${what}; add one of ${rule.codes.join(', ')}`;
}

/** The first of the cases with the lowest rank; ranks are compared by the first number that differs. */
function best(cases: readonly JudgedCase[], rank: (c: JudgedCase) => readonly number[]): JudgedCase | undefined {
  return cases.map((c) => ({ c, rank: rank(c) })).sort((a, b) => byFirstDifference(a.rank, b.rank))[0]?.c;
}

function byFirstDifference(a: readonly number[], b: readonly number[]): number {
  return a.map((n, i) => n - b[i]!).find((n) => n !== 0) ?? 0;
}

const changeCount = ({ changes, sameBusiness }: JudgedCase): number =>
  (changes?.length ?? 1_000) + Number(!sameBusiness);

/** The number of a positive case's changes that a negative case does not make, or makes differently. */
function untouched(firing: JudgedCase, silent: JudgedCase): number {
  const left = settings(firing);
  const right = settings(silent);
  return [...left].filter(([name, value]) => !right.has(name) || (BESIDE.has(name) && right.get(name) !== value))
    .length;
}

/** How many values two cases set differently. */
function unequal(firing: JudgedCase, silent: JudgedCase): number {
  const left = settings(firing);
  const right = settings(silent);
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name)).length;
}

const BESIDE = new Set(['business', 'rateWindows', 'productTaxClass']);

/** All values that a case sets: fields of the document, and the other arguments. */
function settings({
  changes = [],
  sameBusiness,
  business,
  rateWindows,
  productTaxClass,
}: JudgedCase): Map<string, string | undefined> {
  return new Map([
    ...changes.map(({ field, value }) => [field, JSON.stringify(value)] as const),
    ...(sameBusiness ? [] : [['business', JSON.stringify(business)] as const]),
    ...(rateWindows === undefined ? [] : [['rateWindows', rateWindows] as const]),
    ...(productTaxClass === undefined ? [] : [['productTaxClass', JSON.stringify(productTaxClass)] as const]),
  ]);
}
