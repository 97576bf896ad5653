import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { summaryModules } from '../../scripts/generate/topic-summaries';
import type { Summaries } from '../../src/rules/summaries';

/** The summaries of each topic, whose keys are the ids of its rules, with the topic's folder. */
const TOPICS = await Promise.all(
  summaryModules().map(async (path) => {
    const { SUMMARIES } = (await import(resolve('src/rules', path))) as { readonly SUMMARIES: Summaries };
    return { folder: `src/rules/${dirname(path)}`, summaries: SUMMARIES };
  }),
);

/** The folder of a shared rule's topic, such as `src/rules/last4`; undefined for a pack's own rule. */
export function ruleFolder(rule: string): string | undefined {
  if (rule.startsWith('extensions-')) return 'src/rules/extensions';
  return TOPICS.find(({ summaries }) => Object.hasOwn(summaries, rule))?.folder;
}

/** The file with the changes after which documents raise the codes of a rule. */
export function mutationsFile(rule: string): string {
  const topic = ruleFolder(rule)?.split('/').at(-1) ?? '<topic>';
  const path = `src/testing/mutations/${topic}.ts`;
  return existsSync(path) ? path : `${path} (a new file)`;
}
