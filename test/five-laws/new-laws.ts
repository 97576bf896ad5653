import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../docs/blocks.js';
import { commandsOfGuide, writeGuidePack } from '../docs/guide-pack.js';

/**
 * A copy of the repository with five more countries as folders: Switzerland (the guide's pack), and four modelled on
 * Germany, Finland, the United States and the United Kingdom. The last has a currency without minor units, and labels in
 * a language of its own. None of the four has a layout.
 */
const HERE = join(ROOT, 'test/five-laws');
export const IDS = ['ch-receipt-1', 'qn-receipt-1', 'qo-receipt-1', 'xa-receipt-1', 'qz-receipt-1'];
const NOT_COPIED = new Set([
  'node_modules',
  '.git',
  'dist',
  'dist-docs',
  'dist-package',
  'dist-playground',
  'coverage',
  '.cache',
  '.stryker',
  '.data',
]);
const run = promisify(execFile);

export const lawOf = (id: string): string => readFileSync(join(HERE, id, 'law.json'), 'utf8');

/** Copies the repository into a temporary folder, which the caller removes. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'five-laws-'));
  for (const name of readdirSync(ROOT).filter((name) => !NOT_COPIED.has(name)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** The hash of every file in the copy, keyed by path. */
function hashes(copy: string, folder = ''): Map<string, string> {
  const entries = readdirSync(join(copy, folder)).filter((name) => !NOT_COPIED.has(name));
  return new Map(
    entries.flatMap((name): [string, string][] => {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (statSync(join(copy, path)).isDirectory()) return [...hashes(copy, path)];
      const content = readFileSync(join(copy, path));
      return [[path, createHash('sha256').update(content).digest('hex')]];
    }),
  );
}

/** Runs a command in the copy, and returns the output even if the command fails. */
export async function runIn(
  copy: string,
  command: string,
): Promise<{ readonly code: number; readonly output: string }> {
  const [file, ...args] = command.split(' ');
  const options = {
    cwd: copy,
    maxBuffer: 2 ** 28,
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, PACKS: IDS.join(','), DRAWS: '60' },
  };
  try {
    const { stdout } = await run(file!, args, options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}\n${stderr}`.slice(-20_000) };
  }
}

/** How the copy's files changed when the five laws were added and the guide's generate command ran. */
export interface Added {
  readonly generate: { readonly code: number; readonly output: string };
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Adds the five laws to the copy. */
export async function addLaws(copy: string): Promise<Added> {
  const before = hashes(copy);
  writeGuidePack(copy);
  for (const id of IDS.slice(1)) cpSync(join(HERE, id), join(copy, 'packs', id), { recursive: true });
  const [command] = commandsOfGuide();
  const generate = await runIn(copy, command!);
  const after = hashes(copy);
  return {
    generate,
    changed: [...after.keys()].filter((path) => after.get(path) !== before.get(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}
