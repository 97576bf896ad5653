import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RateRow, ReceiptLaw } from 'receipt-rule-packs';
import { checkLawFile } from '../../scripts/generate/check-schemas.js';
import { readLaw } from '../../scripts/generate/read-law.js';
import { readLayout } from '../../scripts/generate/receipt-layouts.js';
import { lawFault } from '../../src/law/law-fault.js';
import { checkPack } from '../../scripts/pack/check-pack.js';
import { formatCases } from '../support/case-lines.js';
import { commandsOfGuide, filesOfGuide, writeGuidePack } from './guide-pack.js';
import { LATER } from '../support/numbers.js';

// affected-tests.nightly.test.ts writes the pack into a copy of the repository, runs the commands, and runs every test
// there.
describe('the guide to writing a pack', () => {
  const files = filesOfGuide();
  const read = (name: string): unknown => JSON.parse(files.get(`packs/ch-receipt-1/${name}`)!);

  it('contains the files that the guide lists', () => {
    expect([...files.keys()].sort()).toEqual(
      ['cases.jsonl', 'law.json', 'layout.json', 'rates.json'].map((name) => `packs/ch-receipt-1/${name}`),
    );
    expect(commandsOfGuide()).toEqual(['npm run generate', 'npm run pack CH']);
  });

  it('contains a law that matches its schema and is consistent', () => {
    checkLawFile('law.json', read('law.json'), 'law');
    checkLawFile('rates.json', read('rates.json'), 'rates');
    expect(lawFault({ ...(read('law.json') as ReceiptLaw), rates: read('rates.json') as RateRow[] })).toBeUndefined();
  });

  it('contains valid cases', () => {
    const cases = files.get('packs/ch-receipt-1/cases.jsonl')!;
    expect(formatCases(cases, 'cases.jsonl')).toBe(cases);
  });

  it("contains the example's law and layout, and some of its rates", () => {
    const { rates, ...law } = readLaw('ch-receipt-1', 'examples/laws');
    expect(read('law.json')).toEqual(law);
    expect(read('layout.json')).toEqual(readLayout('ch-receipt-1', 'examples/laws'));
    const rows = (rates as readonly RateRow[]).map(({ references: _, note: __, ...row }) => row);
    for (const row of read('rates.json') as RateRow[]) expect(rows).toContainEqual(row);
  });

  it('has a law of at most ninety lines, including its labels', () => {
    expect(files.get('packs/ch-receipt-1/law.json')!.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  });

  it('contains a valid pack, which lacks only the README row that npm run generate writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guide-pack-'));
    writeGuidePack(folder);
    const { faults } = await checkPack('ch-receipt-1', pathToFileURL(`${folder}/packs/`), LATER);
    rmSync(folder, { recursive: true });
    expect(faults.filter((fault) => !fault.startsWith('README.md: '))).toEqual([]);
  });
});
