import type { LawPack, Rule } from '../../../src/rule/types.js';
import { ownCases } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import { judgeCases, type JudgedCase } from './judge.js';

/** A rule, the pack under whose law the pages show it, and all packs that have the rule with the same id and codes. */
export interface ToldRule {
  readonly rule: Rule;
  /** The heading of the rule's section. */
  readonly heading: string;
  /** The pack under whose law the examples are validated. */
  readonly shownBy: LawPack;
  readonly packs: readonly LawPack[];
  /** The cases to choose examples from. */
  readonly cases: readonly JudgedCase[];
}

/** What the pages contain: each rule once, under one law. */
export interface Told {
  readonly packs: readonly LawPack[];
  /** Rules that several packs share, in the order of the first pack with each rule. */
  readonly shared: readonly ToldRule[];
  /** Rules that only one pack has, by pack id. */
  readonly own: ReadonlyMap<string, readonly ToldRule[]>;
  /** Every validated case. */
  readonly cases: readonly JudgedCase[];
}

/**
 * Chooses the law under which to show each rule: the law of the first pack that has the rule. Validates only the shared
 * cases of these rules and the packs' own cases; the tests validate the shared ones under every law.
 *
 * @param packs the packs, starting with the one that has the most rules to show
 */
export function toldRules(packs: readonly LawPack[]): Told {
  const holders = new Map<string, LawPack[]>();
  for (const pack of packs) {
    for (const rule of pack.rules) holders.set(keyOf(rule), [...(holders.get(keyOf(rule)) ?? []), pack]);
  }
  const told = packs.flatMap((pack) => rulesShownBy(pack, holders));
  const shared = told.filter(({ packs }) => packs.length > 1);
  return {
    packs,
    shared: shared.map((one, i) => ({ ...one, heading: headingOf(one, shared.slice(0, i)) })),
    own: new Map(packs.map(({ id }) => [id, told.filter((one) => one.packs.length === 1 && one.shownBy.id === id)])),
    cases: [...new Set(told.flatMap(({ cases }) => cases))],
  };
}

/**
 * Shows rules with the same id separately if they raise other codes under another law, so that every code has an
 * example.
 */
const keyOf = ({ id, codes }: Rule): string => [id, ...codes].join(' ');

function headingOf({ rule: { id }, shownBy }: ToldRule, before: readonly ToldRule[]): string {
  return before.some(({ rule }) => rule.id === id) ? `${id} under ${shownBy.id}` : id;
}

/** A country's page, relative to docs/. */
export const countryPath = ({ country }: LawPack): string => `countries/${country.toLowerCase()}.md`;

/** The page about the rules that packs share, relative to docs/. */
export const RULES_PATH = 'rules.md';

/** Where the pages describe a pack's rule: the page, relative to docs/, and its heading. */
export function placeOf({ shared, own }: Told, pack: LawPack, { id }: Rule): { page: string; heading: string } {
  const alone = own.get(pack.id)!.find(({ rule }) => rule.id === id);
  if (alone !== undefined) return { page: countryPath(pack), heading: alone.heading };
  const { heading } = shared.find(({ rule, packs }) => rule.id === id && packs.includes(pack))!;
  return { page: RULES_PATH, heading };
}

function rulesShownBy(pack: LawPack, holders: ReadonlyMap<string, readonly LawPack[]>): ToldRule[] {
  const shown = pack.rules.filter((rule) => holders.get(keyOf(rule))![0] === pack);
  const ids = new Set(shown.map(({ id }) => id));
  const own = judgeCases(pack, ownCases(pack));
  const shared = judgeCases(
    pack,
    ids.size === 0 ? [] : sharedCasesOf(pack).filter(({ rule }) => rule !== undefined && ids.has(rule)),
  );
  // Shared cases illustrate rules that other packs have too, so these rules need only a plain sale.
  return shown.map((rule) => {
    const packs = holders.get(keyOf(rule))!;
    return { rule, heading: rule.id, shownBy: pack, packs, cases: packs.length > 1 ? shared : [...own, ...shared] };
  });
}
