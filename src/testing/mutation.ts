import type { LineItem, Transaction } from '../document/types.generated.js';
import type { ErrorCode } from '../engine/validate.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Business, RuleOptions } from '../rule/types.js';
import type { Needs } from './options.js';

/** One change to a document. Paths have the same form as in issues: `items[0].amount`, `["odd key"]`. */
export type Change =
  | { readonly set: string; readonly value: unknown }
  | { readonly remove: string }
  | { readonly append: string; readonly value: unknown };

export const set = (path: string, value: unknown): Change => ({ set: path, value });
export const remove = (path: string): Change => ({ remove: path });
export const append = (path: string, value: unknown): Change => ({ append: path, value });

const STEP = /\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g;

function stepsOf(path: string): string[] {
  return [...path.matchAll(STEP)].map(([, index, key, name]) => (index ?? key ?? name)!);
}

/**
 * Returns a changed copy. Creates missing objects along the path.
 *
 * @throws Error if the path leads through a value that is not an object
 */
export function changed(base: unknown, changes: readonly Change[]): unknown {
  const document = copy(base);
  for (const change of changes) {
    const steps = stepsOf('set' in change ? change.set : 'remove' in change ? change.remove : change.append);
    const last = steps.pop()!;
    const holder = steps.reduce<object>(inside, document as object);
    if ('remove' in change && Array.isArray(holder)) holder.splice(Number(last), 1);
    else if ('remove' in change) Reflect.deleteProperty(holder, last);
    else if ('set' in change) put(holder, last, change.value);
    else (Reflect.get(holder, last) as unknown[]).push(change.value);
  }
  return document;
}

function inside(holder: object, step: string): object {
  const found: unknown = Object.getOwnPropertyDescriptor(holder, step)?.value;
  if (typeof found === 'object' && found !== null) return found;
  if (found !== undefined) throw new Error(`the path leads through ${step}, which is not an object`);
  const made = {};
  put(holder, step, made);
  return made;
}

/** Sets an own property, even one named `__proto__`. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A deep copy that keeps own keys named `__proto__`. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

/**
 * An issue as `field code`. If a rule other than the mutation's own raises it, that rule's id comes first, because a
 * pack may lack that rule.
 */
export type Expected = string | readonly [rule: string, issue: string];

/** The validation options that are required to find a mutation. */
export type MutationOptions = Pick<RuleOptions, 'productTaxClass' | 'original'>;

/** The changes, and all issues that they cause, in the order of the schema's fields. */
export type Mutated = readonly [changes: readonly Change[], expected: readonly Expected[], options?: MutationOptions];

/** A change that makes a valid document invalid, with exactly the issues that it causes. */
export interface Mutation {
  readonly name: string;
  /** The code that the change is meant to cause. */
  readonly code: string;
  /** The rule that finds the mutation; undefined for structural faults. */
  readonly rule: string | undefined;
  /** The kinds of documents to which the mutation applies; empty if it cannot make a document invalid under the law. */
  readonly places: (law: ReceiptLaw) => readonly Needs[];
  /** Whether the mutation makes the document invalid only if `rateWindows` is `enforce`. */
  readonly enforced: boolean;
  /**
   * Makes the change. `pick` selects a line, an entry, a field or a value. `enforced` is true if rates are checked
   * against dates.
   */
  readonly make: (document: Transaction, pick: number, law: ReceiptLaw, enforced: boolean) => Mutated;
  /** Changes to the pack's default business. */
  readonly business: Partial<Business>;
  readonly error: ErrorCode;
}

/** A change after which a valid document is still valid, but raises a warning: part of the option `unusual`. */
export interface UnusualChange {
  /** The warning's code. */
  readonly code: string;
  /** The rule that raises the warning. */
  readonly rule: string;
  /**
   * Makes the change: none for a document that it does not apply to. `pick` selects a line, an entry, a field or a
   * value.
   */
  readonly make: (document: Transaction, pick: number) => readonly Change[];
}

/** Optional parts of a mutation, which few mutations need. */
export interface MutationExtras {
  readonly rule?: string;
  readonly places?: Needs | Mutation['places'];
  readonly enforced?: boolean;
  readonly business?: Partial<Business>;
  readonly error?: ErrorCode;
}

export const at = (list: readonly unknown[], pick: number): number => pick % list.length;

export const chosen = <T>(list: readonly T[], pick: number): T => list[at(list, pick)]!;

export function mutation(name: string, code: string, make: Mutation['make'], extras: MutationExtras = {}): Mutation {
  const { rule, places = {}, enforced = false, business = {}, error = 'validation_failed' } = extras;
  const everywhere = typeof places === 'function' ? places : () => [places];
  return { name, code, make, rule, enforced, business, error, places: everywhere };
}

/** Sets a field to one of several values. */
export function setTo(field: string, values: readonly unknown[], code: string, extras?: MutationExtras): Mutation {
  const make = (_: Transaction, pick: number): Mutated => [[set(field, chosen(values, pick))], [`${field} ${code}`]];
  return mutation(`${field}: a value that is ${code}`, code, make, extras);
}

/** Sets a field in one of the lines to one of several values. */
export function lineSetTo(field: keyof LineItem, values: readonly unknown[], code: string): Mutation {
  return mutation(`a line's ${field}: a value that is ${code}`, code, ({ items }, pick) => {
    const path = `items[${at(items, pick)}].${field}`;
    return [[set(path, chosen(values, pick))], [`${path} ${code}`]];
  });
}

/** Omits one of several fields. */
export function missing(fields: readonly string[], extras?: MutationExtras): Mutation {
  const make = (_: Transaction, pick: number): Mutated => {
    const field = chosen(fields, pick);
    return [[remove(field)], [`${field} required`]];
  };
  return mutation(`omitted: ${fields.join(', ')}`, 'required', make, extras);
}

/** Sets one of several fields that clients must not send. */
export function unknown(fields: readonly string[], places: Needs = {}): Mutation {
  const make = (_: Transaction, pick: number): Mutated => {
    const field = chosen(fields, pick);
    return [[set(field, pick)], [`${field} unknown_field`]];
  };
  return mutation(`an unknown field: ${fields.join(', ')}`, 'unknown_field', make, {
    error: 'invalid_json',
    places,
  });
}
