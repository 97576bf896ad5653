/** Writes packs/index.ts: every folder under packs/ is a pack. */
import { readdirSync } from 'node:fs';

const camelCase = (id: string): string => id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export function packIndex(): string {
  const ids = readdirSync('packs', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return [
    '// Generated from the folders under packs/ by `npm run generate`. Do not edit.',
    "import type { RulePack } from '../src/pack/types.js';",
    ...ids.map((id) => `import { ${camelCase(id)} } from './${id}/index.js';`),
    '',
    ...ids.map((id) => `export { ${camelCase(id)} };`),
    '',
    '/** All built-in rule packs. */',
    `export const packs: readonly RulePack[] = [${ids.map(camelCase).join(', ')}];`,
    '',
  ].join('\n');
}
