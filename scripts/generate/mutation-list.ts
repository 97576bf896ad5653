/** Writes the lists of all shared rules' mutations and unusual changes, so that a new rule needs only a file with its own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { camelCase } from './read-law.js';

const FOLDER = 'src/testing/mutations';

export function mutationList(): string {
  const topics = readdirSync('src/rules')
    .filter((name) => existsSync(`${FOLDER}/${name}.ts`))
    .sort();
  const exporting = (name: string) =>
    topics.filter((topic) => readFileSync(`${FOLDER}/${topic}.ts`, 'utf8').includes(`\nexport const ${name}:`));
  const mutations = exporting('mutations');
  const unusual = exporting('unusual');
  for (const topic of topics) {
    if (![...mutations, ...unusual].includes(topic))
      throw new Error(`${FOLDER}/${topic}.ts: add "export const mutations: …" or "export const unusual: …"`);
  }
  const importOf = (name: string, suffix: string) => (topic: string) =>
    `import { ${name} as ${camelCase(topic)}${suffix} } from './${topic}.js';`;
  return [
    '// Generated from this folder by `npm run generate`. Do not edit.',
    "import type { Mutation, UnusualChange } from '../mutation.js';",
    ...mutations.map(importOf('mutations', '')),
    ...unusual.map(importOf('unusual', 'Unusual')),
    '',
    "/** All shared rules' mutations. */",
    'export const RULES: readonly Mutation[] = [',
    ...mutations.map((topic) => `  ...${camelCase(topic)},`),
    '];',
    '',
    "/** All shared rules' unusual changes. */",
    'export const UNUSUAL: readonly UnusualChange[] = [',
    ...unusual.map((topic) => `  ...${camelCase(topic)}Unusual,`),
    '];',
    '',
  ].join('\n');
}
