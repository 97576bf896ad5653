/**
 * Writes every generated file. `npm run generate` makes them, `npm run generate -- --check` fails where one is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { countryCodes } from './generate/country-codes.js';
import { ossRates } from './generate/oss-rates.js';
import { packIndex } from './generate/pack-index.js';
import { structure } from './generate/structure.js';
import { types } from './generate/types.js';

const generated: Record<string, string> = {
  'src/document/structure.generated.ts': structure(),
  'src/document/types.generated.ts': await types(),
  'src/tax/country-codes.generated.ts': countryCodes(),
  'src/tax/oss-rates.generated.ts': ossRates(),
  'packs/index.ts': packIndex(),
};

const stale = Object.entries(generated).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) writeFileSync(path, text);
  console.log(`${Object.keys(generated).length} generated files, ${stale.length} written`);
}
