import type { LawPack } from '../../../src/rule/types.js';
import { baseOf, ownCases, type Case } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import { vectorOf } from './expand.js';
import { vectorFile } from './file.js';

/** The vectors that only this pack has: its rates, its rounding and its custom rules. Undefined without cases. */
export function ownVectors(pack: LawPack): string | undefined {
  const cases = published(ownCases(pack));
  return cases.length === 0 ? undefined : vectorFile(baseOf(pack), cases.map(vectorOf));
}

/** The vectors of all rules of a pack, including the rules that countries share. */
export function allVectors(pack: LawPack): string {
  return vectorFile(baseOf(pack), published([...ownCases(pack), ...sharedCasesOf(pack)]).map(vectorOf));
}

/**
 * The cases to publish. Of the cases derived from rows, some repeat others by tender, channel or amount, and the package
 * has a size limit: one positive and one negative case per obligation, one each for the cash limits and the age of the law, and one total
 * that was rounded to no multiple.
 */
function published(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.filter((one) => {
    const group = groupOf(one);
    return group === undefined || (!seen.has(group) && seen.add(group));
  });
}

/** The cases of a group show the same; undefined if a case is in no group. */
function groupOf({ code, kind, name }: Case): string | undefined {
  if (code === 'fiscal_missing' || code === 'invoice_needed') return `${code} ${kind} ${name.split(':')[0]!}`;
  if (code === 'cash_limit' || code === 'pack_stale') return `${code} ${kind}`;
  const isRounded = /^\d+ in cash, rounded by -?[1-9]\d*$/.test(name);
  return code === 'invalid_rounding' && kind === 'firing' && isRounded ? code : undefined;
}
