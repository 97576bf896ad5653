import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what only one folder needs, which `npm ci` at the root leaves out: the packages of its package-lock.json, unless
 * already installed. Runs none of their scripts.
 *
 * @param {string} folder
 * @param {string} what name of the packages, shown during the installation
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
