/**
 * `npm run lint`: runs ESLint on every file whose result may have changed since the last run. Typed rules also depend
 * on a file's imports, so ESLint's own cache would be stale: here a file's key covers its content and everything it
 * imports.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ESLint } from 'eslint';
import { lintKeys, sourceFiles } from './check/lint-keys.js';

const CACHE = '.cache/lint.json';

const eslint = new ESLint();
const files: string[] = [];
for (const path of sourceFiles('.')) if (!(await eslint.isPathIgnored(path))) files.push(path);
const keys = lintKeys('.', files);
const known = read();
const stale = files.filter((path) => known[path] !== keys.get(path));

const results = stale.length === 0 ? [] : await eslint.lintFiles(stale);
const clean = new Set(stale);
for (const { filePath, messages } of results)
  if (messages.length > 0) for (const path of stale) if (filePath.endsWith(`/${path}`)) clean.delete(path);
const failed = results.some(({ messages }) => messages.length > 0);
if (failed) console.log(await (await eslint.loadFormatter('stylish')).format(results));

const passed = files.filter((path) => clean.has(path) || !stale.includes(path));
mkdirSync(dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify(Object.fromEntries(passed.map((path) => [path, keys.get(path)]))));
console.log(`${files.length} files, ${stale.length} linted`);
if (failed) process.exitCode = 1;

/** The keys that passed in the last run, by path; empty in the first run. */
function read(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
