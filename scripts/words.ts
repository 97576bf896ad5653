/**
 * Refuses words that are not plain English, or are private to this project, in the text and name of every file of the
 * repository. It is a part of `npm run lint`. ESLint refuses private words in identifiers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { privateWords } from './words/private-words.js';

/** Files whose text is not written here. */
const OTHERS = /(?:^|\/)package-lock\.json$/;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\0')
  .filter((path) => path !== '' && !OTHERS.test(path));

const found = files.flatMap((path) => [
  ...privateWords(path, path).map(({ word, instead }) => `${path}: the name has "${word}": ${instead}`),
  ...privateWords(read(path), path).map(({ word, instead, line }) => `${path}:${line}: "${word}": ${instead}`),
]);

for (const message of found) console.error(message);
if (found.length > 0) process.exitCode = 1;

/** Empty if the file is deleted, but the deletion is not yet committed. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
