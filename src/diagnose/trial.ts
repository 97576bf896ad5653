import type { Issue } from '../issues/issue.js';
import { gainOf, without, type Diagnosing, type Verdict } from './diagnosing.js';
import { follow } from './follow.js';
import { lossWithin } from './loss.js';
import type { Repair } from './repairs.js';
import { difference, type Path } from './revision.js';
import type { View } from './view.js';

/** A repair whose score is at least this share of the best score competes with the best. */
export const RIVAL = 0.8;

/**
 * A line is removed from a group of repairs if another repair of that line scores nearly as well as the group's: at
 * least this share of its score. The line then probably contains a different mistake from the other lines.
 */
const AS_GOOD = 0.97;

/** A repair does not cost more for changes beyond this number. */
const MOST_COUNTED = 8;

/** A repair that was tried. */
export interface Attempt {
  readonly repair: Repair;
  readonly document: unknown;
  readonly verdict: Verdict;
  readonly removed: readonly Issue[];
  readonly score: number;
}

/** The index of the line that a repair changes; undefined if it changes several lines or anything else. */
function lineOf({ edits }: Repair): unknown {
  const lines = new Set(edits.map(({ path }) => (path[0] === 'items' ? path[1] : undefined)));
  return lines.size === 1 ? [...lines][0] : undefined;
}

/** Whether a field can affect only the issues of its own line and of sums. */
const isFigure = ([part, next]: Path): boolean =>
  part === 'totals' ||
  (part === 'items' && next !== undefined) ||
  (part === 'tax' && (next === 'summary' || next === 'jurisdictions'));

/** Tries repairs, with and without updating dependent figures, until no other repair can come close to the best. */
export class Trial {
  private readonly attempts = new Map<Repair, readonly Attempt[]>();
  private readonly seen = new Set<string>();
  private readonly lossWithin: (parts: ReadonlySet<unknown>) => number;
  /** The score below which a repair cannot compete with the best. */
  private least = 0;

  constructor(
    private readonly diagnosing: Diagnosing,
    private readonly view: View,
    private readonly repairs: readonly Repair[],
  ) {
    this.lossWithin = lossWithin(diagnosing.verdict.issues);
  }

  run(): void {
    const queue = this.repairs.map((repair) => ({ repair, bound: this.boundOf(repair) / repair.cost }));
    queue.sort((a, b) => b.bound - a.bound || a.repair.cost - b.repair.cost);
    for (const { repair, bound } of queue) {
      if (this.diagnosing.isSpent || bound < this.least) return;
      this.try(repair);
    }
  }

  /** The successful attempts, best first. */
  get best(): readonly Attempt[] {
    return [...this.attempts.values()].flat().sort((a, b) => b.score - a.score);
  }

  /** Whether another repair of the line fits about as well as this member of a group, or better. */
  hasBetter(member: Repair): boolean {
    const line = lineOf(member);
    if (line === undefined) return false;
    const own = this.try(member, 0)[0]?.score ?? 0;
    const least = own * AS_GOOD;
    return this.repairs.some(
      (other) =>
        other.kind !== member.kind &&
        other.members === undefined &&
        !other.isRest &&
        lineOf(other) === line &&
        this.boundOf(other) / other.cost > least &&
        this.try(other, least).some(({ score }) => score > least),
    );
  }

  /** Replaces the attempt for a group with an attempt for a smaller group. */
  replace({ repair }: Attempt, smaller: Repair | undefined): void {
    this.attempts.set(repair, []);
    if (smaller !== undefined) this.try(smaller, 0);
  }

  /**
   * The maximum gain from a repair. A repair does not affect the issues of other lines, unless it changes something
   * that all lines depend on.
   */
  private boundOf({ edits }: Repair): number {
    const parts = new Set<unknown>();
    let isOfAll = false;
    for (const { path } of edits) {
      if (!isFigure(path)) return this.diagnosing.verdict.loss;
      const [part, next, index] = path;
      parts.add(part === 'items' ? next : String(index));
      isOfAll ||= part === 'items' || (part === 'tax' && index === undefined);
    }
    // If the lines change, `follow` can change any entry.
    if (isOfAll) this.view.entries.forEach((_, j) => parts.add(String(j)));
    return this.lossWithin(parts);
  }

  /**
   * @param least the score below which the repair does not matter
   * @returns the successful attempts, best first
   */
  private try(repair: Repair, least?: number): readonly Attempt[] {
    const known = this.attempts.get(repair);
    if (known !== undefined) return known;
    const found: Attempt[] = [];
    this.attempts.set(repair, found);
    const { diagnosing } = this;
    const attempt = (document: unknown, cost: number): void => {
      if (diagnosing.isSpent) return;
      const verdict = diagnosing.validate(document);
      const removed = without(diagnosing.verdict, verdict);
      const gain = gainOf(diagnosing.verdict, verdict, removed);
      if (gain <= 0) return;
      const score = gain / cost;
      // A repair that corrects figures on many lines is no coincidence: only a better repair can compete with it.
      const many = Math.min(repair.edits.length, this.view.lines.length);
      const isSure = many > MOST_COUNTED && verdict.issues.length === 0 && !repair.isGuess;
      this.least = Math.max(this.least, isSure ? score : score * RIVAL);
      found.push({ repair, document, verdict, removed, score });
    };
    const plain = diagnosing.revise();
    // In reverse order, so that indexes stay valid while entries are removed.
    for (const { path, value } of [...repair.edits].reverse()) plain.set(path, value);
    const changes = this.changesTo(plain.document, repair);
    if (this.isNew(changes)) {
      const extra = repair.kind === undefined ? 0.03 * Math.min(changes.length - 1, 4) : 0;
      attempt(plain.document, repair.cost + extra);
    }
    const bound = this.boundOf(repair);
    let cost = repair.cost + 0.05;
    const isHopeless = (): boolean => bound / cost < (least ?? this.least);
    if (isHopeless()) return found;
    const followed = diagnosing.revise(plain.document);
    if (!follow(diagnosing.reader, this.view, followed, diagnosing.shop.pack?.law)) return found;
    const more = this.changesTo(followed.document, repair);
    cost += 0.02 * Math.min(more.length, MOST_COUNTED);
    if (isHopeless()) return found;
    // The edits of a large repair were compared above.
    if (more === repair.edits || this.isNew(more)) attempt(followed.document, cost);
    return found.sort((a, b) => b.score - a.score);
  }

  /**
   * The changes that a repair makes. For a large repair, returns its edits instead, because the exact number does not
   * matter.
   */
  private changesTo(document: unknown, { edits }: Repair): readonly unknown[] {
    return edits.length > MOST_COUNTED ? edits : difference(this.diagnosing.document, document);
  }

  private isNew(changes: readonly unknown[]): boolean {
    const key = JSON.stringify(changes);
    if (changes.length === 0 || this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }
}
