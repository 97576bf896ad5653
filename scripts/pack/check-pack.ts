import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTable } from '../../src/law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../../src/law/types.js';
import { definePack } from '../../src/engine/define-pack.js';
import { defineReceiptPack } from '../../src/engine/receipt-pack.js';
import type { LawPack, Rule } from '../../src/rule/types.js';
import { createRegistry, type Registry } from '../../src/engine/registry.js';
import { isCountryCode } from '../../src/geography/country.js';
import { UsageError } from '../../src/usage/usage-error.js';
import { expectedOf, titleOf, verdictOn } from '../../test/packs/judge.js';
import { parseCases } from '../../test/support/case-lines.js';
import { ownCases, type Case } from '../../test/support/cases.js';
import { observed, soundCases, type SoundCase } from '../../test/support/observed.js';
import { sharedCasesOf } from '../../test/support/shared-cases.js';
import { faultsOfFile, type PackFile } from '../generate/check-schemas.js';
import { packIds, wholeLawFault, withUnion } from '../generate/read-law.js';
import { readmeRow } from '../generate/readme.js';
import { packPage } from '../generate/rule-catalogue/pack-page.js';
import type { Note } from '../generate/rule-catalogue/note-sections.js';
import { toldRules } from '../generate/rule-catalogue/told.js';
import { layoutFaults, type LayoutFile } from '../generate/receipt-layouts.js';
import { labelsFault, languagesFault, NAMES } from '../generate/receipt-words.js';
import { caseLineFaults } from './case-faults.js';
import { countryFaults } from './country-faults.js';
import { noteFaults } from './note-faults.js';
import { OPTIONAL_DATA, REQUIRED_DATA, strayFaults } from './pack-folder.js';

/** A pack's faults, each with its file, its position and what to add; and what was checked. */
export interface Checked {
  readonly faults: readonly string[];
  readonly done: readonly string[];
}

/**
 * Checks one pack in its folder, independently of generated files.
 *
 * @param packs the folder of packs
 * @param today YYYY-MM-DD
 * @param filter text in a case's code or name; empty for all cases
 */
export async function checkPack(id: string, packs: URL, today: string, filter = ''): Promise<Checked> {
  const folder = new URL(`${id}/`, packs);
  const at = (name: string): string => `packs/${id}/${name}`;
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

  const has = (name: string): boolean => existsSync(new URL(name, folder));
  const names = [...REQUIRED_DATA, ...OPTIONAL_DATA.filter(has)];
  const faults = [
    ...names.flatMap((name) => fileFaults(name, at(name), id, () => readFileSync(new URL(name, folder), 'utf8'))),
    ...strayFaults(folder, `packs/${id}`),
  ];
  if (faults.length > 0) return { faults, done: ['files'] };

  const national = { ...(read('law.json') as Omit<ReceiptLaw, 'rates'>), rates: read('rates.json') } as ReceiptLaw;
  const law = withUnion(national, fileURLToPath(packs));
  const fault = wholeLawFault(law, id, `packs/${id}`);
  if (fault !== undefined) return { faults: [fault], done: ['files'] };

  let pack: LawPack;
  try {
    pack = defineReceiptPack(law, await ownRules(folder));
  } catch (error) {
    const file = error instanceof UsageError && error.argument === 'law' ? 'law.json' : 'rules.ts';
    return { faults: [`${at(file)}: ${(error as Error).message}`], done: ['law'] };
  }
  let cases: readonly Case[];
  try {
    cases = [...ownCases({ id, law }, packs), ...sharedCasesOf(pack)];
  } catch (error) {
    return { faults: [(error as Error).message], done: ['law'] };
  }
  const chosen = cases.filter((c) => titleOf(c).includes(filter));
  if (chosen.length === 0) return { faults: [`no case of ${id} has ${filter} in its code or name`], done: ['law'] };
  // Runs shared cases without the custom rules, because the law's example values for extensions may contradict the
  // figures in such a case.
  const [whole, shared] = [createRegistry([pack]), createRegistry([defineReceiptPack(law)])];
  const judged = chosen.flatMap((c) => caseFaults(c, c.rule === undefined ? whole : shared));
  if (filter !== '') return { faults: judged, done: [`${chosen.length} cases`] };
  const notes = has('notes.json') ? (read('notes.json') as Note[]) : [];
  const rows = rowsWithoutCase(law, cases);
  const lines = has('cases.jsonl')
    ? parseCases(readFileSync(new URL('cases.jsonl', folder), 'utf8'), at('cases.jsonl'))
    : [];
  const wrong = [...caseLineFaults(lines, pack, at('cases.jsonl')), ...judged];
  const proof = wrong.length > 0 ? wrong : inventoryFaults(pack, cases);
  return {
    faults: [
      ...countryFaults(law, today).map((fault) => `${at('law.json')}: ${fault}`),
      ...wordFaults(law, has('layout.json') ? (read('layout.json') as LayoutFile) : undefined, packs),
      ...rows,
      ...proof,
      // Building the page needs cases that pass.
      ...(proof.length > 0 ? [] : pageFaults(pack, law, notes)),
      ...rowFaults(law),
    ],
    done: ['law', 'rates', 'words', `${cases.length} cases`, `${pack.rules.length} rules`, 'page', 'README row'],
  };
}

/** What is wrong with a file's format. */
function fileFaults(name: string, path: string, id: string, read: () => string): string[] {
  try {
    const text = read();
    if (name === 'cases.jsonl') return (parseCases(text, path), []);
    const content: unknown = JSON.parse(text);
    if (name === 'notes.json') return noteFaults(content, path, id.slice(0, 2));
    if (name === 'base.json') return [];
    if (name === 'layout.json') return layoutFaults(path, content, id.slice(0, 2));
    const schema: PackFile = name === 'law.json' ? 'law' : 'rates';
    return faultsOfFile(content, schema).map((text) => `${path}: ${text}`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      return [
        `${path} is missing: add it, for example from examples/laws/ch-receipt-1/${name}; CONTRIBUTING.md describes it`,
      ];
    return name === 'cases.jsonl' ? message.split('\n') : [`${path}: ${message}`];
  }
}

/**
 * The pack's custom rules, in rules.ts.
 *
 * @throws Error that says what the module must export
 */
async function ownRules(folder: URL): Promise<readonly Rule[]> {
  const file = new URL('rules.ts', folder);
  if (!existsSync(file)) return [];
  const { ownRules: made } = (await import(file.href)) as { readonly ownRules?: () => readonly Rule[] };
  const rules: unknown = typeof made === 'function' ? made() : undefined;
  if (!Array.isArray(rules)) throw new Error('must export ownRules, a function that returns the rules');
  return rules as readonly Rule[];
}

/** Drawings use the country's labels, or English ones if there are none. */
function wordFaults(law: ReceiptLaw, layout: LayoutFile | undefined, packs: URL): string[] {
  const { id, labels, country } = law;
  const path = `packs/${id}/law.json`;
  if (labels === undefined && !isCountryCode(country)) return [];
  if (labels === undefined)
    return [`${path}: add labels: the words that receipts in ${country} use: language, ${NAMES.join(', ')}`];
  const empty = NAMES.filter((name) => !labels[name].trim()).map((name) => `${path}: labels.${name} is empty`);
  const others = packIds(fileURLToPath(packs)).filter((other) => other !== id);
  const laws = others.map(
    (other) => JSON.parse(readFileSync(new URL(`${other}/law.json`, packs), 'utf8')) as ReceiptLaw,
  );
  const fault = labelsFault(law, laws);
  const unknown = languagesFault(layout?.languages, [law, ...laws]);
  return [
    ...empty,
    ...(fault === undefined ? [] : [`${path}: ${fault}`]),
    ...(unknown === undefined ? [] : [`packs/${id}/layout.json: ${unknown}`]),
  ];
}

/**
 * The rate and rounding rows without a case on each of their first and last days, or on any day for a row without
 * dates: a line at that rate, for the row's class, territory and regime, or a rounded cash total.
 *
 * @param folder the pack's folder, for messages
 */
export function rowsWithoutCase(law: ReceiptLaw, cases: readonly Case[], folder = `packs/${law.id}`): string[] {
  const sales = cases.flatMap(soldIn);
  const rates = isTable(law.rates) ? law.rates : [];
  return [
    ...rates.flatMap((row, i) =>
      daysWithout(
        row,
        sales.filter((sale) => isAtRate(row, sale)),
        (on, days) => {
          const { rate, productTaxClass, part, regime } = row;
          const where = [
            ...(productTaxClass === undefined ? [] : [`for the class ${productTaxClass}`]),
            ...(part === undefined ? [] : [`in the territory ${part.join(' or ')}`]),
            ...(regime === undefined ? [] : [`under the regime ${regime}`]),
          ];
          const line = [`a line at ${rate} %`, ...where, days].join(' ');
          return `${folder}/rates.json: rates/${i} has no case${on}: add one to cases.jsonl, with ${line}`;
        },
      ),
    ),
    ...law.cashRounding.flatMap((row, i) =>
      daysWithout(row, sales.filter(isRounded), (on, days) => {
        const line = `a cash total and totals.rounding ${days}`;
        return `${folder}/law.json: cashRounding/${i} has no case${on}: add one to cases.jsonl, with ${line}`;
      }),
    ),
    ...(law.stateRounding ?? []).flatMap((row, i) => {
      if (row.level !== 'rule') return [];
      const own = sales.filter((sale) => isRounded(sale) && sale.territory === `${law.country}-${row.code}`);
      return daysWithout(row, own, (on, days) => {
        const line = `a cash total and totals.rounding in the territory ${law.country}-${row.code} ${days}`;
        return `${folder}/law.json: stateRounding/${i} has no case${on}: add one to cases.jsonl, with ${line}`;
      });
    }),
  ];
}

/** What a case says about rows. */
interface Sold {
  readonly day: string;
  readonly territory: string | undefined;
  readonly regimes: readonly string[];
  readonly lines: readonly { readonly rate: unknown; readonly productTaxClass: string | undefined }[];
  /** The method of payment. */
  readonly method: unknown;
  readonly rounding: unknown;
}

function soldIn({ input, business, productTaxClass = {} }: Case): Sold[] {
  const { timestamp, items, payment, totals } = ('document' in input ? input.document : {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof timestamp !== 'string' || !Array.isArray(items)) return [];
  const { territory, regimes = [] } = business;
  const lines = (items as unknown[]).map((item, i) => ({
    rate: (Object(item) as { taxRate?: unknown }).taxRate,
    productTaxClass: productTaxClass[i],
  }));
  const { method } = Object(payment) as { method?: unknown };
  const { rounding } = Object(totals) as { rounding?: unknown };
  return [{ day: timestamp.slice(0, 10), territory, regimes, lines, method, rounding }];
}

const isRounded = ({ method, rounding }: Sold): boolean => method === 'cash' && rounding !== undefined;

/** Whether a case has a line to which a row applies, apart from the row's dates. */
const isAtRate = ({ rate, productTaxClass, part, regime }: RateRow, { lines, territory, regimes }: Sold): boolean =>
  lines.some((line) => line.rate === rate && line.productTaxClass === productTaxClass) &&
  (part === undefined ? territory === undefined : territory !== undefined && part.includes(territory)) &&
  (regime === undefined || regimes.includes(regime));

/** A fault for each of a row's first and last days that no sale has; for a row without dates, if there is no sale. */
function daysWithout(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  sales: readonly Sold[],
  fault: (on: string, days: string) => string,
): string[] {
  const ends = [...new Set([from, until])].filter((day) => day !== undefined);
  if (ends.length === 0) return sales.length > 0 ? [] : [fault('', 'on any day')];
  return ends.filter((end) => !sales.some(({ day }) => day === end)).map((end) => fault(` on ${end}`, `on ${end}`));
}

function caseFaults(c: Case, registry: Registry): string[] {
  const found = verdictOn(registry, c);
  const expected = expectedOf(c);
  const place = `${c.place}: ${c.name}${c.rule === undefined ? '' : ` (rule ${c.rule}, under ${c.pack})`}`;
  const says = (issues: readonly string[]): string => issues.join(', ') || 'none';
  const lists = (['issues', 'warnings'] as const).flatMap((key) =>
    says(found[key]) === says(expected[key])
      ? []
      : [`${place}: ${key} are ${says(found[key])}, but the case has ${says(expected[key])}`],
  );
  // The error follows from the issues, so it says nothing new if they differ.
  if (lists.length > 0 || found.error === expected.error) return lists;
  return [`${place}: error is ${found.error ?? 'none'}, but the case has ${expected.error ?? 'none'}`];
}

/** Checks that the cases cover the rules. */
function inventoryFaults(pack: LawPack, cases: readonly Case[]): string[] {
  const sound = soundCases(pack, cases);
  return pack.rules.flatMap((rule) => ruleFaults(pack, rule, cases, sound));
}

function ruleFaults(pack: LawPack, rule: Rule, cases: readonly Case[], sound: readonly SoundCase[]): string[] {
  const { fired, undeclaredCodes, undeclaredReads, unusedReads } = observed(pack, rule, sound, definePack);
  const place = `packs/${pack.id}, rule ${rule.id}`;
  const file = `packs/${pack.id}/cases.jsonl`;
  const isSilent = (c: Case, code: string): boolean =>
    c.code === code && (c.rule === undefined || c.rule === rule.id) && c.kind === 'silent';
  return [
    ...[...undeclaredCodes].map((code) => `${place}: add ${code} to codes`),
    ...[...undeclaredReads].map((field) => `${place}: add ${field} to reads`),
    ...unusedReads.map(
      (field) => `${place}: reads has ${field}, but the rule reads it in no case: remove it, or add a case`,
    ),
    ...rule.codes
      .filter((code) => !fired.has(code))
      .map((code) => `${file}: add a case for ${code} that expects it, for rule ${rule.id}`),
    ...rule.codes
      .filter((code) => !cases.some((c) => isSilent(c, code)))
      .map((code) => `${file}: add a case for ${code} that does not expect it, for rule ${rule.id}`),
  ];
}

function pageFaults(pack: LawPack, law: ReceiptLaw, notes: readonly Note[]): string[] {
  try {
    packPage(pack, law, notes, toldRules([pack]));
    return [];
  } catch (error) {
    return [`cannot build the page of ${pack.id}: ${(error as Error).message}`];
  }
}

function rowFaults(law: ReceiptLaw): string[] {
  if (!isCountryCode(law.country)) return [];
  const row = readmeRow(law);
  const page = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  return page.includes(`\n${row}\n`) ? [] : [`README.md: run npm run generate, which writes the row ${row}`];
}
