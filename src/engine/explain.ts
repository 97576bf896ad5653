import { docsOf, isIssueCode, ISSUE_CODES, type CodeMeaning } from '../issues/issue-codes.js';
import type { Issue, Severity } from '../issues/issue.js';
import type { Rule, RulePack } from '../rule/types.js';
import { formTexts } from '../rules/extensions/form.js';
import { summaryOf } from '../rules/summaries.js';
import { assertArgument } from '../usage/assert.js';
import type { Registry } from './registry.js';
import type { Shop } from './shop.js';

/** A rule that raises a code. */
export interface RaisingRule {
  /** Id of the pack. */
  readonly pack: string;
  /** Id of the rule, unique within the pack. */
  readonly id: string;
  /** The severity of the rule's issues, unless the caller changes it. */
  readonly severity: Severity;
  /** What the rule requires. */
  readonly summary: string;
  /** The law or publication that the rule is based on. */
  readonly source: string;
}

/** What a code means and how to fix it. */
export interface CodeExplanation {
  readonly code: string;
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
  /**
   * The page about the code, with an invalid and a valid document: a URL, or only its path, such as
   * `/codes/invalid_rate.html`, if the package is built without a documentation site. Absent for a pack's own code.
   */
  readonly docs?: string | undefined;
  /** The rules that raise the code, or the rule that raised the issue; empty for a structural fault. */
  readonly rules: readonly RaisingRule[];
}

/**
 * Explains a code of the library or of a pack: what it means, how to fix the document, and which rules raise it. For an
 * issue, states only the rule that raised it. Undefined for an unknown code. This is a function instead of a method so
 * that only bundles that call it contain the texts.
 *
 * @param from a shop for the rules of its country, or a registry for the rules of all its packs
 * @throws UsageError for a value that is neither a code nor an issue
 * @example
 * explain(shop, issue)?.remedy;
 */
export function explain(from: Registry | Shop, codeOrIssue: string | Issue): CodeExplanation | undefined {
  const packs = packsOf(from);
  const { code, rule } = (
    typeof codeOrIssue === 'string' ? { code: codeOrIssue } : Object(codeOrIssue)
  ) as Partial<Issue>;
  assertArgument(typeof code === 'string', 'codeOrIssue', 'a code or an issue', codeOrIssue);
  const wanted =
    typeof codeOrIssue === 'string' ? (one: Rule) => one.codes.includes(code) : ({ id }: Rule) => id === rule;
  const texts = isIssueCode(code) ? ISSUE_CODES[code] : ownTexts(code, packs);
  return texts && { code, ...texts, ...(isIssueCode(code) && { docs: docsOf(code) }), rules: raising(packs, wanted) };
}

function packsOf(from: Registry | Shop): readonly RulePack[] {
  const { packs, registry, pack } = Object(from) as Partial<Registry & Shop>;
  assertArgument(packs !== undefined || registry !== undefined, 'from', 'a registry or a shop', from);
  return packs ?? (pack === undefined ? [] : [pack]);
}

function raising(packs: readonly RulePack[], wanted: (rule: Rule) => boolean): RaisingRule[] {
  return packs.flatMap((pack) =>
    pack.rules.filter(wanted).map((rule): RaisingRule => {
      const { id, severity, source } = rule;
      return { pack: pack.id, id, severity, summary: summaryOf(rule, pack.law), source };
    }),
  );
}

/** The meaning and the remedy of a code that one of the pack's rules defines. */
function ownTexts(code: string, packs: readonly RulePack[]): CodeMeaning | undefined {
  for (const { rules, law } of packs) {
    for (const { meanings } of rules)
      if (meanings !== undefined && Object.hasOwn(meanings, code)) return meanings[code];
    const ofLaw = law && formTexts(law, code);
    if (ofLaw !== undefined) return ofLaw;
  }
  return undefined;
}
