/**
 * The requirements of the shared rules. Rules do not refer to them, so that a bundle that only validates does not contain
 * them: only `explain` and the documentation read them.
 */
import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../rule/types.js';
import { TOPIC_SUMMARIES } from './summaries.generated.js';

/**
 * By rule id, what a rule requires in one sentence, or a function that inserts the law's values into it. Each topic exports
 * one as SUMMARIES.
 */
export type Summaries = Readonly<Record<string, string | ((law: ReceiptLaw, id: string) => string)>>;

/** What a rule requires, in one sentence: its own summary, or the summary of the shared rule with this id. */
export function summaryOf({ id, summary }: Pick<Rule, 'id' | 'summary'>, law: ReceiptLaw | undefined): string {
  if (summary !== undefined) return summary;
  const shared = sharedSummary(id) ?? ofExtension;
  if (typeof shared === 'string') return shared;
  return law === undefined ? '' : shared(law, id);
}

/** Whether this is the id of a shared rule that has a summary. */
export const isSummarized = (id: string): boolean => sharedSummary(id) !== undefined || id.startsWith('extensions-');

function sharedSummary(id: string): Summaries[string] | undefined {
  return TOPIC_SUMMARIES.find((summaries) => Object.hasOwn(summaries, id))?.[id];
}

/** The summary of a rule for a namespace of `extensions`: one rule checks the fields, another one their format. */
function ofExtension({ extensions }: ReceiptLaw, id: string): string {
  for (const { namespace, description } of extensions) {
    const path = `extensions.${namespace}`;
    if (id === `extensions-${namespace.toLowerCase()}-form`) return `Each field of ${path} has the required format.`;
    if (id === `extensions-${namespace.toLowerCase()}`) return `${path} contains ${description}.`;
  }
  return '';
}
