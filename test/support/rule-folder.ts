import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** By folder, the text of a topic's SUMMARIES, whose keys are the ids of its rules. */
const SUMMARIES = new Map(
  readdirSync('src/rules', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/rules/${name}`)
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8').split('export const SUMMARIES')[1])
        .flatMap((text): [string, string][] => (text === undefined ? [] : [[folder, text]])),
    ),
);

/** The folder of a shared rule's topic, such as `src/rules/last4`; undefined for a pack's own rule. */
export function ruleFolder(rule: string): string | undefined {
  if (rule.startsWith('extensions-')) return 'src/rules/extensions';
  const key = new RegExp(`^  '?${rule}'?:`, 'm');
  return [...SUMMARIES].find(([, text]) => key.test(text))?.[0];
}

/** The file with the changes after which documents raise the codes of a rule. */
export function mutationsFile(rule: string): string {
  const topic = ruleFolder(rule)?.split('/').at(-1) ?? '<topic>';
  const path = `src/testing/mutations/${topic}.ts`;
  return existsSync(path) ? path : `${path} (a new file)`;
}
