import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

export const consumer = inject('consumer');
export const installed = join(consumer, 'node_modules/receipt-rule-packs');

interface Manifest {
  name: string;
  exports: Record<string, string | object>;
  bin: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  scripts?: Record<string, string>;
}

export const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;

/** Every built folder for a subpath such as `./packs/*`. */
const foldersOf = (subpath: string): string[] =>
  readdirSync(join(installed, 'dist', subpath.replace('*', '')), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => subpath.replace('*', entry.name));

/** The subpaths with code, such as `receipt-rule-packs/packs/se-receipt-1`, with wildcards expanded. */
export const modules = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .flatMap(([subpath]) => (subpath.includes('*') ? foldersOf(subpath) : [subpath]))
  .map((subpath) => manifest.name + subpath.slice(1));

/** The subpaths with data, such as `receipt-rule-packs/schemas/2.1/transaction.json`. */
export const dataFiles = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'string')
  .flatMap(([subpath, target]) => (subpath.includes('*') ? filesOf(subpath, target as string) : [subpath]))
  .map((subpath) => manifest.name + subpath.slice(1));

function filesOf(subpath: string, target: string): string[] {
  const [folder = '', extension = ''] = target.split('*');
  return readdirSync(join(installed, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => subpath.replace(`*${extension}`, name));
}

/** Writes a script into the consumer project and runs it there. Returns its output. */
export function runScript(name: string, code: string, nodeOptions: readonly string[] = []): string {
  writeFileSync(join(consumer, name), code);
  return run(process.execPath, [...nodeOptions, name]);
}

/** Runs a program in the consumer project, and throws an error with the program's output if it fails. */
export function run(file: string, args: readonly string[], input = ''): string {
  return execFileSync(file, args, { cwd: consumer, encoding: 'utf8', input, stdio: 'pipe' });
}
