/**
 * Writes every generated file. `npm run generate` makes them, and `npm run generate -- --check` fails if one is stale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkSchemas } from './generate/check-schemas.js';
import { countryCodes } from './generate/country-codes.js';
import { glossary } from './generate/glossary.js';
import { mutationList } from './generate/mutation-list.js';
import { packFiles, packIds, readLaw } from './generate/pack-files.js';
import { publisherLinks } from './generate/publisher-links.js';
import { readme } from './generate/readme.js';
import { receiptWords } from './generate/receipt-words.js';
import { readSchema } from './generate/schema-tree.js';
import { structure } from './generate/structure.js';
import { types } from './generate/types.js';
import { unionRates } from './generate/union-rates.js';
import { conformanceVectors, WHOLE } from './generate/vectors.js';
import { readPublisher } from './release/publisher.js';

const checking = process.argv.includes('--check');
let files = 0;
let written = 0;

/** Writes the stale files, or only names them if this is a check. */
function update(generated: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(generated)) {
    files++;
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (checking) {
      fail(`${path} is stale: run npm run generate`);
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      written++;
    }
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

checkSchemas();
update(conformanceVectors());
update({
  'src/document/structure.generated.ts': structure(readSchema('transaction')),
  'src/document/types.generated.ts': await types(),
  'src/testing/mutations/rules.generated.ts': mutationList(),
  'src/tax/country-codes.generated.ts': countryCodes(),
  'src/tax/union-rates.generated.ts': unionRates(),
  'src/draw/words.generated.ts': receiptWords(),
  ...glossary(),
  ...publisherLinks(readPublisher()),
  ...packFiles(),
  ...readme(packIds().map((id) => readLaw(id))),
});

// The next files are made from the packs, so the generated files of the packs come first.
const { builtInPacks, codesInRepository } = await import('./generate/rule-catalogue.js');
const { ownVectors } = await import('./generate/vectors/pack-vectors.js');
const ofPacks = (await builtInPacks())
  .filter(({ id }) => id !== WHOLE)
  .flatMap((pack) => {
    const text = ownVectors(pack);
    return text === undefined ? [] : [[`vectors/${pack.id}.json`, text] as const];
  });
update(Object.fromEntries(ofPacks));
update(await codesInRepository());

if (!checking) console.log(`${files} generated files, ${written} written`);
