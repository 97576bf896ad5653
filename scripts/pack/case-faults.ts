import { ISSUE_CODES } from '../../src/issues/issue-codes.js';
import type { LawPack } from '../../src/rule/types.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import type { CaseLine } from '../../test/support/case-lines.js';

/**
 * The mistakes in a pack's cases that leave their verdicts as they are: a code or rule that does not exist, and a name
 * used twice for one code.
 *
 * @param path the file, for messages
 */
export function caseLineFaults(lines: readonly CaseLine[], { id, rules }: LawPack, path: string): string[] {
  const codes = [...new Set(rules.flatMap((rule) => rule.codes))];
  const ids = rules.map((rule) => rule.id);
  const first = new Map<string, number>();
  return lines.flatMap(({ code, rule, name, error }, i) => {
    const key = `${code} ${name}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, i + 1);
    return [
      ...(isCode(code, codes) || error === code
        ? []
        : [`code is "${code}", which no rule of ${id} raises.${didYouMean(nearest(code, codes))}`]),
      ...(rule === undefined || ids.includes(rule)
        ? []
        : [`rule is "${rule}", but ${id} has no such rule.${didYouMean(nearest(rule, ids))}`]),
      ...(before === undefined ? [] : [`line ${before} has the same name and code: say how this case differs`]),
    ].map((fault) => `${path}:${i + 1}: ${name}: ${fault}`);
  });
}

/** The structure check, which no rule is part of, raises further codes. */
const isCode = (code: string, codes: readonly string[]): boolean =>
  codes.includes(code) || Object.hasOwn(ISSUE_CODES, code);
