import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;

/** Installs the runtimes of package-lock.json beside this file, unless they are there already. No script of theirs runs. */
export function installRuntimes() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');
  const stamp = join(FOLDER, 'node_modules/.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing the runtimes, about a gigabyte …\n');
  const args = ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  writeFileSync(stamp, wanted);
}
