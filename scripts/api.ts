/**
 * `npm run api` writes a report of the public surface of each import path to `etc/api/`, from the types in the build.
 * `npm run api -- --check` fails if a surface differs from its report, and names the import path.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { differences, strays } from './api/differences.js';
import { apiReports, FOLDER } from './api/reports.js';

const reports = apiReports('.');
if (process.argv.includes('--check')) {
  const found = differences('.', reports);
  for (const difference of found) console.error(difference);
  if (found.length > 0) {
    console.error('The public interface has changed. If intended, run npm run api and commit the reports.');
    process.exitCode = 1;
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const path of strays('.', reports)) rmSync(path);
  for (const { report, text } of reports) writeFileSync(report, text);
  console.log(`${reports.length} reports in ${FOLDER}/`);
}
