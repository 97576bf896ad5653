import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { InputError } from './input.js';

/** Names of the files to read in a folder. */
const DOCUMENTS = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;
const GLOB = /[*?[{]/;

/** A segment of a pattern: a name, `**` for any number of folders, or a regular expression for names. */
type Step = string | RegExp;

/**
 * Lists the files for an argument: the file itself, all documents below a folder, or the files that match a pattern,
 * sorted by name. Expands patterns because Windows shells do not, and because users quote patterns in other shells.
 *
 * @throws InputError if no such file exists
 */
export async function* fileNames(argument: string): AsyncGenerator<string> {
  const kind = await kindOf(argument);
  const isPattern = kind === undefined && GLOB.test(argument);
  if (argument === '-' || (kind !== 'folder' && !isPattern)) {
    yield argument;
    return;
  }
  const seen = new Set<string>();
  const patterns = isPattern ? alternatives(withSlashes(argument)) : [undefined];
  for (const pattern of patterns) {
    const files = pattern === undefined ? walk(withSlashes(argument), ['**', DOCUMENTS]) : matching(pattern);
    for await (const file of files) {
      if (!seen.has(file)) yield file;
      seen.add(file);
    }
  }
  if (seen.size > 0) return;
  const found = isPattern ? `No file matches ${argument}.` : `No .json, .ndjson or .jsonl files found in ${argument}.`;
  throw new InputError('unreadable', found);
}

function matching(pattern: string): AsyncGenerator<string> {
  const root = pattern.startsWith('/') ? '/' : '';
  const steps = pattern
    .split('/')
    .filter((part) => part !== '')
    .map(stepOf);
  // `folder/**` means all files below the folder.
  return walk(root, steps.at(-1) === '**' ? [...steps, /^/] : steps);
}

/**
 * Lists the files below a folder that match the segments of a pattern. An empty name means the current folder. `**`
 * does not follow links to folders.
 */
async function* walk(folder: string, steps: readonly Step[]): AsyncGenerator<string> {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (typeof step === 'string' && step !== '**') {
    const path = join(folder, step);
    const kind = await kindOf(path);
    if (rest.length > 0) yield* walk(path, rest);
    else if (kind === 'file') yield path;
    return;
  }
  if (step === '**') yield* walk(folder, rest);
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (step === '**') {
      if (entry.isDirectory() && !isHidden(entry.name) && entry.name !== 'node_modules') yield* walk(path, steps);
    } else if (step.test(entry.name) && (!isHidden(entry.name) || step.source.startsWith('^\\.'))) {
      if (rest.length > 0) yield* walk(path, rest);
      else if ((await kindOf(path)) === 'file') yield path;
    }
  }
}

/** Returns the entries sorted by name; none if the folder cannot be read. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && (stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other');
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

function join(folder: string, name: string): string {
  return folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

function withSlashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** Expands braces, innermost first: `a.{json,ndjson}` becomes `a.json` and `a.ndjson`. */
function alternatives(pattern: string): string[] {
  const braces = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(pattern);
  if (braces === null) return [pattern];
  const [all, inner] = braces;
  const [before, after] = [pattern.slice(0, braces.index), pattern.slice(braces.index + all.length)];
  return inner!.split(',').flatMap((each) => alternatives(before + each + after));
}

function stepOf(part: string): Step {
  if (/^\*{2,}$/.test(part)) return '**';
  if (!/[*?[]/.test(part)) return part;
  const source = part.replace(/\[[^[\]]+\]|\*+|[^*]/g, (found) => {
    if (found.startsWith('*')) return '.*';
    if (found === '?') return '.';
    if (found.length === 1) return found.replace(/[$()+.[\\\]^{|}]/, '\\$&');
    const set = found.slice(1, -1).replace(/[\\^]/g, '\\$&');
    return set.startsWith('!') && set !== '!' ? `[^${set.slice(1)}]` : `[${set}]`;
  });
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    throw new InputError('unreadable', `${part} is not a valid file name pattern.`);
  }
}
