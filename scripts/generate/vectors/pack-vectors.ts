import type { LawPack } from '../../../src/rule/types.js';
import { baseOf, ownCases, type Case } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import { vectorOf } from './expand.js';
import { vectorFile } from './file.js';

/**
 * The vectors that only this pack has: its rates, its rounding and its custom rules. Those of se-receipt-1 show when a law
 * is stale, and what `rateWindows` changes. Undefined without cases.
 */
export function ownVectors(pack: LawPack): string | undefined {
  const own = ownCases(pack).filter(({ code, name }) => code !== 'pack_stale' && !/^(?:off|warned of): /.test(name));
  const cases = published(own, (one) => groupOfRow(one) ?? groupOf(one));
  return cases.length === 0 ? undefined : vectorFile(baseOf(pack), cases.map(vectorOf));
}

/** The vectors of all rules of a pack, including the rules that countries share. */
export function allVectors(pack: LawPack): string {
  return vectorFile(baseOf(pack), published([...ownCases(pack), ...sharedCasesOf(pack)], groupOf).map(vectorOf));
}

/**
 * The cases to publish. Of the cases derived from rows, some repeat others by tender, channel or amount, and the package
 * has a size limit: one positive and one negative case per obligation, one each for the cash limits and the age of the law, and one total
 * that was rounded to no multiple.
 */
function published(cases: readonly Case[], group: (one: Case) => string | undefined): Case[] {
  const seen = new Set<string>();
  return cases.filter((one) => {
    const key = group(one);
    return key === undefined || (!seen.has(key) && seen.add(key));
  });
}

/** The cases of a group show the same; undefined if a case is in no group. */
function groupOf({ code, kind, name }: Case): string | undefined {
  if (code === 'fiscal_missing' || code === 'invoice_needed') return `${code} ${kind} ${name.split(':')[0]!}`;
  if (code === 'cash_limit' || code === 'pack_stale') return `${code} ${kind}`;
  const isRounded = /^\d+ in cash, rounded by -?[1-9]\d*$/.test(name);
  return code === 'invalid_rounding' && kind === 'firing' && isRounded ? code : undefined;
}

/**
 * Outside of se-receipt-1: one wrong rate, a right and a wrong day of each rate, one of each kind and outcome of cash
 * rounding, and a right and a wrong format of each field of `extensions`. `npm test` runs all cases.
 */
function groupOfRow({ code, kind, name }: Case): string | undefined {
  if (code === 'rate_not_in_window') return `${code} ${kind} ${/^[\d.]+ %|^[^:]*/.exec(name)![0]}`;
  if (code === 'invalid_rounding') return `${code} ${kind} ${name.replaceAll(/-?\d[\d.-]*|by \w+$/g, '')}`;
  if (code === 'invalid_rate' && /^[\d.]+ %$/.test(name)) return `${code} ${kind}`;
  if (code === 'invalid_rate' && name.startsWith('to ')) return `${code} abroad ${kind}`;
  if (code === 'rounding_unusual' || code === 'not_allowed') return `${code} ${kind}`;
  return code === 'fiscal_format' ? `${code} ${kind} ${name.split(':')[0]!}` : undefined;
}
