import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RateRow } from '../../src/law/types.js';
import { packIds, readLaw } from '../../scripts/generate/read-law.js';
import { checkPack, rowsWithoutCase } from '../../scripts/pack/check-pack.js';
import { ownCases } from '../support/cases.js';
import { changed, type Change } from '../support/changes.js';

const ID = 'no-receipt-1';
const run = promisify(execFile);
let root = '';
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'check-pack-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => cpSync(`packs/${ID}`, join(root, ID), { recursive: true }));

const read = (name: string): string => readFileSync(join(root, ID, name), 'utf8');
const edit = (name: string, ...changes: readonly Change[]): void =>
  writeFileSync(join(root, ID, name), JSON.stringify(changed(JSON.parse(read(name)), changes)));
/** Changes the case on a line. */
const editCase = (at: number, ...changes: readonly Change[]): void => {
  const lines = read('cases.jsonl').trimEnd().split('\n');
  lines[at - 1] = JSON.stringify(changed(JSON.parse(lines[at - 1]!), changes));
  writeFileSync(join(root, ID, 'cases.jsonl'), `${lines.join('\n')}\n`);
};
const faultsOf = async (): Promise<readonly string[]> => (await checkPack(ID, pathToFileURL(`${root}/`))).faults;

describe('npm run pack', () => {
  it('accepts a valid pack', async () => {
    expect(await faultsOf()).toEqual([]);
  });

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
    ['labels that are missing', 'law.json', { remove: 'labels' }, 'labels', 'creditNote'],
    ['a law that contradicts itself', 'law.json', { set: 'country', value: 'SE' }, 'id', 'se-'],
  ])('reports %s, and states the file, the position and what is valid', async (_, file, change, place, add) => {
    edit(file, change);
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/${file}: `);
    expect(faults[0]).toContain(place);
    expect(faults[0]).toContain(add);
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

  it('reports a failing case with file, line, name and result', async () => {
    const lines = read('cases.jsonl').trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('"issues"')) + 1;
    const { name, code, issues } = JSON.parse(lines[at - 1]!) as { name: string; code: string; issues: string[] };
    editCase(at, { remove: 'issues' });
    const [fault = ''] = await faultsOf();
    expect(fault).toContain(`packs/${ID}/cases.jsonl:${at}: ${name}: `);
    expect(fault).toContain(`${issues[0]!} ${code}`);
  });

  it('accepts a new pack with its own scheme, without cases, and with unverified rate dates', async () => {
    const id = 'ch-receipt-1';
    cpSync(`examples/laws/${id}`, join(root, id), { recursive: true });
    rmSync(join(root, id, 'cases.jsonl'));
    const rates = JSON.parse(readFileSync(join(root, id, 'rates.json'), 'utf8')) as RateRow[];
    writeFileSync(join(root, id, 'rates.json'), JSON.stringify(rates.map((row) => ({ ...row, enforce: false }))));
    const { faults } = await checkPack(id, pathToFileURL(`${root}/`));
    rmSync(join(root, id), { recursive: true });
    // The pack's row is not in the README.
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`\`${id}\``);
  });

  it('reports a case whose document cannot be built, and names its line', async () => {
    editCase(2, { set: 'parts', value: {} }, { set: 'change', value: [{ remove: 'items[9]' }] });
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/cases.jsonl:2`, 'items[9]']) expect(faults[0]).toContain(text);
  });

  it('reports each file that is not JSON', async () => {
    writeFileSync(join(root, ID, 'rates.json'), '[');
    writeFileSync(join(root, ID, 'cases.jsonl'), `${read('cases.jsonl')}{\n\n[`);
    const faults = await faultsOf();
    const lines = read('cases.jsonl').split('\n').length;
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      `packs/${ID}/rates.json`,
      ...[lines - 2, lines - 1, lines].map((line) => `packs/${ID}/cases.jsonl:${line}`),
    ]);
  });

  it('reports each missing file', async () => {
    for (const name of ['law.json', 'rates.json']) rmSync(join(root, ID, name));
    const faults = await faultsOf();
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([`packs/${ID}/law.json`, `packs/${ID}/rates.json`]);
  });

  it('reports labels that differ from another pack in the same language, and suggests a language tag', async () => {
    cpSync('packs/gb-receipt-1', join(root, 'gb-receipt-1'), { recursive: true });
    edit('law.json', { set: 'labels.language', value: 'en' });
    const faults = await faultsOf();
    rmSync(join(root, 'gb-receipt-1'), { recursive: true });
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/law.json: labels`, 'gb-receipt-1', 'en-NO']) expect(faults[0]).toContain(text);
  });

  it('reports a custom rule without a positive case, and names the file and what to add', async () => {
    writeFileSync(
      join(root, ID, 'rules.ts'),
      `export const ownRules = () => [{ id: 'odd', severity: 'warning', codes: ['too_short'], summary: 'Odd.', source: 'None',
        reads: ['receiptNumber'], check: (context) => void context.transaction.receiptNumber }];`,
    );
    const faults = await faultsOf();
    rmSync(join(root, ID, 'rules.ts'));
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain(`packs/${ID}/cases.jsonl: add a case for too_short`);
  });

  it('runs only the cases that match a text', async () => {
    const { faults, done } = await checkPack(ID, pathToFileURL(`${root}/`), 'invalid_rounding');
    expect([faults.length, done.length, /^[1-9]\d* cases$/.test(done[0]!)]).toEqual([0, 1, true]);
  });

  it.each([
    [['ZZ'], packIds().map((id) => id.split('-')[0]!.toUpperCase())],
    [[], ['SE', 'NO']],
    [['NO', 'nothing is called this'], ['nothing is called this']],
  ])('exits with 1 if %j matches nothing', async (args, named) => {
    const found = run(process.execPath, ['--import', 'tsx', 'scripts/pack.ts', ...args]);
    const { code, stderr } = await found.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(code).toBe(1);
    for (const text of named) expect(stderr).toContain(text);
  });
});
