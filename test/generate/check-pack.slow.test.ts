import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RateRow } from '../../src/law/types.js';
import { packIds } from '../../scripts/generate/read-law.js';
import { checkPack } from '../../scripts/pack/check-pack.js';
import { copyOfPack } from './support/pack-copy.js';
import { LATER } from '../support/numbers.js';

const ID = 'no-receipt-1';
const run = promisify(execFile);
const { root, path, read, edit, editCase, faultsOf } = copyOfPack(ID);

describe('npm run pack', () => {
  it('accepts a valid pack', async () => {
    expect(await faultsOf()).toEqual([]);
  });

  it('reports a failing case with file, line, name and result', async () => {
    const lines = read('cases.jsonl').trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('"issues"')) + 1;
    const { name, code, issues } = JSON.parse(lines[at - 1]!) as { name: string; code: string; issues: string[] };
    editCase(at, { remove: 'issues' });
    const faults = await faultsOf();
    // The error differs too, but says nothing new.
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packs/${ID}/cases.jsonl:${at}: ${name}: `);
    expect(faults[0]).toContain(`${issues[0]!} ${code}`);
  });

  it('accepts a new pack with its own scheme, without cases, and with unverified rate dates', async () => {
    const id = 'ch-receipt-1';
    cpSync(`examples/laws/${id}`, join(root(), id), { recursive: true });
    rmSync(join(root(), id, 'cases.jsonl'));
    const rates = JSON.parse(readFileSync(join(root(), id, 'rates.json'), 'utf8')) as RateRow[];
    writeFileSync(join(root(), id, 'rates.json'), JSON.stringify(rates.map((row) => ({ ...row, enforce: false }))));
    const { faults } = await checkPack(id, pathToFileURL(`${root()}/`), LATER);
    rmSync(join(root(), id), { recursive: true });
    // The pack's row is not in the README.
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`\`${id}\``);
  });

  it('reports an error that differs although the issues do not', async () => {
    const lines = read('cases.jsonl').trimEnd().split('\n');
    editCase(lines.findIndex((line) => !line.includes('"issues"')) + 1, { set: 'error', value: 'payload_too_large' });
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('error is none, but the case has payload_too_large');
  });

  it('reports a misspelt code in a case, and a country name that differs, beside other faults', async () => {
    editCase(1, { set: 'code', value: 'invalid_rat' });
    edit('law.json', { set: 'name.local', value: 'Noreg' });
    const faults = await faultsOf();
    for (const place of [`packs/${ID}/cases.jsonl:1: `, `packs/${ID}/law.json: name/local`])
      expect(faults.filter((fault) => fault.startsWith(place))).toHaveLength(1);
  });

  it('reports labels that are missing, and names the labels', async () => {
    edit('law.json', { remove: 'labels' });
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/law.json: add labels`, 'creditNote']) expect(faults[0]).toContain(text);
  });

  it('reports labels that differ from another pack in the same language, and suggests a language tag', async () => {
    cpSync('packs/gb-receipt-1', join(root(), 'gb-receipt-1'), { recursive: true });
    edit('law.json', { set: 'labels.language', value: 'en' });
    const faults = await faultsOf();
    rmSync(join(root(), 'gb-receipt-1'), { recursive: true });
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/law.json: labels`, 'gb-receipt-1', 'en-NO']) expect(faults[0]).toContain(text);
  });

  it('reports a language that no law has labels in', async () => {
    edit('layout.json', { set: 'languages', value: ['se'] });
    const faults = await faultsOf();
    expect(faults).toHaveLength(1);
    for (const text of [`packs/${ID}/layout.json: languages has se`, 'nb']) expect(faults[0]).toContain(text);
  });

  it('reports a custom rule without a positive case, and names the file and what to add', async () => {
    writeFileSync(
      path('rules.ts'),
      `export const ownRules = () => [{ id: 'odd', severity: 'warning', codes: ['too_short'], summary: 'Odd.', source: 'None',
        reads: ['receiptNumber'], check: (context) => void context.transaction.receiptNumber }];`,
    );
    const faults = await faultsOf();
    rmSync(path('rules.ts'));
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toContain(`packs/${ID}/cases.jsonl: add a case for too_short`);
  });

  it('runs only the cases that match a text', async () => {
    const { faults, done } = await checkPack(ID, pathToFileURL(`${root()}/`), LATER, 'invalid_rounding');
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
    expect(stderr).not.toContain("''");
  });
});
