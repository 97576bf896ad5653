import type { LineItem, Transaction } from '../document/types.generated.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Business, RuleOptions } from '../rule/types.js';
import type { ErrorCode } from '../engine/validate.js';
import { remove, set, type Change } from './change.js';
import type { Needs } from './options.js';

/**
 * An issue as `field code`. If a different rule than the fault's raises it, its id comes first, because a pack may lack
 * that rule.
 */
export type Expected = string | readonly [rule: string, issue: string];

/** The validation options required to detect a fault. */
export type MutationOptions = Pick<RuleOptions, 'productTaxClass' | 'original'>;

/** The changes, and all issues that they cause, in the order of the schema's fields. */
export type Mutated = readonly [changes: readonly Change[], expected: readonly Expected[], options?: MutationOptions];

/** A change that makes a valid document invalid, with exactly the issues that it causes. */
export interface Mutation {
  readonly name: string;
  /** The code that the change is meant to cause. */
  readonly code: string;
  /** The rule that finds the fault; undefined for structural faults. */
  readonly rule: string | undefined;
  /** The kinds of documents that it applies to; empty if the fault cannot occur under the law. */
  readonly places: (law: ReceiptLaw) => readonly Needs[];
  /** Whether the change is only a fault if `rateWindows` is `enforce`. */
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

/** Properties that few mutations need. */
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
