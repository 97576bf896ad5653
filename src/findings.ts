import { fieldAt, pathAt, type Place } from './document/places.js';
import type { Issue, IssueText, Severity } from './issue.js';

/** An issue that is still to be made: most of its cost are field, path and message, which few callers read. */
export interface Finding {
  /** The place in the schema and the index there, -1 outside arrays; or field and path. */
  readonly at: Place | Where;
  readonly index: number;
  readonly code: string;
  readonly message: IssueText<unknown>;
  /** What the message is made of. */
  readonly values: unknown;
  readonly severity: Severity;
  /** Absent from faults of structure, as are the two below. */
  readonly rule: string | undefined;
  readonly found: unknown;
  readonly expected: unknown;
}

/** A field that the schema does not have. */
export interface Where {
  readonly field: string;
  readonly path: readonly (string | number)[];
  readonly node?: undefined;
}

const fieldOf = ({ at, index }: Finding): string => (at.node === undefined ? at.field : fieldAt(at, index));

function issueOf(finding: Finding): Issue {
  const { at, index, code, message: text, values, severity, rule, found, expected } = finding;
  const field = fieldOf(finding);
  const path = at.node === undefined ? at.path : pathAt(at, index);
  const message = typeof text === 'string' ? text : text(values);
  return rule === undefined
    ? { field, path, code, message, severity }
    : { field, path, code, message, severity, rule, found, expected };
}

/** Up to this many, sorting in place by insertion is cheaper than a call of Array.prototype.sort with a comparator. */
const FEW = 40;

/** With fewer findings than this, none are dropped. */
const LEAST_TO_PRUNE = 64;

/** Collects what is found in a document, with the numbers that it is sorted by. */
export class Findings {
  private keys: number[] = [];
  private found: Finding[] = [];

  private inOrder = true;
  private last = -1;
  private dropped = 0;
  /** The highest key that may still be among the first `limit`. */
  private highest = Infinity;

  /** @param limit how many issues to keep, the first in order; the others are only counted */
  constructor(private readonly limit = Infinity) {}

  /** How many issues there are, including dropped ones. */
  get count(): number {
    return this.found.length + this.dropped;
  }

  /** Whether an issue with this key may be kept. If not, it is counted here, and need not be made. */
  wants(key: number): boolean {
    if (key <= this.highest) return true;
    this.dropped++;
    return false;
  }

  add(key: number, finding: Finding): void {
    // Equal keys are ordered by name and code, so they count as not in order.
    if (key <= this.last) this.inOrder = false;
    this.last = key;
    this.keys.push(key);
    this.found.push(finding);
    if (this.found.length >= 2 * this.limit && this.found.length >= LEAST_TO_PRUNE) this.prune();
  }

  /**
   * Drops all but the first `limit`. Called only after as many new ones have come, so that each of them bears a small
   * part of the cost.
   */
  private prune(): void {
    this.sorted();
    this.dropped += this.found.length - this.limit;
    this.found.length = this.limit;
    this.keys.length = this.limit;
    this.highest = this.last = this.keys.at(-1) ?? -1;
    this.inOrder = true;
  }

  copyTo(other: Findings): void {
    this.found.forEach((finding, i) => other.add(this.keys[i]!, finding));
  }

  /** The first issues, at most `limit`, with their messages: by field in the schema's order, array index, then code. */
  issues(): Issue[] {
    const found = this.sorted();
    const shown = found.length > this.limit ? found.slice(0, this.limit) : found;
    return shown.map(issueOf);
  }

  /** All that were kept, in the order of their issues. */
  sorted(): Finding[] {
    if (!this.inOrder) {
      if (this.found.length <= FEW) this.insertionSort();
      else this.mergeSort();
    }
    return this.found;
  }

  private insertionSort(): void {
    const { keys, found } = this;
    for (let i = 1; i < found.length; i++) {
      const key = keys[i]!;
      const finding = found[i]!;
      let j = i - 1;
      while (j >= 0 && precedes(key, finding, keys[j]!, found[j]!)) {
        keys[j + 1] = keys[j]!;
        found[j + 1] = found[j]!;
        j--;
      }
      keys[j + 1] = key;
      found[j + 1] = finding;
    }
  }

  private mergeSort(): void {
    const { keys, found } = this;
    const order = found.map((_, i) => i);
    order.sort((a, b) =>
      precedes(keys[a]!, found[a]!, keys[b]!, found[b]!)
        ? -1
        : precedes(keys[b]!, found[b]!, keys[a]!, found[a]!)
          ? 1
          : 0,
    );
    this.keys = order.map((i) => keys[i]!);
    this.found = order.map((i) => found[i]!);
  }
}

/** If keys are equal, unknown fields are ordered by name, and issues of one field by code. */
function precedes(keyA: number, a: Finding, keyB: number, b: Finding): boolean {
  if (keyA !== keyB) return keyA < keyB;
  const [fieldA, fieldB] = [fieldOf(a), fieldOf(b)];
  return fieldA === fieldB ? a.code < b.code : fieldA < fieldB;
}
