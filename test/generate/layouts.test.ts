import { readFileSync } from 'node:fs';
import { packs } from '../draw/of-countries';
import { describe, expect, it } from 'vitest';
import { layoutFaults, readLayout } from '../../scripts/generate/receipt-layouts';
import { changed, set, type Change } from '../support/changes';

const PATH = 'packs/pt-receipt-1/layout.json';
const read = (): unknown => JSON.parse(readFileSync(PATH, 'utf8'));
const faultsOf = (...changes: readonly Change[]) => layoutFaults(PATH, changed(read(), changes), 'PT');

describe('validation of a layout', () => {
  it("accepts every country's layout", () => {
    for (const { id } of packs) expect(readLayout(id)).toHaveProperty('evidence.sources');
  });

  it('accepts a missing layout', () => {
    expect(readLayout('se-receipt-1', 'examples/laws')).toBeUndefined();
  });

  it.each<[Change, found: string, meant: string]>([
    [set('totl', 'TOTAL'), 'totl', 'total'],
    [set('line.quantityfirst', true), 'quantityfirst', 'quantityFirst'],
    [set('fiscal.qr.min', 30), 'min', 'minMm'],
    [set('title.sold', 'X'), 'sold', 'sale'],
    [set('blocks[0]', 'header'), '/blocks/0', '"head"'],
    [set('currency.place', 'left'), '/currency/place', '"before"'],
    [set('date', 'd.M.yy'), '/date', '"dd/MM/yyyy"'],
    [set('saved', 'Poupou {amuont}'), '{amuont}', '{amount}'],
    [set('address[1]', '{zip}'), '{zip}', '{postalCode}'],
    [set('line.quantity', '{quantity} x {price}'), '{price}', '{unitPrice}'],
    [set('saved', 'Poupou {amount'), 'saved', '{amount}'],
    [set('fiscal.words.line', '{pt.hash}'), '{pt.hash}', '{pt.hash4}'],
    [set('fiscal.qr.from', 'es.qrCode'), 'es.qrCode', 'pt.code'],
    [set('fiscal.fields', { atcud: 'ATCUD' }), 'atcud', 'pt.code'],
    [set('taxTable', {}), 'taxTable', 'add or remove both'],
    [set('blocks', ['head', 'qr', 'title', 'items', 'totals', 'tender']), 'fiscal', 'add or remove both'],
    [set('words.unpaid', ''), '/words/unpaid', 'fewer than 1'],
    [set('total', 'TOTAL|EUR'), '/total', 'pattern'],
  ])('refuses %j, and states the file, the position, and what is valid', (change, found, meant) => {
    const faults = faultsOf(change).join('\n');
    expect(faults).toContain(PATH);
    expect(faults).toContain(found);
    expect(faults).toContain(meant);
  });

  it('accepts the unchanged layout', () => {
    expect(faultsOf()).toEqual([]);
  });
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The paths of the keys without a description. */
const silentKeys = ({ properties = {}, items }: Schema, path = ''): string[] => [
  ...Object.entries(properties).flatMap(([key, schema]) => [
    ...((schema.description ?? '').length < 5 ? [`${path}/${key}`] : []),
    ...silentKeys(schema, `${path}/${key}`),
  ]),
  ...(items === undefined ? [] : silentKeys(items, `${path}[]`)),
];

it('the schema describes every key of a layout', () => {
  const schema = JSON.parse(readFileSync('schemas/2.1/layout.json', 'utf8')) as Schema;
  expect(silentKeys(schema)).toEqual([]);
  expect(silentKeys({ properties: { a: { items: { properties: { b: {} } } } } })).toEqual(['/a', '/a[]/b']);
});
