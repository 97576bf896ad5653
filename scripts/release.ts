/**
 * Releases the package: `npm run release -- --dry-run` does everything but publish. Builds the package, stages it as
 * published (`dist-package/`), runs publint, are-the-types-wrong and the tarball's consumer tests, and prints what it
 * would publish.
 *
 * Without `--dry-run`, `publisher.json` must be filled in, everything must be committed, and CHANGELOG.md must have a
 * heading for the version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf } from './release/changes.js';
import { publishedPage } from './release/links.js';
import { emptyFields, readPublisher } from './release/publisher.js';
import { runNpm, stage } from './release/stage.js';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const faults = faultsOfRepository();
if (faults.length > 0 && !dryRun) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}

const run = (command: string, args: readonly string[], env: Record<string, string> = {}): void => {
  execFileSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
};
run('npm', ['run', 'generate', '--', 'sources', 'vectors']);
run('npm', ['run', 'build']);
const folder = join(root, 'dist-package');
const tarball = stage(root, folder);
// The text for the release page, if there is one.
writeFileSync(
  join(folder, 'changes.md'),
  publishedPage('CHANGELOG.md', changes() ?? '', readPublisher(root).homepage, () => false),
);
run('npx', ['vitest', 'run', '--project', 'package'], { RELEASE_TARBALL: tarball });
print();

if (dryRun) {
  for (const fault of faults) console.log(`before a release: ${fault}`);
  console.log('dry run: nothing was published');
} else {
  // Provenance: npm records the commit that the package was built from. This works only in CI.
  run('npm', ['publish', tarball, '--access', 'public', '--provenance']);
}

/** This version's CHANGELOG.md entry. */
function changes(): string | undefined {
  return changesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
}

/** Everything that prevents a release. */
function faultsOfRepository(): string[] {
  const empty = emptyFields(readPublisher(root)).map((name) => `publisher.json: fill in ${name}`);
  const isClean = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) === '';
  return [
    ...empty,
    ...(isClean ? [] : ['git: commit all changes']),
    ...(changes() === undefined ? [`CHANGELOG.md: add a heading "## ${version}"`] : []),
  ];
}

function print(): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as Record<string, unknown>;
  const [{ files, unpackedSize }] = JSON.parse(
    runNpm(['pack', '--dry-run', '--json', '--ignore-scripts'], join(folder, 'package')),
  ) as [{ files: { path: string; size: number }[]; unpackedSize: number }];
  for (const { path, size } of files) console.log(`${String(size).padStart(9)} ${path}`);
  for (const name of ['name', 'version', 'license', 'repository', 'homepage', 'bugs'])
    console.log(`${name}: ${JSON.stringify(manifest[name]) ?? 'none'}`);
  console.log(
    `${relative(root, tarball)}: ${files.length} files, ${statSync(tarball).size} bytes packed, ${unpackedSize} unpacked`,
  );
}
