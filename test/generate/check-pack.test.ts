import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RateRow } from '../../src/law/types.js';
import { readLaw } from '../../scripts/generate/read-law.js';
import { rowsWithoutCase } from '../../scripts/pack/check-pack.js';
import { ownCases } from '../support/cases.js';
import type { Change } from '../support/changes.js';
import { copyOfPack } from './support/pack-copy.js';

const ID = 'no-receipt-1';
const { path, read, edit, editCase, faultsOf } = copyOfPack(ID);

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
    ['a rate as a fraction', 'rates.json', { set: '[1].rate', value: 0.24 }, 'rates/1/rate', 'percentages, such as 24'],
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

  it('reports each missing file', async () => {
    for (const name of ['law.json', 'rates.json']) rmSync(path(name));
    const faults = await faultsOf();
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([`packs/${ID}/law.json`, `packs/${ID}/rates.json`]);
  });
});
