import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RateRow, ReceiptLaw } from 'receipt-rule-packs';
import { checkLawFile } from '../../scripts/generate/check-schemas.js';
import { lawFault } from '../../src/law/law-fault.js';
import { checkPack } from '../../scripts/pack/check-pack.js';
import { commandsOfGuide, filesOfGuide, writeGuidePack } from './guide-pack.js';

// five-laws.check.test.ts writes the pack into a copy of the repository, follows the commands, and runs every test there.
describe('the guide on writing a pack', () => {
  const files = filesOfGuide();
  const read = (name: string): unknown => JSON.parse(files.get(`packs/qm-receipt-1/${name}`)!);

  it('writes the files that it lists', () => {
    expect([...files.keys()].sort()).toEqual(
      ['cases/invalid_rounding.json', 'cases/rate_not_in_window.json', 'law.json', 'rates.json'].map(
        (name) => `packs/qm-receipt-1/${name}`,
      ),
    );
    expect(commandsOfGuide()).toEqual(['npm run generate', 'npm run pack QM']);
  });

  it('writes a law that fits its schema and is sound', () => {
    checkLawFile('law.json', read('law.json'), 'law');
    checkLawFile('rates.json', read('rates.json'), 'rates');
    expect(lawFault({ ...(read('law.json') as ReceiptLaw), rates: read('rates.json') as RateRow[] })).toBeUndefined();
  });

  it('has a law of at most sixty lines', () => {
    expect(files.get('packs/qm-receipt-1/law.json')!.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('writes a pack that has no fault', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guide-pack-'));
    writeGuidePack(folder);
    const { faults } = await checkPack('qm-receipt-1', pathToFileURL(`${folder}/packs/`));
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
  });
});
