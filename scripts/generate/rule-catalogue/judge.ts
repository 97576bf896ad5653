import { existsSync } from 'node:fs';
import { definePack } from '../../../src/engine/define-pack.js';
import type { RuleContext } from '../../../src/rule/rule-context.js';
import type { LawPack, Rule } from '../../../src/rule/types.js';
import { createRegistry } from '../../../src/engine/registry.js';
import type { Issue } from '../../../src/issues/issue.js';
import { baseOf, optionsOf, type Case } from '../../../test/support/cases.js';
import { documentOf } from '../../../test/support/document-of.js';
import { differences, type Difference } from './difference.js';

/** What one rule reported on a document. */
export interface Report {
  readonly rule: string;
  /** The field with `[]` for the index. */
  readonly pattern: string;
  readonly code: string;
}

/** A pack's case, with the library's result. */
export interface JudgedCase extends Case {
  /**
   * The differences between the document and a plain sale, or, for a pack's own case, from its base.json; undefined for
   * text and bytes.
   */
  readonly changes: readonly Difference[] | undefined;
  /** The document that the changes apply to. */
  readonly from: 'base.json' | 'a plain sale';
  /** Whether the case has the base document's business. */
  readonly sameBusiness: boolean;
  /** Errors and warnings. */
  readonly found: readonly Issue[];
  /** Ids of the rules that ran. */
  readonly ran: ReadonlySet<string>;
  readonly reports: readonly Report[];
}

/** Validates a pack's cases, and records which rules ran and what they reported. */
export function judgeCases(pack: LawPack, cases: readonly Case[]): JudgedCase[] {
  const base = baseOf(pack);
  const own = existsSync(`packs/${pack.id}/base.json`) ? 'base.json' : 'a plain sale';
  const plain = documentOf(pack.law, {});
  let ran = new Set<string>();
  let reports: Report[] = [];
  const watched = pack.rules.map((rule): Rule => ({
    ...rule,
    check: (run) => {
      ran.add(rule.id);
      rule.check(watch(run, (pattern, code) => reports.push({ rule: rule.id, pattern, code })));
    },
  }));
  const registry = createRegistry([definePack({ ...pack, rules: watched })]);
  return cases.map((c) => {
    ran = new Set();
    reports = [];
    const { issues, warnings } =
      'json' in c.input
        ? registry.validateJson(c.input.json, c.business)
        : registry.validate(c.input.document, c.business, {
            ...optionsOf(c, c.input.document),
            // Undefined unless the case sets the option, because pages show the results with the default.
            rateWindows: c.rateWindows,
          });
    return {
      ...c,
      changes:
        'json' in c.input ? undefined : differences(c.rule === undefined ? base.document : plain, c.input.document),
      from: c.rule === undefined ? own : 'a plain sale',
      sameBusiness: differences(base.business, c.business).length === 0,
      found: [...issues, ...warnings],
      ran,
      reports,
    };
  });
}

/** A rule context that also passes every report to `tell`. */
function watch(run: RuleContext, tell: (pattern: string, code: string) => void): RuleContext {
  const report: RuleContext['report'] = (pattern, code, ...rest) => {
    tell(pattern, code);
    run.report(pattern, code, ...rest);
  };
  return Object.create(run, { report: { value: report } }) as RuleContext;
}
