/** Writes the list of all shared rules' mutations, so that a new rule needs only a file with its own. */
import { existsSync, readdirSync } from 'node:fs';
import { camelCase } from './read-law.js';

export function mutationList(): string {
  const topics = readdirSync('src/rules')
    .filter((name) => existsSync(`src/testing/mutations/${name}.ts`))
    .sort();
  return [
    '// Generated from this folder by `npm run generate`. Do not edit.',
    "import type { Mutation } from '../mutation.js';",
    ...topics.map((topic) => `import { mutations as ${camelCase(topic)} } from './${topic}.js';`),
    '',
    "/** All shared rules' mutations. */",
    'export const RULES: readonly Mutation[] = [',
    ...topics.map((topic) => `  ...${camelCase(topic)},`),
    '];',
    '',
  ].join('\n');
}
