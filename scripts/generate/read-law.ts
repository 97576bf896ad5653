/** Reads the folders under packs/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { memberState } from '../../src/geography/member-states.js';
import { lawFault } from '../../src/law/law-fault.js';
import type { CashLimit, Obligation, RateRange, RateRow, ReceiptLaw } from '../../src/law/types.js';
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

/** The folders with a law, sorted. */
export function packIds(packs = 'packs'): string[] {
  return readdirSync(packs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${packs}/${entry.name}/law.json`))
    .map(({ name }) => name)
    .sort();
}

/** A folder's whole law: law.json and rates.json together. */
export function readLaw(id: string, packs = 'packs'): ReceiptLaw {
  const law = readJson(`${packs}/${id}/law.json`);
  checkLawFile(`${packs}/${id}/law.json`, law, 'law');
  const rates = readRates(`${packs}/${id}/rates.json`);
  const whole = withUnion({ ...(law as Omit<ReceiptLaw, 'rates'>), rates }, packs);
  const fault = wholeLawFault(whole, id, `${packs}/${id}`);
  if (fault !== undefined) throw new PackFault(fault);
  return whole;
}

/**
 * What is wrong with a law that matches its schemas, with the file and the position in it; undefined if nothing.
 *
 * @param folder the pack's folder, for messages
 */
export function wholeLawFault(law: ReceiptLaw, id: string, folder: string): string | undefined {
  if (law.id !== id) return `${folder}/law.json: id is ${law.id}, but the folder is ${id}`;
  const fault = lawFault(law);
  if (fault === undefined) return undefined;
  // Rows are named as in the faults that the schemas find: rates/2/rate for rates[2].rate.
  const text = fault.replace(/\b\w+\[\d+\](?:\[\d+\]|\.\w+)*/g, (row) => row.replace(/\[(\d+)\]|\./g, '/$1'));
  return `${folder}/${/^rates\b/.test(fault) ? 'rates' : 'law'}.json: ${text}`;
}

/** What European Union law adds to each member state's law. */
interface UnionLaw {
  readonly obligations: readonly Obligation[];
  readonly cashLimits: readonly CashLimit[];
}

export const readUnionLaw = (packs = 'packs'): UnionLaw | undefined =>
  existsSync(`${packs}/european-union.json`) ? (readJson(`${packs}/european-union.json`) as UnionLaw) : undefined;

/**
 * Adds the Union's cash limits to those of a member state. The limits are listed but not checked if the state has
 * another currency, because its own law sets that amount, or if its own limit is as low or lower.
 */
export function withUnion(law: ReceiptLaw, packs: string): ReceiptLaw {
  const union = memberState(law.country) === law.country ? readUnionLaw(packs) : undefined;
  if (union === undefined) return law;
  const { cashLimits: own = [], currencies } = law;
  const added = union.cashLimits.map((row): CashLimit => {
    const isLower = own.some((one) => one.level === 'warning' && one.limit <= row.limit && one.until === undefined);
    return isLower || currencies.at(-1)!.code !== row.currency ? { ...row, level: 'listed' } : row;
  });
  return { ...law, cashLimits: [...own, ...added] };
}

export function readRates(path: string): readonly RateRow[] | RateRange {
  const rates = readJson(path);
  checkLawFile(path, rates, 'rates');
  return rates as readonly RateRow[] | RateRange;
}
