import { completeDraft } from '../complete/complete.js';
import type { Issue } from '../issues/issue.js';
import { holdsOn } from '../calendar/dates.js';
import { isTable } from '../law/rates-on.js';
import { candidatesOf, nameOf, refusedRates, refusedTaxAgrees } from './country.js';
import { gainOf, without, type Diagnosing, type Verdict } from './diagnosing.js';
import { suggestField } from './field-repairs.js';
import { follow } from './follow.js';
import { suggestLine } from './line-repairs.js';
import { Repairs, type Repair } from './repairs.js';
import { difference, isSame, type Fields } from './revision.js';
import { suggestJurisdictions, suggestSummary } from './summary-repairs.js';
import { suggestTotals } from './total-repairs.js';
import type { CauseOption } from './types.js';
import type { View } from './view.js';
import { suggestWhole } from './whole-repairs.js';

/** Within this share of the best, a repair fits as well. */
const EQUAL = 0.97;
/** Within this share of the best, a repair is a rival. */
const RIVAL = 0.8;
const MOST_OPTIONS = 12;
/** With more repairs than these, those of single lines beyond the first few are left to the groups. */
const MANY = 400;
const FIRST_LINES = 8;
const RECOMPUTE = 2.2;
const RECOMPUTED_FIELD = 0.15;

/** A repair that was tried. */
interface Attempt {
  readonly repair: Repair;
  readonly document: unknown;
  readonly verdict: Verdict;
  readonly removed: readonly Issue[];
  readonly score: number;
}

/**
 * Tries the repairs that the issues suggest, and takes the one with the best gain for its cost.
 *
 * @returns whether one helps
 */
export function repairStep(diagnosing: Diagnosing, countries: boolean): boolean {
  const view = diagnosing.reader.read(diagnosing.document);
  const attempts = attemptsOf(diagnosing, view, repairsOf(diagnosing, view));
  const [first] = attempts;
  const recomputed = recompute(diagnosing, first?.score ?? 0);
  if (recomputed !== undefined && recomputed.score > (first?.score ?? 0)) {
    const { title } = recomputed.repair;
    diagnosing.accept({ code: 'recompute', title, confidence: 'likely' }, recomputed.document, recomputed.verdict);
    return true;
  }
  if (first === undefined) return false;
  const best = first;
  const { repair } = best;
  const others = attempts.slice(1).filter(({ removed }) => removed.some((issue) => best.removed.includes(issue)));
  const rivals = others.filter(
    (other) =>
      other.score >= best.score * EQUAL &&
      !(other.repair.isGroup && repair.isGroup && other.repair.kind === repair.kind),
  );
  const abroad = countries && repair.code === 'rate_of_line' ? countriesOfRates(diagnosing) : [];
  const isCurrency = best.removed.some(({ code }) => code === 'currency_not_allowed');
  const isOpen = repair.isGuess || rivals.length > 0 || isCurrency || abroad.length > 0;
  const isLikely = repair.isWord || others.some(({ score }) => score >= best.score * RIVAL);
  const options = [best, ...rivals].slice(0, MOST_OPTIONS).map((one): CauseOption => ({
    title: one.repair.title,
    changes: difference(diagnosing.document, one.document),
  }));
  diagnosing.accept(
    {
      code: repair.code,
      title: repair.title,
      confidence: isOpen ? 'choose' : isLikely ? 'likely' : 'certain',
      ...(isOpen ? { options: [...options, ...abroad] } : {}),
    },
    best.document,
    best.verdict,
  );
  return true;
}

/** The repairs that the issues suggest, the cheapest first. */
function repairsOf(diagnosing: Diagnosing, view: View): Repair[] {
  const { issues } = diagnosing.verdict;
  const repairs = new Repairs(view, issues, diagnosing.today);
  suggestWhole(repairs);
  for (const issue of issues) {
    suggestField(repairs, issue);
    suggestLine(repairs, issue);
    suggestSummary(repairs, issue);
    suggestTotals(repairs, issue);
    suggestJurisdictions(repairs, issue);
  }
  const { all } = repairs;
  const single = all.length <= MANY ? all : all.filter(({ edits: [edit] }) => !isLaterLine(edit!.path));
  return [...groupsOf(all), ...single].sort((a, b) => a.cost - b.cost);
}

const isLaterLine = ([, index]: readonly (string | number)[]): boolean =>
  typeof index === 'number' && index >= FIRST_LINES;

/** The repairs of one kind that fit several lines or entries, as one each. */
function groupsOf(all: readonly Repair[]): Repair[] {
  const kinds = new Map<string, Map<string, Repair>>();
  for (const repair of all) {
    if (repair.kind === undefined) continue;
    const kind = kinds.get(repair.kind) ?? new Map<string, Repair>();
    kinds.set(repair.kind, kind);
    kind.set(JSON.stringify(repair.edits[0]!.path), repair);
  }
  return [...kinds.values()].flatMap((kind) => {
    const repairs = [...kind.values()];
    const [first] = repairs;
    if (repairs.length < 2) return [];
    // From the last, so that indexes hold while entries are removed.
    const edits = repairs.flatMap((repair) => repair.edits).reverse();
    const title = `${first!.title} (${repairs.length} times)`;
    return [{ ...first!, title, edits, cost: first!.cost + 0.01 * Math.min(repairs.length, 3), isGroup: true }];
  });
}

/** Tries repairs, each plain and with the figures that follow. The best comes first. */
function attemptsOf(diagnosing: Diagnosing, view: View, repairs: readonly Repair[]): Attempt[] {
  const { law } = diagnosing.today;
  const attempts: Attempt[] = [];
  const seen = new Set<string>();
  let best = 0;
  const attempt = (repair: Repair, document: unknown, cost: number): void => {
    if (diagnosing.isSpent) return;
    const verdict = diagnosing.validate(document);
    const gain = gainOf(diagnosing.verdict, verdict);
    if (gain <= 0) return;
    const score = gain / cost;
    best = Math.max(best, score);
    attempts.push({ repair, document, verdict, removed: without(diagnosing.verdict, verdict), score });
  };
  for (const repair of repairs) {
    // Nothing gains more than all of the loss: dearer repairs are not even rivals.
    if (diagnosing.isSpent || diagnosing.verdict.loss / repair.cost < best * RIVAL) break;
    const plain = diagnosing.revise();
    for (const { path, value } of repair.edits) plain.set(path, value);
    const changes = difference(diagnosing.document, plain.document);
    if (isNew(seen, changes)) {
      const extra = repair.costsByField ? 0.03 * Math.min(changes.length - 1, 4) : 0;
      attempt(repair, plain.document, repair.cost + extra);
    }
    const followed = diagnosing.revise();
    for (const { path, value } of repair.edits) followed.set(path, value);
    if (!follow(diagnosing.reader, view, followed, law)) continue;
    const more = difference(diagnosing.document, followed.document);
    const cost = repair.cost + 0.05 + 0.02 * Math.min(more.length, 8);
    if (diagnosing.verdict.loss / cost < best * RIVAL) continue;
    if (isNew(seen, more)) attempt(repair, followed.document, cost);
  }
  return attempts.sort((a, b) => b.score - a.score);
}

function isNew(seen: Set<string>, changes: readonly unknown[]): boolean {
  const key = JSON.stringify(changes);
  if (changes.length === 0 || seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** Computes the figures again from the lines, if nothing else explains more. */
function recompute(diagnosing: Diagnosing, best: number): Attempt | undefined {
  const { verdict, shop } = diagnosing;
  if (diagnosing.isSpent || verdict.loss / (RECOMPUTE + RECOMPUTED_FIELD) <= best) return undefined;
  const completed = completeDraft(shop, diagnosing.document, { recompute: true });
  const figures = (completed.valid ? completed.transaction : completed.document) as Fields | undefined;
  const revision = diagnosing.revise();
  for (const name of ['items', 'tax', 'totals']) {
    const value = figures?.[name];
    if (value !== undefined && !isSame(value, (diagnosing.document as Fields)[name])) revision.set([name], value);
  }
  const { document } = revision;
  const changes = difference(diagnosing.document, document);
  if (changes.length === 0) return undefined;
  const after = diagnosing.validate(document);
  const score = gainOf(verdict, after) / (RECOMPUTE + RECOMPUTED_FIELD * changes.length);
  const title = 'The figures do not follow from the lines';
  const repair = { title } as Repair;
  return score > 0 ? { repair, document, verdict: after, removed: without(verdict, after), score } : undefined;
}

/** The countries that have the rates which the shop's refuses, where the stated tax is of those rates. */
function countriesOfRates(diagnosing: Diagnosing): CauseOption[] {
  const refused = [...refusedRates(diagnosing)];
  if (refused.length === 0 || !refusedTaxAgrees(diagnosing)) return [];
  const { day } = diagnosing.reader.read(diagnosing.document);
  return candidatesOf(diagnosing).flatMap((pack): CauseOption[] => {
    const rates = pack.law?.rates ?? [];
    const has = (rate: number): boolean =>
      isTable(rates) && rates.some((row) => row.rate === rate && holdsOn(row, day));
    return refused.every(has) ? [{ title: `A receipt of ${nameOf(pack)}`, changes: [], country: pack.country }] : [];
  });
}
