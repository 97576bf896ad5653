import type { LineItem, Transaction } from '../../document/types.generated.js';
import type { Business, ReadPattern, RuleOptions, RulePack } from '../../pack/types.js';
import type { ErrorCode } from '../../validate.js';
import { remove, set, type Change } from '../change.js';
import type { TransactionOptions } from '../options.js';

/**
 * A row: what is changed, and all that it brings about as `field code`, in the order of the schema's fields; and what
 * the lines are, where that must be said to find it.
 */
export type Row = readonly [
  change: readonly Change[],
  expected: readonly string[],
  itemClass?: NonNullable<RuleOptions['itemClass']>,
];

/** One change to a valid document, and exactly what it brings about. */
export interface Mutation {
  readonly name: string;
  /** The code that the change is made for. */
  readonly code: string;
  /** The documents that it can be made on. */
  readonly on: (pack: RulePack) => TransactionOptions;
  /** The rule that a pack must have: one that raises this code and reads these fields. Absent for faults of structure. */
  readonly needs: readonly [code: string, ...fields: ReadPattern[]] | undefined;
  /** Whether it is a fault only where rates are enforced. */
  readonly enforced: boolean;
  /** `pick` chooses among lines, entries, fields or values. */
  readonly make: (document: Transaction, pick: number, pack: RulePack) => Row;
  /** What differs from the pack's own business. */
  readonly business: Partial<Business>;
  readonly error: ErrorCode;
}

/** What most mutations do without. */
export interface MutationExtras {
  readonly on?: TransactionOptions | ((pack: RulePack) => TransactionOptions);
  readonly needs?: readonly [code: string, ...fields: ReadPattern[]];
  readonly enforced?: boolean;
  readonly business?: Partial<Business>;
  readonly error?: ErrorCode;
}

export const at = (list: readonly unknown[], pick: number): number => pick % list.length;

export function mutation(name: string, code: string, make: Mutation['make'], extras: MutationExtras = {}): Mutation {
  const { on = {}, needs, enforced = false, business = {}, error = 'validation_failed' } = extras;
  return { name, code, make, needs, enforced, business, error, on: typeof on === 'function' ? on : () => on };
}

/** One field set to one of several values. */
export function setTo(field: string, values: readonly unknown[], code: string, extras?: MutationExtras): Mutation {
  return mutation(
    `${field}: a value that is ${code}`,
    code,
    (_, pick) => [[set(field, values[at(values, pick)])], [`${field} ${code}`]],
    extras,
  );
}

/** The same on a field of any line. */
export function lineSetTo(field: keyof LineItem, values: readonly unknown[], code: string): Mutation {
  return mutation(`a line's ${field}: a value that is ${code}`, code, ({ items }, pick) => {
    const path = `items[${at(items, pick)}].${field}`;
    return [[set(path, values[at(values, pick)])], [`${path} ${code}`]];
  });
}

/** One of several fields left out. */
export function missing(fields: readonly string[], extras?: MutationExtras): Mutation {
  const make = (_: Transaction, pick: number): Row => {
    const field = fields[at(fields, pick)]!;
    return [[remove(field)], [`${field} required`]];
  };
  return mutation(`left out: ${fields.join(', ')}`, 'required', make, extras);
}

/** One of several fields that may not be written. */
export function unknown(fields: readonly string[], on: TransactionOptions = {}): Mutation {
  const make = (_: Transaction, pick: number): Row => {
    const field = fields[at(fields, pick)]!;
    return [[set(field, pick)], [`${field} unknown_field`]];
  };
  return mutation(`a field that is none: ${fields.join(', ')}`, 'unknown_field', make, { error: 'invalid_json', on });
}
