import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages that only one folder needs and that `npm ci` at the root does not install: those in the
 * folder's package-lock.json, unless they are already installed. Runs none of their scripts.
 *
 * @param {string} folder
 * @param {string} what how the message shown during the installation names the packages
 */
export function installApart(folder, what) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules/.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write(`Installing ${what} …\n`);
  const args = ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  writeFileSync(stamp, wanted);
}
