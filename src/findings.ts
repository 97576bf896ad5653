import type { Issue } from './issue.js';

/** Up to this many, sorting in place by insertion is cheaper than a call of Array.prototype.sort with a comparator. */
const FEW = 40;

/** Issues on their way to the result, with the numbers that they sort by. */
export class Findings {
  private readonly keys: number[] = [];
  private readonly issues: Issue[] = [];

  private inOrder = true;
  private last = -1;

  add(key: number, issue: Issue): void {
    // Equal keys are settled by name and code, so they count as out of order.
    if (key <= this.last) this.inOrder = false;
    this.last = key;
    this.keys.push(key);
    this.issues.push(issue);
  }

  copyTo(other: Findings): void {
    this.issues.forEach((issue, i) => other.add(this.keys[i]!, issue));
  }

  /** All issues: by field in the schema's order, array index ascending, then code. */
  sorted(): Issue[] {
    if (this.inOrder) return this.issues;
    return this.issues.length <= FEW ? this.insertionSorted() : this.mergeSorted();
  }

  private insertionSorted(): Issue[] {
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
    return issues;
  }

  private mergeSorted(): Issue[] {
    const { keys, issues } = this;
    const order = issues.map((_, i) => i);
    order.sort((a, b) =>
      precedes(keys[a]!, issues[a]!, keys[b]!, issues[b]!)
        ? -1
        : precedes(keys[b]!, issues[b]!, keys[a]!, issues[a]!)
          ? 1
          : a - b,
    );
    return order.map((i) => issues[i]!);
  }
}

/** Equal keys: fields that the schema does not know go by name, and one field's issues by code. */
function precedes(keyA: number, a: Issue, keyB: number, b: Issue): boolean {
  if (keyA !== keyB) return keyA < keyB;
  return a.field === b.field ? a.code < b.code : a.field < b.field;
}
