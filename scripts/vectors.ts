/**
 * `npm run vectors -- --all FOLDER`: writes all conformance vectors of every pack. Of those for shared rules, the
 * package contains only a selection for se-receipt-1.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packs } from '../packs/index.js';
import { WHOLE, wholeFile } from './generate/vectors.js';
import { allVectors } from './generate/vectors/pack-vectors.js';

const [flag, folder] = process.argv.slice(2);
if (flag !== '--all' || folder === undefined) {
  console.error('usage: npm run vectors -- --all FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const pack of packs)
  writeFileSync(join(folder, `${pack.id}.json`), pack.id === WHOLE ? wholeFile(pack) : allVectors(pack));
console.log(`${packs.length} files written to ${folder}`);
