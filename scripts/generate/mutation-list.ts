/** Writes the list of the faults in the folders of rules, so that a new one only needs its file. */
import { existsSync, readdirSync } from 'node:fs';
import { camelCase } from './read-law.js';

export function mutationList(): string {
  const topics = readdirSync('src/rules')
    .filter((name) => existsSync(`src/rules/${name}/mutations.ts`))
    .sort();
  return [
    '// Generated from the folders under src/rules/ by `npm run generate`. Do not edit.',
    "import type { Mutation } from '../mutation.js';",
    ...topics.map((topic) => `import { mutations as ${camelCase(topic)} } from '../../rules/${topic}/mutations.js';`),
    '',
    '/** The faults that shared rules tell. */',
    'export const RULES: readonly Mutation[] = [',
    ...topics.map((topic) => `  ...${camelCase(topic)},`),
    '];',
    '',
  ].join('\n');
}
