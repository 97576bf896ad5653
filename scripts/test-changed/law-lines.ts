import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from '../generate/bundled.js';
import { attempt, branchPoint, changedSince } from './git.js';

const CHANGELOG = 'CHANGELOG.md';
const LAW_FILE = /^packs\/(?:([a-z]{2})-[^/]*\/(law|rates)|european-union)\.json$/;
/** What changes no verdict: the day of the review, how pages and receipts name things, and time zones. */
const NOT_LAW = ['reviewed', 'name', 'description', 'labels', 'timeZone', 'otherTimeZones'];

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The text of a file by its path from the root; undefined if there is none. */
type Read = (path: string) => string | undefined;

/**
 * The rows of law that differ between two states of the repository, each with what to add, if CHANGELOG.md has no new
 * line under Law that names the country. Sources and notes are not compared, because they change no verdict.
 *
 * @param paths the changed files
 */
export function rowsWithoutLine(paths: readonly string[], before: Read, now: Read): string[] {
  const old = linesUnderLaw(before(CHANGELOG));
  const lines = linesUnderLaw(now(CHANGELOG)).filter((line) => !old.includes(line));
  return paths.flatMap((path) => {
    const [isLaw, code, name = 'law'] = LAW_FILE.exec(path) ?? [];
    if (isLaw === undefined) return [];
    const place = code === undefined ? 'European Union' : NAMES.of(code.toUpperCase())!;
    if (lines.some((line) => line.includes(place))) return [];
    const example = `- ${place}, from YYYY-MM-DD: …`;
    return differences(name, before(path), now(path)).map(
      (what) => `${path}${what}: add a line under Law in ${CHANGELOG}, such as "${example}"`,
    );
  });
}

function linesUnderLaw(changelog = ''): string[] {
  const sections = changelog.split(/^#{2,3} /m).filter((section) => /^Law\s/.test(section));
  return sections.flatMap((section) => section.split('\n').slice(1)).filter((line) => line.trim() !== '');
}

function differences(name: string, before: string | undefined, now: string | undefined): string[] {
  if (before === undefined || now === undefined) {
    if (before === now) return [];
    return [before === undefined ? ' is new' : ' is gone'];
  }
  const [old, rows] = [listsOf(name, before), listsOf(name, now)];
  if (old === undefined || rows === undefined) return [];
  const keys = new Set([...old.keys(), ...rows.keys()]);
  return [...keys].flatMap((key) => listDifferences(key, old.get(key) ?? [], rows.get(key) ?? []));
}

/**
 * The rows by the key of their list, as JSON. A value that is not a list counts as one row. Undefined for a file that is
 * not JSON, which `npm run pack` reports.
 */
function listsOf(name: string, text: string): Map<string, readonly string[]> | undefined {
  let content: Readonly<Record<string, unknown>>;
  try {
    content = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  const lists = name === 'rates' ? [['rates', content] as const] : Object.entries(content);
  return new Map(
    lists
      .filter(([key]) => !NOT_LAW.includes(key))
      .map(([key, list]) => [key, (Array.isArray(list) ? list : [list]).map((row) => JSON.stringify(row, bundled))]),
  );
}

function listDifferences(key: string, before: readonly string[], now: readonly string[]): string[] {
  const missingIn = (others: readonly string[], rows: readonly string[], what: string): string[] =>
    rows.flatMap((row, i) => (others.includes(row) ? [] : [`: ${key}/${i}${period(row)} ${what}`]));
  const added = missingIn(before, now, 'is new or has changed');
  const gone = missingIn(now, before, 'is gone or has changed');
  return gone.length > added.length ? [...added, ...gone] : added;
}

/** The rate and the dates of a row, for messages. */
function period(json: string): string {
  const { rate, from, until } = Object(JSON.parse(json)) as Readonly<Record<string, string | number | undefined>>;
  const parts = [
    ...(rate === undefined ? [] : [`${rate} %`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(' ')})`;
}

/**
 * What `rowsWithoutLine` finds in the working tree.
 *
 * @param ref the commit to compare with; by default, where the branch left main
 * @returns undefined if that commit does not exist here
 */
export function lawFaults(root: string, ref: string | undefined = branchPoint(root)): string[] | undefined {
  const commit = ref && attempt(root, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.trim();
  if (!commit) return undefined;
  const before = (path: string) => attempt(root, 'show', `${commit}:${path}`);
  const now = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  return rowsWithoutLine(changedSince(root, commit), before, now);
}
