import type { Path } from './locate.js';

/** A difference between two documents. */
export interface Change {
  readonly path: Path;
  /** Absent if the value was added. */
  readonly before?: unknown;
  /** Absent if the value was removed. */
  readonly after?: unknown;
}

type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the innermost values that differ between two JSON documents, in document order. */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const keys = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i);
    return keys.flatMap((i) => memberChange(before, after, i, path));
  }
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => memberChange(before, after, key, path));
  }
  return [{ path, before, after }];
}

function memberChange(before: object, after: object, key: string | number, path: Path): Change[] {
  const here = [...path, key];
  const [was, is] = [(before as Fields)[key], (after as Fields)[key]];
  if (!Object.hasOwn(before, key)) return is === undefined ? [] : [{ path: here, after: is }];
  if (!Object.hasOwn(after, key) || is === undefined) return [{ path: here, before: was }];
  return changesBetween(was, is, here);
}

/** Returns a copy of a document with a new value at a path. Creates missing objects along the path. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(document) ? [...(document as unknown[])] : isObject(document) ? { ...document } : {};
  const inner = Object.hasOwn(copy, key) ? (copy as Fields)[key] : undefined;
  // Define the property instead of assigning it, because a member can be named __proto__.
  Object.defineProperty(copy, key, { value: withValue(inner, rest, value), ...PLAIN_OBJECT });
  return copy;
}

const PLAIN_OBJECT = { enumerable: true, writable: true, configurable: true };

/** Returns a copy of a document without the value at a path. */
export function without(document: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof document !== 'object' || document === null || !Object.hasOwn(document, key)) {
    return document;
  }
  if (rest.length > 0) return withValue(document, [key], without((document as Fields)[key], rest));
  if (Array.isArray(document)) return document.filter((_, i) => i !== key);
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Fields)[key];
  }
  return value;
}
