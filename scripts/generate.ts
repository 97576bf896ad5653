/**
 * `npm run generate`: writes all generated files. `sources` (modules of src/ and packs/) and `vectors` are not in git:
 * npm writes them on install. `pages` are schemas/2.1/openapi.json, docs/codes.md, docs/glossary.md, the countries,
 * counts and sizes in README.md, and the address in SECURITY.md. `npm run generate -- sources` writes one part only.
 * `npm run generate -- --check` fails if a file is not up to date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSchemas, PackFault } from './generate/check-schemas.js';
import { countryCodes } from './generate/country-codes.js';
import { issueCodes } from './generate/issue-codes.js';
import { readPublisher } from './release/publisher.js';
import { readSchema } from './generate/schema-tree.js';
import { structure } from './generate/structure.js';
import { topicSummaries } from './generate/topic-summaries.js';
import { types } from './generate/types.js';

const PARTS = ['sources', 'vectors', 'pages'];
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const isWanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const hash = createHash('sha256');
let files = 0;
let written = 0;

/** Rewrites files that are out of date; with --check, only lists them. */
function update(generated: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(generated)) {
    files++;
    hash.update(`${path}\0${text}\0`);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (values.check) {
      fail(`${path} is stale: run npm run generate`);
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      written++;
    }
  }
}

/** Removes a deleted pack's generated files, which git leaves behind. */
function remove(paths: readonly string[]): void {
  for (const path of paths.filter((path) => existsSync(path))) {
    if (values.check) fail(`${path} belongs to a deleted pack: run npm run generate`);
    else rmSync(path);
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

// Imports modules that use generated files only after it has written these files, because a new clone has none.
async function sources(): Promise<void> {
  update({
    'src/document/structure.generated.ts': structure(readSchema('transaction')),
    'src/document/types.generated.ts': await types(),
    'src/geography/country-codes.generated.ts': countryCodes(),
    'src/issues/issue-codes.generated.ts': issueCodes(readPublisher().homepage),
    'src/rules/summaries.generated.ts': topicSummaries(),
  });
  const { mutationList } = await import('./generate/mutation-list.js');
  const { receiptLayouts } = await import('./generate/receipt-layouts.js');
  const { receiptWords } = await import('./generate/receipt-words.js');
  const { unionRates } = await import('./generate/rate-rows.js');
  update({
    'src/testing/mutations/rules.generated.ts': mutationList(),
    'src/law/union-rates.generated.ts': unionRates(),
    'src/draw/layouts.generated.ts': receiptLayouts(),
    'src/draw/words.generated.ts': receiptWords(),
  });
  const { packFiles } = await import('./generate/pack-files.js');
  update(packFiles());
  const { packIds } = await import('./generate/read-law.js');
  const ids = packIds();
  const gone = readdirSync('packs').filter((name) => !name.includes('.') && !ids.includes(name));
  remove(gone.flatMap((name) => ['index.ts', 'law.generated.ts'].map((file) => `packs/${name}/${file}`)));
}

async function vectors(): Promise<void> {
  const { conformanceVectors, WHOLE } = await import('./generate/vectors.js');
  const { builtInPacks } = await import('./generate/rule-catalogue.js');
  const { ownVectors } = await import('./generate/vectors/pack-vectors.js');
  const all = await builtInPacks();
  update(conformanceVectors(all.find(({ id }) => id === WHOLE)!));
  const packs = all.filter(({ id }) => id !== WHOLE);
  const texts = packs.map((pack) => [`vectors/${pack.id}.json`, ownVectors(pack)] as const);
  update(Object.fromEntries(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]))));
  const made = new Set([WHOLE, ...packs.map(({ id }) => id)].map((id) => `${id}.json`));
  const present = readdirSync('vectors').filter((name) => /-receipt-\d+\.json$/.test(name));
  remove(present.filter((name) => !made.has(name)).map((name) => `vectors/${name}`));
}

async function pages(): Promise<void> {
  const { glossary } = await import('./generate/glossary.js');
  const { openapi } = await import('./generate/openapi.js');
  const { packIds, readLaw } = await import('./generate/read-law.js');
  const { readme } = await import('./generate/readme.js');
  const { codesInRepository } = await import('./generate/rule-catalogue.js');
  const { publisherLinks } = await import('./generate/publisher-links.js');
  const laws = packIds().map((id) => readLaw(id));
  update(await openapi());
  update({ ...glossary(), ...publisherLinks(readPublisher()), ...readme(laws) });
  update(await codesInRepository());
}

const unknown = positionals.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) fail(`unknown part ${unknown.join(', ')}. Valid parts: ${PARTS.join(', ')}`);
else {
  checkSchemas();
  try {
    if (isWanted('sources')) await sources();
    if (isWanted('vectors')) await vectors();
    if (isWanted('pages')) await pages();
    console.log(`${files} generated files, ${written} written, SHA-256 ${hash.digest('hex')}`);
  } catch (error) {
    if (!(error instanceof PackFault)) throw error;
    fail(error.message);
  }
}
