import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPage, publishedTypes } from './links.js';
import { publishedManifest } from './manifest.js';
import { readPublisher } from './publisher.js';

/** Runs npm, by default with the caller's environment and cache. */
export type Npm = (args: readonly string[], cwd: string) => string;

export const runNpm: Npm = (args, cwd) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });

/**
 * Writes the package as published into an empty folder: the files that npm would pack here, with the manifest and links
 * that follow from `publisher.json`. Does not change the repository.
 *
 * @returns the tarball that npm packs from it, in that folder
 */
export function stage(root: string, folder: string, npm: Npm = runNpm): string {
  const publisher = readPublisher(root);
  const paths = packedFiles(root, npm);
  const isInPackage = (path: string): boolean => paths.includes(path);
  rmSync(folder, { recursive: true, force: true });
  const staged = join(folder, 'package');
  for (const path of paths) {
    const [from, to] = [join(root, path), join(staged, path)];
    const text = () => readFileSync(from, 'utf8');
    mkdirSync(dirname(to), { recursive: true });
    if (path === 'package.json') writeFileSync(to, json(publishedManifest(JSON.parse(text()) as object, publisher)));
    else if (path.endsWith('.md')) writeFileSync(to, publishedPage(path, text(), publisher.homepage, isInPackage));
    else if (/\.d\.c?ts$/.test(path)) writeFileSync(to, publishedTypes(text(), publisher.homepage));
    else copyFileSync(from, to);
  }
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], staged);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return join(folder, filename);
}

function packedFiles(root: string, npm: Npm): string[] {
  const packed = npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root);
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
