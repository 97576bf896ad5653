import { explain, type Issue, type Registry } from 'receipt-rule-packs';
import type { StoredIssue } from 'receipt-reference-server/transactions/rejected-requests.js';
import type { Verdict } from '../validate.js';
import { html, type Html, type Renderable } from './html.js';
import { count, identifier, status } from './parts.js';
import { table } from './table.js';

/** Renders a verdict in one line, such as `Valid, 2 warnings`. */
export function verdictLine({ valid, issues, warnings }: Verdict): Html {
  const also = warnings.length > 0 && number(warnings.length, 'warning');
  const text = [valid ? 'Valid' : `Not valid, ${number(issues.length, 'problem')}`, also].filter(Boolean).join(', ');
  return status(valid ? 'good' : 'bad', text);
}

function number(of: number, what: string): string {
  return `${count(of)} ${what}${of === 1 ? '' : 's'}`;
}

/**
 * Renders issues, each with its meaning, the rule, the law, and the remedy.
 *
 * @param country the business's country, whose rules apply
 */
export function issueTable(
  caption: string,
  registry: Registry,
  country: string,
  issues: readonly (Issue | StoredIssue)[],
): Html {
  const rows = issues.map((issue) => toRow(registry, country, issue));
  return table(caption, ['Field', 'Problem', 'Rule and law', 'What to do'], rows, 'None.');
}

function toRow(registry: Registry, country: string, issue: Issue | StoredIssue): Renderable[] {
  const { field, code, rule } = issue;
  // `explain` reads only the code and the rule, which stored issues have too.
  const explained = explain(registry.shop({ country }), { code, rule } as Issue);
  const [law] = explained?.rules ?? [];
  // Stored issues have no severity and no message.
  const severity = 'severity' in issue && issue.severity === 'warning' ? status('busy', 'Warning') : null;
  return [
    identifier(field === '' ? 'the whole document' : field),
    html`${severity} ${identifier(code)} ${'message' in issue ? issue.message : explained?.meaning}`,
    law ? html`${law.summary} <span class="hint">${law.source}</span>` : 'The document schema',
    explained?.remedy ?? '–',
  ];
}
