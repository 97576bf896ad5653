import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Folders that are generated, installed, or not part of the documentation. */
const SKIPPED = /^(?:docs\/rules|etc|site)$|(?:^|\/)(?:node_modules|dist[\w-]*|coverage|\.[^/]+)$/;

/** Every Markdown page in the repository, relative to the root. */
export function markdownPages(root: string, folder = ''): string[] {
  return readdirSync(posix.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(path) ? [] : markdownPages(root, path);
    return path.endsWith('.md') ? [path] : [];
  });
}

/** The text of a file in the repository. */
export const readText = (root: string, path: string): string => readFileSync(posix.join(root, path), 'utf8');
