/** Formats every case file, as part of `npm run format`; with --check, fails if a file is not formatted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { caseFiles, formatCases } from '../test/support/case-lines.js';

const checking = process.argv.includes('--check');
for (const path of caseFiles()) {
  const text = readFileSync(path, 'utf8');
  const formatted = formatCases(text, path);
  if (text === formatted) continue;
  if (checking) {
    console.error(`${path} is not formatted: run npm run format`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, formatted);
  }
}
