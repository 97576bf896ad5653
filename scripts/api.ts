/**
 * `npm run api` writes a report of each import path's public API to `etc/api/`, from the types in the build. `npm run
 * api -- --check` fails if an API differs from its report, and names the import path.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { differences, strays } from './api/differences.js';
import { apiReports, FOLDER } from './api/reports.js';

const reports = apiReports('.');
if (process.argv.includes('--check')) {
  const found = differences('.', reports);
  for (const difference of found) console.error(difference);
  if (found.length > 0) {
    console.error('The public API has changed. If that is intended, run npm run api and commit the reports.');
    process.exitCode = 1;
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const path of strays('.', reports)) rmSync(path);
  for (const { report, text } of reports) writeFileSync(report, text);
  console.log(`${reports.length} reports in ${FOLDER}/`);
}
