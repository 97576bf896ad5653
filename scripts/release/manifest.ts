import type { Publisher } from './publisher.js';

/** The fields that only contributors need. */
const LEFT_OUT = new Set(['workspaces', 'scripts', 'devDependencies']);

/**
 * The published `package.json`: without the fields that only contributors need, and with the publisher's `repository`,
 * `homepage` and `bugs`, if filled in.
 */
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
