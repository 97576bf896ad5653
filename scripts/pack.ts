/**
 * `npm run pack CC`: checks everything that one pack needs, in seconds: law, rates, labels, cases, the inventory of
 * rules and codes, its page, its row in the README. `npm run pack CC TEXT` runs only the cases with that text in their
 * code or name. Exits with 1 for a fault, or if nothing matches.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checkPack } from './pack/check-pack.js';
import { packIds } from './generate/read-law.js';
import { nextStep } from './pack/next-step.js';

const [country = '', ...words] = process.argv.slice(2);
const code = country.toLowerCase();
// Includes folders without a law.
const chosen = readdirSync('packs', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (entry.name === code || entry.name.split('-')[0] === code))
  .map(({ name }) => name);

if (chosen.length === 0) {
  const countries = [...new Set(packIds().map((id) => id.split('-')[0]!.toUpperCase()))];
  const without = code === '' ? 'countries' : `there is no pack for the country '${country}', only for these`;
  console.error(`usage: npm run pack CC [TEXT]\n${without}: ${countries.join(', ')}`);
  if (/^[a-z]{2}$/.test(code))
    console.error(`to add a pack, create the folder packs/${code}-receipt-1, as CONTRIBUTING.md describes`);
  process.exitCode = 1;
}
const today = new Date().toISOString().slice(0, 10);
for (const id of chosen) {
  const { faults, done } = await checkPack(id, pathToFileURL('packs/'), today, words.join(' '));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  // Since the process started: loading the modules takes a third of the time.
  const seconds = (performance.now() / 1000).toFixed(1);
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  console.log(`${id}: ${done.join(', ')}; ${count}, ${seconds} s`);
  const next = nextStep(id, existsSync(`packs/${id}/index.ts`), readFileSync('etc/api/packs.api.md', 'utf8'));
  if (faults.length === 0 && next !== undefined) console.log(next);
}
