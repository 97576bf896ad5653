import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packIds } from '../../scripts/generate/read-law.js';
import { checkPack } from '../../scripts/pack/check-pack.js';
import { changed, type Change } from '../support/changes.js';

const ID = 'no-receipt-1';
const run = promisify(execFile);
let root = '';
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'check-pack-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => cpSync(`packs/${ID}`, join(root, ID), { recursive: true }));

const edit = (name: string, ...changes: readonly Change[]): void => {
  const file = join(root, ID, name);
  writeFileSync(file, JSON.stringify(changed(JSON.parse(readFileSync(file, 'utf8')), changes)));
};
const faultsOf = async (): Promise<readonly string[]> => (await checkPack(ID, pathToFileURL(`${root}/`))).faults;

describe('npm run pack', () => {
  it('finds no fault in a good pack', async () => {
    expect(await faultsOf()).toEqual([]);
  });

  it.each<[what: string, file: string, change: Change, place: string, add: string]>([
    [
      'a misspelt key of a case',
      'cases/invalid_rate.json',
      { set: 'cases[0].option', value: {} },
      'cases/0',
      'options',
    ],
    [
      'a misspelt part of a case',
      'cases/invalid_rate.json',
      { set: 'cases[0].parts', value: { dat: '2026-01-01' } },
      'cases/0/parts',
      'date',
    ],
    ['a row without citation', 'rates.json', { remove: '[1].citation' }, 'rates/1', 'citation'],
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
  ])('finds %s, and names the file, the place and what is right', async (_, file, change, place, add) => {
    edit(file, change);
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/${file}: `);
    expect(faults[0]).toContain(place);
    expect(faults[0]).toContain(add);
  });

  it('finds a case that fails, and names its file, its name and what is found', async () => {
    edit('cases/invalid_rate.json', { set: 'cases[1].expect', value: {} });
    const [fault = ''] = await faultsOf();
    const { cases } = JSON.parse(readFileSync(`packs/${ID}/cases/invalid_rate.json`, 'utf8')) as {
      cases: { name: string }[];
    };
    expect(fault).toContain(`packs/${ID}/cases/invalid_rate.json: ${cases[1]!.name}: `);
    expect(fault).toContain('taxRate invalid_rate');
  });

  it('finds a file that is no JSON, or that is named by another code', async () => {
    writeFileSync(join(root, ID, 'rates.json'), '[');
    edit('cases/invalid_rate.json', { set: 'code', value: 'required' });
    const faults = await faultsOf();
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      `packs/${ID}/rates.json`,
      `packs/${ID}/cases/invalid_rate.json`,
    ]);
    expect(faults[1]).toContain('cases/required.json');
  });

  it('finds a rule of its own that no case fires, and names the file to write', async () => {
    writeFileSync(
      join(root, ID, 'rules.ts'),
      `export const ownRules = () => [{ id: 'odd', severity: 'warning', codes: ['too_short'], summary: 'Odd.', source: 'None',
        reads: ['receiptNumber'], check: (context) => void context.transaction.receiptNumber }];`,
    );
    const faults = await faultsOf();
    rmSync(join(root, ID, 'rules.ts'));
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain(`packs/${ID}/cases/too_short.json: add a `);
  });

  it('judges cases with a text alone', async () => {
    const { faults, done } = await checkPack(ID, pathToFileURL(`${root}/`), 'invalid_rounding');
    expect([faults.length, done.length, /^[1-9]\d* cases$/.test(done[0]!)]).toEqual([0, 1, true]);
  });

  it.each([
    [['CH'], packIds().map((id) => id.split('-')[0]!.toUpperCase())],
    [[], ['SE', 'NO']],
    [['NO', 'nothing is called this'], ['nothing is called this']],
  ])('exits with 1 where %j matches nothing', async (args, named) => {
    const found = run(process.execPath, ['--import', 'tsx', 'scripts/pack.ts', ...args]);
    const { code, stderr } = await found.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(code).toBe(1);
    for (const text of named) expect(stderr).toContain(text);
  });
});
