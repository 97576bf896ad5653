import { completeDraft } from '../complete/complete.js';
import { holdsOn } from '../calendar/dates.js';
import type { Issue } from '../issues/issue.js';
import { isTable } from '../law/rates-on.js';
import { candidatesOf, optionOf, refusedRates, refusedTaxAgrees } from './country.js';
import { gainOf, without, type Diagnosing } from './diagnosing.js';
import { suggestField } from './field-repairs.js';
import { suggestLine } from './line-repairs.js';
import { Repairs, type LawOfDay, type Repair } from './repairs.js';
import { wordsOfRefusal } from './cause-texts.js';
import { difference, isSame, type Fields } from './revision.js';
import { suggestJurisdictions, suggestSummary } from './summary-repairs.js';
import { suggestTotals } from './total-repairs.js';
import { RIVAL, Trial, type Attempt } from './trial.js';
import type { CauseOption } from './types.js';
import type { View } from './view.js';
import { suggestWhole } from './whole-repairs.js';

/** A repair whose score is at least this share of the best score fits equally well. */
const EQUAL = 0.97;
const MOST_OPTIONS = 12;
/**
 * Repairs of the same kind on more lines than this are tried on all of them together, but individually only on the
 * first ones.
 */
const FEW_LINES = 8;
const RECOMPUTE = 2.2;
const RECOMPUTED_FIELD = 0.15;

/**
 * Tries the repairs that the issues suggest, and accepts the one with the highest gain per cost.
 *
 * @returns whether a repair was accepted
 */
export function repairStep(diagnosing: Diagnosing, countries: boolean): boolean {
  const view = diagnosing.reader.read(diagnosing.document);
  const { today } = diagnosing;
  const trial = new Trial(diagnosing, view, repairsOf(diagnosing.verdict.issues, view, today));
  trial.run();
  const attempts = separated(trial);
  const [first] = attempts;
  if (diagnosing.deferred === undefined) {
    const recomputed = recompute(diagnosing, first?.score ?? 0);
    if (recomputed !== undefined && recomputed.score > (first?.score ?? 0)) diagnosing.defer(recomputed);
  }
  if (first === undefined || diagnosing.isTooLong) return false;
  const best = first;
  const { repair } = best;
  const others = attempts.slice(1).filter(({ removed }) => removed.some((issue) => best.removed.includes(issue)));
  const rivals = others.filter(
    (other) =>
      other.score >= best.score * EQUAL &&
      !(other.repair.members && repair.members && other.repair.kind === repair.kind),
  );
  const abroad = countries && repair.code === 'rate_of_line' ? countriesOfRates(diagnosing) : [];
  const isCurrency = best.removed.some(({ code }) => code === 'currency_not_allowed');
  const isOpen = rivals.length > 0 || isCurrency || abroad.length > 0 || repair.isGuess;
  const isLikely = others.some(({ score }) => score >= best.score * RIVAL) || repair.isWord;
  const choices = [best, ...rivals];
  for (const other of others) {
    const isKnown = choices.some((one) => one.repair === other.repair);
    if (!isKnown && isOtherGuess(other.repair, repair)) choices.push(other);
  }
  const options = choices.slice(0, MOST_OPTIONS).map((one): CauseOption => ({
    title: one.repair.title,
    changes: difference(diagnosing.document, one.document),
  }));
  diagnosing.accept(
    {
      code: repair.code,
      title: repair.title,
      ...wordsOfRefusal(best.removed, today, repair.isGuess),
      confidence: isOpen ? 'choose' : isLikely ? 'likely' : 'certain',
      ...(isOpen ? { options: [...options, ...abroad] } : {}),
    },
    best.document,
    best.verdict,
  );
  return true;
}

/** Whether both are guesses for the same field, so that a person has to choose between them. */
const isOtherGuess = (one: Repair, other: Repair): boolean | undefined =>
  one.isGuess && other.isGuess && isSame(one.edits[0]!.path, other.edits[0]!.path);

/** All repairs that the issues suggest. */
function repairsOf(issues: readonly Issue[], view: View, today: LawOfDay): Repair[] {
  const repairs = new Repairs(view, issues, today);
  suggestWhole(repairs);
  for (const issue of issues) {
    suggestField(repairs, issue);
    suggestLine(repairs, issue);
    suggestJurisdictions(repairs, issue);
  }
  suggestSummary(repairs);
  suggestTotals(repairs);
  return grouped(repairs.all);
}

/** The repairs and, for each kind that occurs on several lines or entries, a group of all repairs of that kind. */
function grouped(all: readonly Repair[]): Repair[] {
  const kinds = new Map<string, Map<unknown, Repair>>();
  const single = all.filter((repair) => {
    if (repair.kind === undefined) return true;
    const kind = kinds.get(repair.kind) ?? new Map<unknown, Repair>();
    kinds.set(repair.kind, kind);
    const place = repair.edits[0]!.path.find((step) => typeof step === 'number');
    if (kind.has(place)) return false;
    kind.set(place, repair);
    return kind.size <= FEW_LINES;
  });
  const groups = [...kinds.values()].flatMap((kind) => (kind.size > 1 ? [groupOf([...kind.values()])] : []));
  return [...groups, ...single];
}

function groupOf(members: readonly Repair[]): Repair {
  const [first] = members as [Repair];
  const edits = members.map(({ edits: [edit] }) => edit!);
  const title = `${first.title} (${members.length} times)`;
  return { ...first, title, edits, cost: first.cost + 0.01 * Math.min(members.length, 3), members };
}

/**
 * The attempts, best first. Removes a line from a group if another repair fits that line better, so that different
 * mistakes are not reported as one.
 */
function separated(trial: Trial): readonly Attempt[] {
  for (;;) {
    const attempts = trial.best;
    const members = attempts[0]?.repair.members;
    if (members === undefined || members.length > FEW_LINES) return attempts;
    const kept = members.filter((member) => !trial.hasBetter(member));
    if (kept.length === members.length) return attempts;
    trial.replace(attempts[0]!, kept.length > 1 ? groupOf(kept) : undefined);
  }
}

/** Recomputes the figures from the lines, unless a repair explains more. */
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
  return { repair, document, verdict: after, removed: without(verdict, after), score };
}

/** The countries that have all the rates rejected by the shop's law, if the stated taxes match those rates. */
function countriesOfRates(diagnosing: Diagnosing): CauseOption[] {
  const refused = [...refusedRates(diagnosing)];
  if (refused.length === 0 || !refusedTaxAgrees(diagnosing)) return [];
  const { day } = diagnosing.reader.read(diagnosing.document);
  const isOfAnyDay = diagnosing.shop.options.rateWindows === 'off';
  return candidatesOf(diagnosing).flatMap((pack): CauseOption[] => {
    const rates = pack.law?.rates ?? [];
    const has = (rate: number): boolean =>
      isTable(rates) && rates.some((row) => row.rate === rate && (isOfAnyDay || holdsOn(row, day)));
    return refused.every(has) ? [optionOf(pack)] : [];
  });
}
