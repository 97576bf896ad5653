import type { LawPack } from '../../../src/rule/types.js';
import { baseOf, ownCases } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import { vectorOf } from './expand.js';
import { vectorFile } from './file.js';

/** The vectors that only this pack has: its rates, its rounding and its custom rules. Undefined without cases. */
export function ownVectors(pack: LawPack): string | undefined {
  const cases = ownCases(pack);
  return cases.length === 0 ? undefined : vectorFile(baseOf(pack), cases.map(vectorOf));
}

/** The vectors of all rules of a pack, including the rules that countries share. */
export function allVectors(pack: LawPack): string {
  return vectorFile(baseOf(pack), [...ownCases(pack), ...sharedCasesOf(pack)].map(vectorOf));
}
