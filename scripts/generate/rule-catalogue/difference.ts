import { fieldPath } from '../../../src/issues/field-path.js';

/** One difference between two documents: a field and its new value, undefined if removed. */
export interface Difference {
  readonly field: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? [...(value as unknown[]).entries()] : Object.entries(value);

/**
 * The changes that turn one JSON document into another, field by field. Removes array elements from the end, so that
 * the other indices stay valid.
 */
export function differences(from: unknown, to: unknown, path: Path = []): Difference[] {
  if (Object.is(from, to)) return [];
  if (!isContainer(from) || !isContainer(to) || Array.isArray(from) !== Array.isArray(to)) {
    return [{ field: fieldPath(path), value: to }];
  }
  const before = new Map(entriesOf(from));
  const after = new Map(entriesOf(to));
  const at = (step: string | number, value: unknown): Difference => ({ field: fieldPath([...path, step]), value });
  const kept = [...before].filter(([step]) => after.has(step));
  const removed = [...before].filter(([step]) => !after.has(step)).reverse();
  const added = [...after].filter(([step]) => !before.has(step));
  return [
    ...kept.flatMap(([step, value]) => differences(value, after.get(step), [...path, step])),
    ...removed.map(([step]) => at(step, undefined)),
    ...added.map(([step, value]) => at(step, value)),
  ];
}
