/** Reads the folders under packs/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lawFault } from '../../src/law/law-fault.js';
import type { RateRange, RateRow, ReceiptLaw } from '../../src/law/types.js';
import { checkLawFile, PackFault } from './check-schemas.js';

export const camelCase = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PackFault(`${path}: ${(error as Error).message}`);
  }
}

/** The folders with a law, in order. */
export function packIds(packs = 'packs'): string[] {
  return readdirSync(packs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${packs}/${entry.name}/law.json`))
    .map(({ name }) => name)
    .sort();
}

/** The law of a folder, whole: law.json and rates.json together. */
export function readLaw(id: string, packs = 'packs'): ReceiptLaw {
  const law = readJson(`${packs}/${id}/law.json`);
  checkLawFile(`${packs}/${id}/law.json`, law, 'law');
  const rates = readRates(`${packs}/${id}/rates.json`);
  const whole = { ...(law as Omit<ReceiptLaw, 'rates'>), rates };
  const fault = whole.id === id ? lawFault(whole) : `the id is ${whole.id}`;
  if (fault !== undefined) throw new PackFault(`${packs}/${id}/law.json: ${fault}`);
  return whole;
}

export function readRates(path: string): readonly RateRow[] | RateRange {
  const rates = readJson(path);
  checkLawFile(path, rates, 'rates');
  return rates as readonly RateRow[] | RateRange;
}
