import type { LineItem, Transaction } from '../document/types.generated.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Business, RuleOptions } from '../rule/types.js';
import type { ErrorCode } from '../engine/validate.js';
import { remove, set, type Change } from './change.js';
import type { Needs } from './options.js';

/**
 * An issue as `field code`. If another rule than that of the fault raises it, it comes with the id of that rule, since
 * a pack may leave the rule out.
 */
export type Expected = string | readonly [rule: string, issue: string];

/** The options of the validation with which a fault is found. */
export type MutationOptions = Pick<RuleOptions, 'productTaxClass' | 'original'>;

/** The changes, and all their issues in the order of the schema's fields. */
export type Mutated = readonly [changes: readonly Change[], expected: readonly Expected[], options?: MutationOptions];

/** One change to a valid document, and exactly the issues that it causes. */
export interface Mutation {
  readonly name: string;
  /** The code that the change is made for. */
  readonly code: string;
  /** The rule that finds the fault; undefined for faults of structure. */
  readonly rule: string | undefined;
  /** The documents that it can be made in, one kind or several; none if there is no such fault under a law. */
  readonly places: (law: ReceiptLaw) => readonly Needs[];
  /** Whether it is a fault only where rates are enforced. */
  readonly enforced: boolean;
  /**
   * `pick` chooses among lines, entries, fields or values; `enforced` says whether rates are checked against dates.
   */
  readonly make: (document: Transaction, pick: number, law: ReceiptLaw, enforced: boolean) => Mutated;
  /** The differences from the pack's own business. */
  readonly business: Partial<Business>;
  readonly error: ErrorCode;
}

/** The parts that most mutations do not need. */
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

/** One field set to one of several values. */
export function setTo(field: string, values: readonly unknown[], code: string, extras?: MutationExtras): Mutation {
  const make = (_: Transaction, pick: number): Mutated => [[set(field, chosen(values, pick))], [`${field} ${code}`]];
  return mutation(`${field}: a value that is ${code}`, code, make, extras);
}

/** The same on a field of any line. */
export function lineSetTo(field: keyof LineItem, values: readonly unknown[], code: string): Mutation {
  return mutation(`a line's ${field}: a value that is ${code}`, code, ({ items }, pick) => {
    const path = `items[${at(items, pick)}].${field}`;
    return [[set(path, chosen(values, pick))], [`${path} ${code}`]];
  });
}

/** One of several fields left out. */
export function missing(fields: readonly string[], extras?: MutationExtras): Mutation {
  const make = (_: Transaction, pick: number): Mutated => {
    const field = chosen(fields, pick);
    return [[remove(field)], [`${field} required`]];
  };
  return mutation(`left out: ${fields.join(', ')}`, 'required', make, extras);
}

/** One of several fields that may not be written. */
export function unknown(fields: readonly string[], places: Needs = {}): Mutation {
  const make = (_: Transaction, pick: number): Mutated => {
    const field = chosen(fields, pick);
    return [[set(field, pick)], [`${field} unknown_field`]];
  };
  return mutation(`a field that is none: ${fields.join(', ')}`, 'unknown_field', make, {
    error: 'invalid_json',
    places,
  });
}
