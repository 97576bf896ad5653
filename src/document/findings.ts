import type { Issue, IssueText, Severity } from '../issues/issue.js';
import { fieldAt, pathAt, type Place } from './places.js';

/**
 * An issue before its field, path and message are built: building them takes most of the time that an issue takes, and
 * few callers read them.
 */
export interface Finding {
  /** The place in the schema, or, for a field that the schema does not have, its field and path. */
  readonly at: Place | Where;
  readonly index: number;
  readonly code: string;
  readonly message: IssueText<unknown>;
  /** The values that the message is built from. */
  readonly values: unknown;
  readonly severity: Severity;
  /** Absent for structural faults, like the next two fields. */
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

/** Pruning a list of fewer findings takes more time than it saves. */
const MIN_TO_PRUNE = 64;

/** Collects the findings of a document with their sort keys. */
export class Findings {
  private keys: number[] = [];
  private found: Finding[] = [];

  private inOrder = true;
  private last = -1;
  private dropped = 0;
  /** Findings with a higher sort key are not among the first `limit`. */
  private highest = Infinity;

  /** @param limit the number of issues to keep, the first in order; the rest are only counted */
  constructor(private readonly limit = Infinity) {}

  /** The number of issues, including dropped ones. */
  get count(): number {
    return this.found.length + this.dropped;
  }

  /** Whether to keep an issue with this sort key. If not, counts it, so that the caller need not create it. */
  wants(key: number): boolean {
    if (key <= this.highest) return true;
    this.dropped++;
    return false;
  }

  add(key: number, finding: Finding): void {
    // Equal keys still need sorting by name and code, so they are treated as unordered.
    if (key <= this.last) this.inOrder = false;
    this.last = key;
    this.keys.push(key);
    this.found.push(finding);
    if (this.found.length >= 2 * this.limit && this.found.length >= MIN_TO_PRUNE) this.prune();
  }

  /**
   * Drops all but the first `limit` findings. Runs only when at least `limit` findings have been added since the last
   * run, so that the time per finding stays small.
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

  /**
   * The first issues, at most `limit`, with their messages, sorted by schema field, array index and code.
   */
  issues(): Issue[] {
    const found = this.sorted();
    const shown = found.length > this.limit ? found.slice(0, this.limit) : found;
    return shown.map(issueOf);
  }

  /** All findings kept, in the order of their issues. */
  sorted(): Finding[] {
    if (!this.inOrder) {
      const { keys, found } = this;
      const order = found.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || compareEqual(found[a]!, found[b]!));
      this.keys = order.map((i) => keys[i]!);
      this.found = order.map((i) => found[i]!);
      this.last = this.keys.at(-1)!;
      this.inOrder = true;
    }
    return this.found;
  }
}

/** Orders findings with the same key: unknown fields by name, and a field's issues by code. */
function compareEqual(a: Finding, b: Finding): number {
  const [fieldA, fieldB] = [fieldOf(a), fieldOf(b)];
  if (fieldA !== fieldB) return fieldA < fieldB ? -1 : 1;
  return a.code < b.code ? -1 : Number(a.code > b.code);
}

/** The factors leave room for 255 fields per element, and for 2^31 elements. */
const ELEMENT = 2 ** 8;
const NODE = 2 ** 40;

/** An issue's sort key: first the schema's field order, then the index. */
export function sortKey(at: Place, index: number): number {
  return index < 0 ? at.node * NODE : at.array * NODE + (index + 1) * ELEMENT + (at.node - at.array);
}

/**
 * The key of a fault inside a free-form field, for example in one namespace of `extensions`. It sorts after faults in
 * the field as a whole, and before issues that rules raise for fields inside it.
 */
export function sortKeyInside(at: Place, index: number): number {
  return sortKey(at, index) + 0.5;
}

/** The key of an unknown field, which sorts after all known fields of its object. */
export function sortKeyBehind(parent: Place, index: number): number {
  return index < 0
    ? parent.last * NODE + NODE / 2
    : parent.array * NODE + (index + 1) * ELEMENT + (parent.last - parent.array) + 0.5;
}
