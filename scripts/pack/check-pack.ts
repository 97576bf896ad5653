import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lawFault } from '../../src/law/law-fault.js';
import type { ReceiptLaw } from '../../src/law/types.js';
import { definePack } from '../../src/pack/define-pack.js';
import { defineReceiptPack } from '../../src/pack/receipt-pack.js';
import type { LawPack, Rule } from '../../src/pack/types.js';
import { createRegistry } from '../../src/registry.js';
import { isCountryCode } from '../../src/tax/country.js';
import { expectedOf, raisesItsCode, titleOf, verdictOn } from '../../test/packs/judge.js';
import { ownCases, type Case, type CaseFile } from '../../test/support/cases.js';
import { observed, soundCases } from '../../test/support/observed.js';
import { sharedCasesOf } from '../../test/support/shared-cases.js';
import { faultsOfFile, type PackFile } from '../generate/check-schemas.js';
import { readmeRow } from '../generate/readme.js';
import { packPage } from '../generate/rule-catalogue/pack-page.js';
import type { Note } from '../generate/rule-catalogue/note-sections.js';
import { toldRules } from '../generate/rule-catalogue/told.js';
import { NAMES } from '../generate/receipt-words.js';

/** What is wrong with a pack, each with its file, the place there and what to add; and what was looked at. */
export interface Checked {
  readonly faults: readonly string[];
  readonly done: readonly string[];
}

/**
 * Checks one pack from its folder, whatever `npm run generate` has made of it.
 *
 * @param packs the folder of packs
 * @param filter text that the code or name of a case contains; empty: all
 */
export async function checkPack(id: string, packs: URL, filter = ''): Promise<Checked> {
  const folder = new URL(`${id}/`, packs);
  const at = (name: string): string => `packs/${id}/${name}`;
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

  const names = [
    'law.json',
    'rates.json',
    ...caseFiles(folder),
    ...(existsSync(new URL('notes.json', folder)) ? ['notes.json'] : []),
  ];
  const faults = names.flatMap((name) => fileFaults(name, at(name), () => read(name)));
  if (faults.length > 0) return { faults, done: ['files'] };

  const law = { ...(read('law.json') as Omit<ReceiptLaw, 'rates'>), rates: read('rates.json') } as ReceiptLaw;
  const fault = law.id === id ? lawFault(law) : `id is ${law.id}, but the folder is ${id}`;
  if (fault !== undefined) return { faults: [`${at('law.json')}: ${fault}`], done: ['files'] };

  const own = await ownRules(folder);
  const pack = defineReceiptPack(law, own);
  const cases = [...ownCases({ id, law }, packs), ...sharedCasesOf(pack)];
  const chosen = cases.filter((c) => titleOf(c).includes(filter));
  if (chosen.length === 0) return { faults: [`no case of ${id} has ${filter} in its code or name`], done: ['law'] };
  const judged = chosen.flatMap((c) => caseFaults(c, pack, defineReceiptPack(law)));
  if (filter !== '') return { faults: judged, done: [`${chosen.length} cases`] };
  const notes = existsSync(new URL('notes.json', folder)) ? (read('notes.json') as Note[]) : [];
  const proof = judged.length > 0 ? judged : pack.rules.flatMap((rule) => ruleFaults(pack, rule, cases));
  return {
    faults: [
      ...wordFaults(law, at('law.json')),
      ...proof,
      // The page is made of cases that hold.
      ...(proof.length > 0 ? [] : pageFaults(pack, law, notes)),
      ...rowFaults(law),
    ],
    done: ['law', 'rates', 'words', `${cases.length} cases`, `${pack.rules.length} rules`, 'page', 'README row'],
  };
}

function caseFiles(folder: URL): string[] {
  const cases = new URL('cases/', folder);
  if (!existsSync(cases)) return [];
  const names = readdirSync(cases).filter((name) => name.endsWith('.json') && name !== 'base.json');
  return names.sort().map((name) => `cases/${name}`);
}

/** What is wrong with the form of a file. */
function fileFaults(name: string, path: string, read: () => unknown): string[] {
  let content: unknown;
  try {
    content = read();
  } catch (error) {
    return [`${path}: ${(error as Error).message}`];
  }
  if (name === 'notes.json') return noteFaults(content, path);
  const schema: PackFile = name.startsWith('cases/') ? 'cases' : name === 'law.json' ? 'law' : 'rates';
  const faults = faultsOfFile(content, schema).map((text) => `${path}: ${text}`);
  if (schema !== 'cases' || faults.length > 0) return faults;
  const wanted = `cases/${(content as CaseFile).code.replace('/', '-')}.json`;
  return name === wanted ? [] : [`${path}: its code is ${(content as CaseFile).code}: call the file ${wanted}`];
}

function noteFaults(content: unknown, path: string): string[] {
  if (!Array.isArray(content)) return [`${path} must be a list of notes: {"about": …, "text": …}`];
  return content.flatMap((note: Partial<Note>, i) =>
    (['about', 'text'] as const)
      .filter((key) => typeof note[key] !== 'string')
      .map((key) => `${path}: notes/${i} must have ${key}`),
  );
}

/** The rules of the pack's own, in rules.ts. */
async function ownRules(folder: URL): Promise<readonly Rule[]> {
  const file = new URL('rules.ts', folder);
  if (!existsSync(file)) return [];
  const { ownRules: made } = (await import(file.href)) as { ownRules: () => readonly Rule[] };
  return made();
}

/** Receipts are drawn with the words of a country: without them in English. */
function wordFaults({ labels, country }: ReceiptLaw, path: string): string[] {
  if (!isCountryCode(country)) return [];
  if (labels === undefined)
    return [`${path}: add labels: the words that receipts of ${country} use: language, ${NAMES.join(', ')}`];
  return NAMES.filter((name) => !labels[name].trim()).map((name) => `${path}: labels.${name} is empty`);
}

/** Where a case is written. */
function placeOf({ pack, rule, code }: Case): string {
  return rule === undefined
    ? `packs/${pack}/cases/${code.replace('/', '-')}.json`
    : `src/rules, rule ${rule}, under ${pack}`;
}

function caseFaults(c: Case, pack: LawPack, shared: LawPack): string[] {
  // Examples of the law's extensions need not fit the figures of a shared case, which only rules of the pack's own judge.
  const found = verdictOn(createRegistry([c.rule === undefined ? pack : shared]), c);
  const expected = expectedOf(c);
  const place = `${placeOf(c)}: ${c.name}`;
  const says = (issues: readonly string[]): string => issues.join(', ') || 'none';
  return [
    ...(['issues', 'warnings'] as const).flatMap((key) =>
      says(found[key]) === says(expected[key])
        ? []
        : [`${place}: ${key} are ${says(found[key])}, but expect has ${says(expected[key])}`],
    ),
    ...(found.error === expected.error ? [] : [`${place}: error is ${found.error}, but expect has ${expected.error}`]),
    ...(raisesItsCode(c) === (c.kind === 'firing')
      ? []
      : [`${place}: is ${c.kind}, but expect ${c.kind === 'firing' ? 'does not have' : 'has'} ${c.code}`]),
  ];
}

/** What the cases of a rule must show. */
function ruleFaults(pack: LawPack, rule: Rule, cases: readonly Case[]): string[] {
  const { fired, undeclaredCodes, undeclaredReads, unusedReads } = observed(pack, rule, soundCases(cases), definePack);
  const place = `packs/${pack.id}, rule ${rule.id}`;
  const file = (code: string): string => `packs/${pack.id}/cases/${code.replace('/', '-')}.json`;
  const isSilent = (c: Case, code: string): boolean =>
    c.code === code && (c.rule === undefined || c.rule === rule.id) && !raisesItsCode(c);
  return [
    ...[...undeclaredCodes].map((code) => `${place}: add ${code} to codes`),
    ...[...undeclaredReads].map((field) => `${place}: add ${field} to reads`),
    ...unusedReads.map(
      (field) => `${place}: reads has ${field}, which no case makes it read: remove it, or add a case`,
    ),
    ...rule.codes
      .filter((code) => !fired.has(code))
      .map((code) => `${file(code)}: add a firing case for rule ${rule.id}`),
    ...rule.codes
      .filter((code) => !cases.some((c) => isSilent(c, code)))
      .map((code) => `${file(code)}: add a silent case for rule ${rule.id}`),
  ];
}

function pageFaults(pack: LawPack, law: ReceiptLaw, notes: readonly Note[]): string[] {
  try {
    packPage(pack, law, notes, toldRules([pack]));
    return [];
  } catch (error) {
    return [`docs/rules/${pack.id}.md cannot be made: ${(error as Error).message}`];
  }
}

function rowFaults(law: ReceiptLaw): string[] {
  if (!isCountryCode(law.country)) return [];
  const row = readmeRow(law);
  const page = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  return page.includes(`\n${row}\n`) ? [] : [`README.md: run npm run generate, which writes the row ${row}`];
}
