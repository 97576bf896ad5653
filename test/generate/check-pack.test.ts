import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defineReceiptPack } from '../../src/engine/receipt-pack.js';
import type { RateRow, ReceiptLaw } from '../../src/law/types.js';
import { faultsOfFile } from '../../scripts/generate/check-schemas.js';
import { readLaw } from '../../scripts/generate/read-law.js';
import { caseLineFaults } from '../../scripts/pack/case-faults.js';
import { checkPack, rowsWithoutCase } from '../../scripts/pack/check-pack.js';
import { countryFaults } from '../../scripts/pack/country-faults.js';
import { nextStep } from '../../scripts/pack/next-step.js';
import { noteFaults } from '../../scripts/pack/note-faults.js';
import type { CaseLine } from '../support/case-lines.js';
import { ownCases } from '../support/cases.js';
import { changed, type Change } from '../support/changes.js';
import { sharedCasesOf } from '../support/shared-cases.js';
import { copyOfPack } from './support/pack-copy.js';
import { LATER } from '../support/numbers.js';

const ID = 'no-receipt-1';
const { root, path, read, edit, editCase, faultsOf } = copyOfPack(ID);

describe('npm run pack', () => {
  it.each<[what: string, change: Change, place: string, add: string]>([
    ['a misspelt key', { set: 'option', value: {} }, 'cases.jsonl:2', 'options'],
    ['a misspelt key in its parts', { set: 'parts', value: { dat: '2026-01-01' } }, 'cases.jsonl:2', 'date'],
    ['no name', { remove: 'name' }, 'cases.jsonl:2', 'name'],
  ])('reports a case with %s, and states the file, the line and what is valid', async (_, change, place, add) => {
    editCase(2, change);
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/${place}: `);
    expect(faults[0]).toContain(add);
  });

  it('reports each fault of a case on a line of its own', async () => {
    editCase(2, { remove: 'name' }, { set: 'option', value: {} });
    const faults = await faultsOf();
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain(`packs/${ID}/cases.jsonl:2: `);
  });

  it.each<[what: string, file: string, change: Change, place: string, add: string]>([
    ['a row without a citation', 'rates.json', { remove: '[1].citation' }, 'rates/1', 'citation'],
    ['an enforced row without an act', 'rates.json', { remove: '[1].act' }, 'rates/1', 'act'],
    ['an enforced row without an article', 'rates.json', { remove: '[1].article' }, 'rates/1', 'article'],
    [
      'an enforced row whose source was not found',
      'rates.json',
      { set: '[1].evidence', value: 'not found' },
      'rates/1',
      'enforce',
    ],
    ['a row whose URL has no scheme', 'rates.json', { set: '[1].url', value: 'lovdata.no' }, 'rates/1/url', 'http'],
    [
      'a value that is not allowed',
      'law.json',
      { set: 'cashRounding[0].cash', value: 'must' },
      'cashRounding/0/cash',
      '"required"',
    ],
    ['a label that is missing', 'law.json', { remove: 'labels.void' }, 'labels', 'void'],
    ['a rate above 100', 'rates.json', { set: '[1].rate', value: 2400 }, 'rates/1/rate', 'Rate in percent'],
    [
      'a misspelt product tax class',
      'rates.json',
      { set: '[1].productTaxClass', value: 'fod' },
      'rates/1/productTaxClass is "fod"',
      'mean food?',
    ],
    [
      'a class that resembles none',
      'rates.json',
      { set: '[1].productTaxClass', value: 'spacecraft' },
      'rates/1/productTaxClass is "spacecraft"',
      'src/law/product-tax-classes.ts',
    ],
    [
      'a row that ends before it begins',
      'rates.json',
      { set: '[2].until', value: '1990-01-01' },
      'rates/2 ends',
      'begins',
    ],
    ['a scheme in lower case', 'law.json', { set: 'tax.scheme', value: 'no_mva' }, 'law/tax/scheme', 'such as NO_MVA'],
    ['a law that contradicts itself', 'law.json', { set: 'country', value: 'SE' }, 'id', 'se-'],
  ])('reports %s, and states the file, the position and what is valid', async (_, file, change, place, add) => {
    edit(file, change);
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/${file}: `);
    expect(faults[0]).toContain(place);
    expect(faults[0]).toContain(add);
  });

  it('reports a rate row that repeats another, and names both', async () => {
    const rates = JSON.parse(read('rates.json')) as RateRow[];
    edit('rates.json', { set: `[${rates.length}]`, value: { ...rates[1], note: 'again' } });
    expect(await faultsOf()).toEqual([
      expect.stringMatching(`packs/${ID}/rates.json: rates/${rates.length} .* rates/1,`),
    ]);
  });

  it('reports each fault of a layout on a line of its own', async () => {
    edit('layout.json', { remove: 'total' }, { set: 'dat', value: 'yyyy' });
    const faults = await faultsOf();
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toMatch(new RegExp(`^packs/${ID}/layout\\.json: `));
  });

  it('reports a rate row without a case, and names the row and the file to change', () => {
    const law = readLaw(ID);
    const cases = ownCases({ id: ID, law });
    expect(rowsWithoutCase(law, cases)).toEqual([]);
    const rows = law.rates as readonly RateRow[];
    const i = rows.findIndex(({ until, productTaxClass }) => until !== undefined && productTaxClass === undefined);
    const without = cases.filter(({ place }) => !place.endsWith('rates.json'));
    const fault = rowsWithoutCase(law, without).find((text) => text.includes(`rates/${i} `))!;
    for (const text of [`${rows[i]!.rate} %`, 'cases.jsonl']) expect(fault).toContain(text);
  });

  it('reports a case whose document cannot be built, and names its line', async () => {
    editCase(2, { set: 'parts', value: {} }, { set: 'change', value: [{ remove: 'items[9]' }] });
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/cases.jsonl:2`, 'items[9]']) expect(faults[0]).toContain(text);
  });

  it('reports each file that is not JSON', async () => {
    writeFileSync(path('rates.json'), '[');
    writeFileSync(path('cases.jsonl'), `${read('cases.jsonl')}{\n\n[`);
    const faults = await faultsOf();
    const lines = read('cases.jsonl').split('\n').length;
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      `packs/${ID}/rates.json`,
      ...[lines - 2, lines - 1, lines].map((line) => `packs/${ID}/cases.jsonl:${line}`),
    ]);
  });

  it.each<[what: string, change: Change, place: string, add: string]>([
    ['a misspelt key', { set: '[0].refs', value: [] }, 'notes/0', 'references'],
    ['a misspelt part of the law', { set: '[0].about', value: 'cashRoundin' }, 'notes/0/about', 'mean cashRounding?'],
    [
      'a misspelt key of a part of the law',
      { set: '[0].about', value: 'cashRounding.electronik' },
      'notes/0/about',
      'mean cashRounding.electronic?',
    ],
    ['a misspelt class', { set: '[0].about', value: 'rates.fod' }, 'notes/0/about', 'mean rates.food?'],
    [
      "another country's extensions",
      { set: '[0].about', value: 'extensions.se.signature' },
      'notes/0/about',
      'mean extensions.no.signature?',
    ],
    ['a subject that is nothing', { set: '[0].about', value: 'spacecraft' }, 'notes/0/about', 'items[].taxCategory'],
    ['a text without an end', { set: '[0].text', value: 'Unknown' }, 'notes/0/text', 'full stop'],
    ['no references', { set: '[0].references', value: [] }, 'notes/0/references', 'url'],
    ['an empty reference', { set: '[0].references', value: [{}] }, 'notes/0/references/0', 'title'],
    ['a relative URL', { set: '[0].references', value: [{ url: 'x.no' }] }, 'notes/0/references/0/url', 'https'],
    [
      'a day that does not exist',
      { set: '[0].references', value: [{ title: 'Act', checkedOn: '2026-02-30' }] },
      'notes/0/references/0/checkedOn',
      'YYYY-MM-DD',
    ],
  ])('reports a note with %s, and states the place and what is valid', async (_, change, place, add) => {
    edit('notes.json', change);
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/notes.json: ${place}`);
    expect(faults[0]).toContain(add);
  });

  it.each(['cashRounding.electronic', 'items[].taxCategory', 'rates.food', 'extensions.no'])(
    'accepts a note about %s',
    (about) => {
      expect(noteFaults([{ about, text: 'Unknown.' }], 'notes.json', 'NO')).toEqual([]);
    },
  );

  it.each<[change: Change, place: string, add: string]>([
    [{ set: 'name.local', value: 'Noreg' }, 'name/local', 'Norge'],
    [{ set: 'timeZone', value: 'Europe/Stockholm' }, 'timeZone', 'Europe/Oslo'],
    [{ set: 'currencies[0].code', value: 'NKO' }, 'currencies/0/code', 'NOK'],
    [{ set: 'reviewed', value: '2999-01-01' }, 'reviewed', '2999-01-01'],
    [{ remove: 'reviewed' }, 'reviewed', 'YYYY-MM-DD'],
    [{ set: 'labels.language', value: 'xx-NO' }, 'labels/language', 'nb-NO'],
  ])('reports a law whose country is described otherwise elsewhere: %j', (change, place, add) => {
    const faults = countryFaults(changed(readLaw(ID), [change]) as ReceiptLaw, LATER);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(place);
    expect(faults[0]).toContain(add);
  });

  it('reports a table of fractions, but not a single rate below 1 %', () => {
    const rates = JSON.parse(read('rates.json')) as { rate: number }[];
    const fractions = rates.map((row) => ({ ...row, rate: row.rate / 100 }));
    const positive = rates.flatMap(({ rate }, i) => (rate > 0 ? [`rates/${i}/rate`] : []));
    expect(faultsOfFile(fractions, 'rates').map((fault) => fault.split(' ')[0])).toEqual(positive);
    expect(faultsOfFile([...rates.slice(0, -1), { ...rates.at(-1), rate: 0.24 }], 'rates')).toEqual([]);
  });

  it('does not compare a law with a user-assigned code', () => {
    expect(countryFaults({ ...readLaw(ID), country: 'XA' }, LATER)).toEqual([]);
  });

  it('reports the files and folders that nothing reads, and names those that a pack has', async () => {
    writeFileSync(path('case.jsonl'), '');
    mkdirSync(path('drafts'));
    const faults = await faultsOf();
    for (const name of ['case.jsonl', 'drafts']) rmSync(path(name), { recursive: true });
    expect(faults).toHaveLength(2);
    expect(faults[0]).toContain(`packs/${ID}/case.jsonl is read by nothing`);
    expect(faults[0]).toContain('mean cases.jsonl');
    expect(faults[1]).toContain(`packs/${ID}/drafts/ `);
    for (const fault of faults) expect(fault).toContain('rates.json');
  });

  it.each<[what: string, line: Partial<CaseLine>, add: string]>([
    ['a code that no rule raises', { code: 'invalid_rat' }, 'mean invalid_rate?'],
    ['a rule that the pack does not have', { rule: 'national-rat' }, 'mean national-rate'],
    ['the name and code of another case', { name: 'first' }, 'line 1'],
  ])('reports a case with %s', (_, line, add) => {
    const lines = [
      { code: 'invalid_rate', name: 'first' },
      { code: 'invalid_rate', name: 'second', ...line },
      { code: 'invalid_value', name: 'first' },
    ];
    const faults = caseLineFaults(lines, defineReceiptPack(readLaw(ID)), 'cases.jsonl');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('cases.jsonl:2: ');
    expect(faults[0]).toContain(add);
  });

  it.each(['export const rules = () => [];', 'export const ownRules = () => [{}];', 'export const ownRules = [];'])(
    'names the module with custom rules if it is %s',
    async (text) => {
      // A folder of its own, because a module is loaded only once.
      const packs = mkdtempSync(join(root(), 'rules-'));
      cpSync(path(''), join(packs, ID), { recursive: true });
      writeFileSync(join(packs, ID, 'rules.ts'), text);
      const { faults } = await checkPack(ID, pathToFileURL(`${packs}/`), LATER);
      rmSync(packs, { recursive: true });
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^packs/${ID}/rules\\.ts: .*(?:ownRules|rule)`))]);
    },
  );

  it('names law.json if a rule that it disables does not exist', async () => {
    edit('law.json', { set: 'disabledRules', value: { 'national-rat': 'Because.' } });
    expect(await faultsOf()).toEqual([expect.stringContaining(`packs/${ID}/law.json: `)]);
  });

  it('runs no shared case of a regime whose rates have ended, and asks for cases', () => {
    const law = readLaw(ID);
    const rates = (law.rates as readonly RateRow[]).map((row) =>
      row.until === undefined ? row : { ...row, regime: 'farmer' },
    );
    const pack = defineReceiptPack({ ...law, rates });
    expect(pack.rules.flatMap(({ codes }) => codes)).toContain('rate_of_regime');
    expect(sharedCasesOf(pack).filter(({ code }) => code === 'rate_of_regime')).toEqual([]);
  });

  it('names the shared case and the law if the law has no value for the case', () => {
    const { aliases: _, ...law } = readLaw(ID);
    const territories = [{ code: 'NO-21', name: 'Svalbard', citation: 'Made up' }];
    const rates = (law.rates as readonly RateRow[]).map((row) =>
      row.until === undefined ? row : { ...row, part: ['NO-21'] },
    );
    const made = () => sharedCasesOf(defineReceiptPack({ ...law, territories, rates }));
    expect(made).toThrow(/^src\/rules\/rates\/cases\.jsonl:\d+, under no-receipt-1: .*\$partRate/);
  });

  it('says which commands list the export of a new pack', () => {
    expect(nextStep('is-receipt-1', true, 'export const noReceipt1: LawPack')).toContain('isReceipt1');
    expect(nextStep('no-receipt-1', true, 'export const noReceipt1: LawPack')).toBeUndefined();
    expect(nextStep('is-receipt-1', false, '')).toBeUndefined();
  });

  it('reports each missing file', async () => {
    for (const name of ['law.json', 'rates.json']) rmSync(path(name));
    const faults = await faultsOf();
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([`packs/${ID}/law.json`, `packs/${ID}/rates.json`]);
  });
});
