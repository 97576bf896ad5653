/**
 * `npm run test:changed [REF]`: tests what differs from REF, by default from the commit where the branch left main,
 * including uncommitted files. Checks changed packs as `npm run pack` does, and with the tests that read packs. Fails if
 * a row of a law differs from main, but CHANGELOG.md has no new line that names the country.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { branchPoint, changedSince, pathsOf } from './test-changed/git.js';
import { Graph } from './test-changed/graph.js';
import { lawFaults } from './test-changed/law-lines.js';
import { planOf } from './test-changed/plan.js';

// Without a main, the last commit.
const ref = process.argv[2] ?? branchPoint('.') ?? 'HEAD';
const changed = changedSince('.', ref);
const plan = planOf(changed, existsSync);
const { packs, tests } = plan;
if (changed.length === 0) fail(`nothing differs from ${ref}`);
const faults = lawFaults('.');
if (faults === undefined) console.log('cannot compare the laws with main: this clone does not have the commit');
for (const fault of faults ?? []) console.error(fault);
for (const path of plan.untested) console.log(`no known test reads ${path}`);

run('npm', ['run', '--silent', 'generate']);
const imported = plan.related.length === 0 ? new Set() : importedByTests();
const related = plan.related.filter((path) => imported.has(path));
for (const path of plan.related) if (!imported.has(path)) console.log(`no test imports ${path}`);
for (const pack of packs) run('npm', ['run', '--silent', 'pack', pack]);
const projects = ['source', 'server', 'playground'].map((name) => `--project=${name}`);
const slow = ['slow', 'slow-server', 'slow-playground', 'package', 'slow-package'].map((name) => `--project=${name}`);
// Tests that iterate over packs take only the changed packs, with fewer samples.
const env: Readonly<Record<string, string>> = packs.length === 0 ? {} : { PACKS: packs.join(','), DRAWS: '50' };
if (tests.length > 0) run('npx', ['vitest', 'run', ...projects, ...slow, ...tests], env);
if (related.length > 0) run('npx', ['vitest', 'related', '--run', ...projects, ...related]);
if (faults !== undefined && faults.length > 0) fail(faults.join('\n'));
if (packs.length + tests.length + related.length === 0) fail('no test ran');

/** The modules that the tests of these projects import, directly or not. */
function importedByTests(): ReadonlySet<string> {
  const graph = new Graph(realpathSync('.'));
  const files = pathsOf('.', 'ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts').filter(existsSync);
  const inProjects = files.filter((path) => !/\.(?:nightly|pages)\.test\.ts$/.test(path));
  return new Set(inProjects.flatMap((path) => [...graph.reach(path)]));
}

function run(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): void {
  const options = { stdio: 'inherit', env: { ...process.env, ...more }, shell: process.platform === 'win32' } as const;
  if (spawnSync(command, args, options).status !== 0) fail(`failed: ${command} ${args.join(' ')}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
