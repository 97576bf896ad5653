/**
 * `npm run law-lines [-- REF]`: exits with 1 if a row of a law differs from REF, by default from the commit where the
 * branch left main, and CHANGELOG.md has no new line under Law that names the country.
 */
import { lawFaults } from './test-changed/law-lines.js';

const [ref] = process.argv.slice(2);
const faults = lawFaults('.', ref);
if (faults === undefined) {
  console.error(`cannot compare the laws: this clone has no commit ${ref ?? 'where the branch left main'}`);
  // In CI, a commit that is named must exist.
  process.exitCode = ref === undefined ? 0 : 1;
}
for (const fault of faults ?? []) console.error(fault);
if (faults !== undefined && faults.length > 0) process.exitCode = 1;
