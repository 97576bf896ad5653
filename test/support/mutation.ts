import type { Business, LineItem, Transaction } from 'receipt-rule-packs';
import type { Wanted } from './arbitraries';
import type { Change } from './changes';

/** One change to a valid document, and exactly what it brings about: `field code`, in order. */
export interface Mutation {
  readonly name: string;
  /** The documents that it can be made on. */
  readonly wanted?: Wanted;
  /** `pick` chooses among lines, entries or fields. */
  readonly changes: (
    document: Transaction,
    pick: number,
  ) => { readonly change: readonly Change[]; readonly expected: readonly string[] };
  readonly business?: Business;
  readonly error?: 'invalid_json' | 'profile_mismatch';
}

type Row = readonly [change: readonly Change[], expected: readonly string[]];

export const at = (list: readonly unknown[], pick: number) => pick % list.length;
export const set = (path: string, value: unknown): Change => ({ set: path, value });
export const remove = (path: string): Change => ({ remove: path });

export function mutation(
  name: string,
  row: (document: Transaction, pick: number) => Row,
  more: Omit<Partial<Mutation>, 'name'> = {},
): Mutation {
  return {
    name,
    changes: (document, pick) => {
      const [change, expected] = row(document, pick);
      return { change, expected };
    },
    ...more,
  };
}

/** One field set to one of several values, with one code. */
export function setTo(
  field: string,
  values: readonly unknown[],
  code: string,
  more: Omit<Partial<Mutation>, 'name'> = {},
): Mutation {
  return mutation(
    `${field} ${code}`,
    (_, pick) => [[set(field, values[at(values, pick)])], [`${field} ${code}`]],
    more,
  );
}

/** The same on a field of any line. */
export function lineSetTo(field: keyof LineItem, values: readonly unknown[], code: string): Mutation {
  return mutation(`items[].${field} ${code}`, ({ items }, pick) => {
    const path = `items[${at(items, pick)}].${field}`;
    return [[set(path, values[at(values, pick)])], [`${path} ${code}`]];
  });
}

export const missing = (fields: readonly string[], more: Omit<Partial<Mutation>, 'name'> = {}): Mutation =>
  mutation(
    `${fields.join(', ')} required`,
    (_, pick) => {
      const field = fields[at(fields, pick)]!;
      return [[remove(field)], [`${field} required`]];
    },
    more,
  );

export const unknown = (fields: readonly string[], more: Wanted = {}): Mutation =>
  mutation(
    `${fields.join(', ')} unknown_field`,
    (_, pick) => {
      const field = fields[at(fields, pick)]!;
      return [[set(field, pick)], [`${field} unknown_field`]];
    },
    { error: 'invalid_json', wanted: more },
  );
