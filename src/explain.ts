import { ISSUE_CODES, type CodeMeaning, type IssueCode } from './issue-codes.js';
import type { Issue, Severity } from './issue.js';
import type { Rule, RulePack } from './pack/types.js';
import { invalidArgument } from './usage/assert-argument.js';

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
  /** When the code is raised. */
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
  if (typeof codeOrIssue === 'string') return explainCode(codeOrIssue, rulesOf(packs, country, byCode(codeOrIssue)));
  const { code, rule } = Object(codeOrIssue) as Partial<Issue>;
  if (typeof code !== 'string') {
    throw invalidArgument('codeOrIssue', 'a code or an issue', codeOrIssue);
  }
  return explainCode(code, rule === undefined ? [] : rulesOf(packs, country, ({ id }) => id === rule));
}

const byCode = (code: string) => (rule: Rule) => rule.codes.includes(code);

function rulesOf(
  packs: readonly RulePack[],
  country: string | undefined,
  wanted: (rule: Rule) => boolean,
): RaisingRule[] {
  return packs
    .filter((pack) => country === undefined || pack.country === country)
    .flatMap((pack) =>
      pack.rules
        .filter(wanted)
        .map(({ id, severity, summary, source }) => ({ pack: pack.id, id, severity, summary, source })),
    );
}

function explainCode(code: string, rules: readonly RaisingRule[]): CodeExplanation | undefined {
  if (Object.hasOwn(ISSUE_CODES, code)) {
    const known: CodeMeaning = ISSUE_CODES[code as IssueCode];
    return { code, meaning: known.meaning, remedy: known.remedy, rules };
  }
  if (rules.length === 0) return undefined;
  // A code that only a pack declares is explained by the rules that raise it.
  const meaning = `A rule is broken: ${rules.map(({ summary }) => summary).join(' ')}`;
  return { code, meaning, remedy: 'Change the document to follow the rule.', rules };
}
