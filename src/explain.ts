import { ISSUE_CODES, type CodeMeaning, type IssueCode } from './issue-codes.js';
import type { Severity } from './issue.js';
import type { RulePack } from './pack/types.js';

/** A rule that raises a code. */
export interface RaisingRule {
  /** Id of the pack. */
  readonly pack: string;
  /** Id of the rule, unique within the pack. */
  readonly id: string;
  /** Severity of what the rule raises. */
  readonly severity: Severity;
  /** What the rule demands. */
  readonly summary: string;
  /** Law or text that the rule comes from. */
  readonly source: string;
}

/** What a code means and how to mend it. */
export interface CodeExplanation {
  /** The code that was asked for. */
  readonly code: string;
  /** When the code is raised. */
  readonly meaning: string;
  /** How to mend the document. */
  readonly remedy: string;
  /** The rules that raise the code; empty for codes of the structure stage alone. */
  readonly rules: readonly RaisingRule[];
}

/** Explains a code of this library, or one that a pack declares; undefined for any other. */
export function explainCode(code: string, packs: readonly RulePack[]): CodeExplanation | undefined {
  const rules = packs.flatMap((pack) =>
    pack.rules
      .filter((rule) => rule.codes.includes(code))
      .map(({ id, severity, summary, source }) => ({ pack: pack.id, id, severity, summary, source })),
  );
  if (Object.hasOwn(ISSUE_CODES, code)) {
    const known: CodeMeaning = ISSUE_CODES[code as IssueCode];
    return { code, meaning: known.meaning, remedy: known.remedy, rules };
  }
  if (rules.length === 0) return undefined;
  // A code that only a pack knows is explained by the rules that raise it.
  const meaning = `A rule is broken: ${rules.map(({ summary }) => summary).join(' ')}`;
  return { code, meaning, remedy: 'Change the document so that the rule holds.', rules };
}
