import type { Issue } from './issue.js';

/** Up to this many, sorting in place by insertion is cheaper than a call of Array.prototype.sort with a comparator. */
const FEW = 40;

/** With fewer findings than this, none are dropped. */
const LEAST_TO_PRUNE = 64;

/** Collects the issues of a result, with the numbers that they are sorted by. */
export class Findings {
  private keys: number[] = [];
  private issues: Issue[] = [];

  private inOrder = true;
  private last = -1;
  private dropped = 0;
  /** The highest key that may still be among the first `limit`. */
  private highest = Infinity;

  /** @param limit how many issues to keep, the first in order; the others are only counted */
  constructor(private readonly limit = Infinity) {}

  /** How many issues there are, including dropped ones. */
  get count(): number {
    return this.issues.length + this.dropped;
  }

  /** Whether an issue with this key may be kept. If not, it is counted here, and need not be made. */
  wants(key: number): boolean {
    if (key <= this.highest) return true;
    this.dropped++;
    return false;
  }

  add(key: number, issue: Issue): void {
    // Equal keys are ordered by name and code, so they count as not in order.
    if (key <= this.last) this.inOrder = false;
    this.last = key;
    this.keys.push(key);
    this.issues.push(issue);
    if (this.issues.length >= 2 * this.limit && this.issues.length >= LEAST_TO_PRUNE) this.prune();
  }

  /**
   * Drops all but the first `limit`. Called only after as many new ones have come, so that each of them bears a small
   * part of the cost.
   */
  private prune(): void {
    this.sorted();
    this.dropped += this.issues.length - this.limit;
    this.issues.length = this.limit;
    this.keys.length = this.limit;
    this.highest = this.last = this.keys.at(-1) ?? -1;
    this.inOrder = true;
  }

  copyTo(other: Findings): void {
    this.issues.forEach((issue, i) => other.add(this.keys[i]!, issue));
  }

  /** All issues that were kept: by field in the schema's order, array index ascending, then code. */
  sorted(): Issue[] {
    if (!this.inOrder) {
      if (this.issues.length <= FEW) this.insertionSort();
      else this.mergeSort();
    }
    return this.issues;
  }

  private insertionSort(): void {
    const { keys, issues } = this;
    for (let i = 1; i < issues.length; i++) {
      const key = keys[i]!;
      const issue = issues[i]!;
      let j = i - 1;
      while (j >= 0 && precedes(key, issue, keys[j]!, issues[j]!)) {
        keys[j + 1] = keys[j]!;
        issues[j + 1] = issues[j]!;
        j--;
      }
      keys[j + 1] = key;
      issues[j + 1] = issue;
    }
  }

  private mergeSort(): void {
    const { keys, issues } = this;
    const order = issues.map((_, i) => i);
    order.sort((a, b) =>
      precedes(keys[a]!, issues[a]!, keys[b]!, issues[b]!)
        ? -1
        : precedes(keys[b]!, issues[b]!, keys[a]!, issues[a]!)
          ? 1
          : 0,
    );
    this.keys = order.map((i) => keys[i]!);
    this.issues = order.map((i) => issues[i]!);
  }
}

/** If keys are equal, unknown fields are ordered by name, and issues of one field by code. */
function precedes(keyA: number, a: Issue, keyB: number, b: Issue): boolean {
  if (keyA !== keyB) return keyA < keyB;
  return a.field === b.field ? a.code < b.code : a.field < b.field;
}
