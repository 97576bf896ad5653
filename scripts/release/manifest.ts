import type { Publisher } from './publisher.js';

/** What only those who work on the repository need. */
const LEFT_OUT = new Set(['workspaces', 'scripts', 'devDependencies']);

/** The `package.json` that is published: without what the repository needs, with what the publisher has filled in. */
export function publishedManifest(
  manifest: object,
  { repository, homepage, bugs }: Publisher,
): Record<string, unknown> {
  const kept = Object.entries(manifest).filter(([name]) => !LEFT_OUT.has(name));
  return {
    ...Object.fromEntries(kept),
    ...(repository === '' ? {} : { repository: { type: 'git', url: `git+${repository.replace(/\.git$/, '')}.git` } }),
    ...(homepage === '' ? {} : { homepage }),
    ...(bugs === '' ? {} : { bugs: { url: bugs } }),
  };
}
