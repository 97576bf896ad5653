import { isIssueCode, REMEDIES, STAGE_MEANINGS, type CodeMeaning, type IssueCode } from '../issues/issue-codes.js';
import type { Issue, Severity } from '../issues/issue.js';
import type { Rule, RulePack } from '../rule/types.js';
import { invalidArgument } from '../usage/assert-argument.js';

/** A rule that raises a code. */
export interface RaisingRule {
  /** Id of the pack. */
  readonly pack: string;
  /** Id of the rule, unique within the pack. */
  readonly id: string;
  /** Severity of the rule's issues, if the caller has not changed it. */
  readonly severity: Severity;
  /** The requirement of the rule. */
  readonly summary: string;
  /** Law or text that the rule comes from. */
  readonly source: string;
}

/** What a code means and how to fix it. */
export interface CodeExplanation {
  /** The code that was asked for. */
  readonly code: string;
  /** When the code is raised. For a code of rules: what these rules require. `ISSUE_CODES` has a text of its own. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
  /** The rules that raise the code, or the one that found the issue; empty for faults of structure. */
  readonly rules: readonly RaisingRule[];
}

/**
 * Explains a code of this library, or one that a pack declares. For an issue, it explains the rule that found it.
 * Undefined for a code that no rule or stage raises.
 *
 * @param country narrows the rules to those of one country's pack
 * @throws UsageError for a value that is neither a code nor an issue
 */
export function explain(
  codeOrIssue: string | Issue,
  packs: readonly RulePack[],
  country?: string,
): CodeExplanation | undefined {
  const asked = packs.filter((pack) => country === undefined || pack.country === country);
  if (typeof codeOrIssue === 'string') return explainCode(codeOrIssue, packs, asked, byCode(codeOrIssue));
  const { code, rule } = Object(codeOrIssue) as Partial<Issue>;
  if (typeof code !== 'string') {
    throw invalidArgument('codeOrIssue', 'a code or an issue', codeOrIssue);
  }
  return explainCode(code, packs, asked, ({ id }) => id === rule);
}

const byCode = (code: string) => (rule: Rule) => rule.codes.includes(code);

function explainCode(
  code: string,
  packs: readonly RulePack[],
  asked: readonly RulePack[],
  wanted: (rule: Rule) => boolean,
): CodeExplanation | undefined {
  const rules = raising(asked, wanted);
  const known = isIssueCode(code) ? libraryMeaning(code, packs, rules) : ownMeaning(code, asked);
  return known && { code, meaning: known.meaning, remedy: known.remedy, rules };
}

function raising(packs: readonly RulePack[], wanted: (rule: Rule) => boolean): RaisingRule[] {
  return packs.flatMap((pack) =>
    pack.rules
      .filter(wanted)
      .map(({ id, severity, summary, source }): RaisingRule => ({ pack: pack.id, id, severity, summary, source })),
  );
}

/** What a code of the library means: of those of rules, what the rules that are asked for require, else all rules. */
function libraryMeaning(
  code: IssueCode,
  packs: readonly RulePack[],
  rules: readonly RaisingRule[],
): CodeMeaning | undefined {
  const remedy = REMEDIES[code];
  const { [code]: meaning }: Readonly<Partial<Record<IssueCode, string>>> = STAGE_MEANINGS;
  if (meaning !== undefined) return { meaning, remedy };
  const summaries = new Set((rules.length > 0 ? rules : raising(packs, byCode(code))).map(({ summary }) => summary));
  if (summaries.size === 0) return undefined;
  const what = summaries.size === 1 ? 'This does not hold' : 'One of these does not hold';
  return { meaning: `${what}: ${[...summaries].join(' ')}`, remedy };
}

/** What a code of a pack's own means. */
function ownMeaning(code: string, packs: readonly RulePack[]): CodeMeaning | undefined {
  for (const { rules } of packs) {
    for (const { meanings } of rules)
      if (meanings !== undefined && Object.hasOwn(meanings, code)) return meanings[code];
  }
  return undefined;
}
