import { execFileSync } from 'node:child_process';

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** The output of a git command; undefined if it fails. */
export function attempt(root: string, ...args: readonly string[]): string | undefined {
  try {
    return git(root, ...args);
  } catch {
    return undefined;
  }
}

/** The commit where the branch left main; undefined if there is no main, or a shallow clone does not have it. */
export function branchPoint(root: string): string | undefined {
  return (attempt(root, 'merge-base', 'HEAD', 'main') ?? attempt(root, 'merge-base', 'HEAD', 'origin/main'))?.trim();
}

/** The tracked and new files of the working tree that differ from a commit. */
export const changedSince = (root: string, commit: string): string[] => [
  ...pathsOf(root, 'diff', '--name-only', '--no-renames', commit),
  ...pathsOf(root, 'ls-files', '--others', '--exclude-standard'),
];

/** The paths that a git command prints, one per line. */
export const pathsOf = (root: string, ...args: readonly string[]): string[] =>
  git(root, ...args)
    .split('\n')
    .filter((line) => line !== '');
