import { readdirSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Graph, hash, SOURCE } from './graph.js';

const SKIPPED = new Set(['node_modules', '.git', '.cache', '.stryker', '.data', 'coverage']);
/** Files that may affect ESLint's result for every other file. */
const EVERYWHERE =
  /^(?:eslint\.config\.js|package-lock\.json|(?:.*\/)?(?:tsconfig[^/]*|package)\.json|.*\.d\.[cm]?ts)$/;

/** Every JavaScript and TypeScript file, relative to the root. */
export function sourceFiles(root: string): string[] {
  return walk(root, '').filter((path) => SOURCE.test(path));
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('dist') ? [] : walk(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** A key for each file, which changes with the file, its imports, or the linter setup. */
export function lintKeys(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const graph = new Graph(realpathSync(root));
  const everywhere = walk(root, '').filter((path) => EVERYWHERE.test(path) || graph.addsTypes(path));
  const common = [process.version, ...everywhere.sort().map((path) => `${path} ${graph.digest(path)}`)].join('\n');
  return new Map(
    files.map((path) => {
      const parts = [...graph.reach(path)].sort().map((one) => `${one} ${graph.digest(one)}`);
      return [path, hash([common, path, ...parts].join('\n'))];
    }),
  );
}
