/**
 * `npm run test:changed [REF]`: tests what differs from REF, by default from the commit where the branch left main,
 * including uncommitted files. Checks changed packs as `npm run pack` does, and with the tests that read packs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { planOf } from './test-changed/plan.js';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const ref = process.argv[2] ?? since();
const changed = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
const { packs, tests, related, untested } = planOf(changed, existsSync);
if (changed.length === 0) fail(`nothing differs from ${ref}`);
for (const path of untested) console.log(`no known test reads ${path}`);

run('npm', ['run', '--silent', 'generate']);
for (const pack of packs) run('npm', ['run', '--silent', 'pack', pack]);
const projects = ['source', 'server', 'playground'].map((name) => `--project=${name}`);
const slow = ['slow', 'slow-server', 'slow-playground', 'package', 'slow-package'].map((name) => `--project=${name}`);
// Tests that iterate over packs take only the changed packs, with fewer samples.
const env: Readonly<Record<string, string>> = packs.length === 0 ? {} : { PACKS: packs.join(','), DRAWS: '50' };
if (tests.length > 0) run('npx', ['vitest', 'run', ...projects, ...slow, ...tests], env);
if (related.length > 0) run('npx', ['vitest', 'related', '--run', '--passWithNoTests', ...projects, ...related]);

/** The commit where the branch left main; the last commit if there is no main. */
function since(): string {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'HEAD';
}

function run(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): void {
  const options = { stdio: 'inherit', env: { ...process.env, ...more }, shell: process.platform === 'win32' } as const;
  if (spawnSync(command, args, options).status !== 0) fail(`failed: ${command} ${args.join(' ')}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
