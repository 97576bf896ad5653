/** Writes src/rules/summaries.generated.ts, the list of all topics' summaries. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/rules';
const EXPORT = /^export const SUMMARIES\b/m;

/** The modules in src/rules that export a topic's summaries, such as `last4/rule.ts`. */
export const summaryModules = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) => path.includes('/') && path.endsWith('.ts') && EXPORT.test(readFileSync(`${FOLDER}/${path}`, 'utf8')),
    )
    .sort();

export function topicSummaries(): string {
  const modules = summaryModules();
  return [
    '// Generated from src/rules/*/ by `npm run generate`. Do not edit.',
    ...modules.map((path, i) => `import { SUMMARIES as s${i} } from './${path.replace(/\.ts$/, '.js')}';`),
    "import type { Summaries } from './summaries.js';",
    '',
    `export const TOPIC_SUMMARIES: readonly Summaries[] = [${modules.map((_, i) => `s${i}`).join(', ')}];`,
    '',
  ].join('\n');
}
