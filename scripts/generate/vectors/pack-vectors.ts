import type { LawPack } from '../../../src/rule/types.js';
import { baseOf, ownCases } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import { vectorOf } from './expand.js';
import { vectorFile } from './file.js';
import { published } from './published.js';

/**
 * The vectors that only this pack has, one for each code and outcome: its rates, its rounding and its custom rules.
 * Omits stale laws and `rateWindows`, which the se-receipt-1 vectors cover. Undefined without cases.
 */
export function ownVectors(pack: LawPack): string | undefined {
  const own = ownCases(pack).filter(
    ({ code, name }) => code !== 'pack_stale' && !/^rateWindows (?:off|warn): /.test(name),
  );
  return own.length === 0 ? undefined : vectorFile(baseOf(pack), published(own.map(vectorOf)));
}

/** The vectors for all of a pack's rules, including the rules that countries share. */
export function allVectors(pack: LawPack): string {
  return vectorFile(baseOf(pack), [...ownCases(pack), ...sharedCasesOf(pack)].map(vectorOf));
}
