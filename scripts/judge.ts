/**
 * `npm run judge -- --runs 100000 [--seed 1]`: checks generated documents with independent implementations, and a tenth
 * as many chains of corrections; exits with 1 if an implementation disagrees.
 */
import { parseArgs } from 'node:util';
import { packs } from '../packs/index.js';
import { judgeCorrections } from '../test/judges/corrections/judging.js';
import { judgeFigures, judgeStructure, type Count } from '../test/judges/judging.js';
import { testPacks } from '../test/support/test-packs.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const runs = Number(values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('--runs must be a positive integer, --seed an integer');
  process.exit(2);
}

const all = [...packs, ...testPacks];
console.log(`seed ${seed}, ${runs} documents for each judge`);
const counts: readonly Count[] = [...(await judgeStructure(all, runs, seed)), judgeFigures(all, runs, seed)];
for (const { judge, documents, right, beyond, disagreements } of counts) {
  const deep = beyond === 0 ? '' : ` (${beyond} nested too deep, which JSON Schema cannot express)`;
  console.log(`${judge}: ${documents} documents, ${right} right, ${disagreements.length} disagreements${deep}`);
  for (const disagreement of disagreements) console.log(JSON.stringify(disagreement));
}
const chains = Math.ceil(runs / 10);
const { judge: ledger, right: corrections, beyond: unsaid, disagreements: others } = judgeCorrections(chains, seed);
console.log(
  `${ledger}: ${chains} chains of ${corrections} corrections, ${others.length} disagreements (${unsaid} sales whose documents do not show what was returned)`,
);
for (const disagreement of others) console.log(JSON.stringify(disagreement));
if (others.length > 0 || counts.some(({ disagreements }) => disagreements.length > 0)) process.exitCode = 1;
